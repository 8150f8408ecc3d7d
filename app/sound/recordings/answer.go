package recordings

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"sextant/app/api"
	"sextant/app/service"
)

// enoughSame is how many bytes must be the same, so that other validators are known to mean nothing.
const enoughSame = int64(16 << 10)

// doubts are in what an answer with all of the recording differs from the one before. The bytes in the file count as
// this answer's as far as they are the same.
type doubts struct{ another, resized bool }

func (d doubts) any() bool { return d.another || d.resized }

// accept records the size and the validators of an answer, or returns why it cannot be used.
func (f *fetcher) accept(d *service.Download, asked service.Resume, gap span) error {
	t := f.t
	n := &t.note
	found := doubts{
		another: n.Validators.ETag != d.Validators.ETag && n.Validators.ETag != "" && d.Validators.ETag != "" ||
			n.Validators.LastModified != d.Validators.LastModified &&
				n.Validators.LastModified != "" && d.Validators.LastModified != "",
		resized: n.Size >= 0 && d.Size >= 0 && n.Size != d.Size,
	}
	if d.Size > MaxRecording {
		return ErrTooLong
	}
	if d.From > 0 {
		if err := f.acceptPart(d, asked, gap, found); err != nil {
			return err
		}
	} else if f.doubts = (doubts{}); len(n.Have) > 0 {
		isSilent := n.Validators.ETag != "" && d.Validators.ETag == "" && d.Validators.LastModified == ""
		f.doubts = doubts{(found.another || isSilent) && !n.isFickle(), found.resized}
	}
	t.change(func() {
		t.ranges, t.stalled = d.Ranges && !n.NoRanges, nil
		before := n.Validators
		n.Validators = d.Validators
		switch {
		case d.From > 0: // a partial answer need not repeat them (RFC 9110, section 15.3.7)
			n.Validators.ETag = cmp.Or(n.Validators.ETag, before.ETag)
			n.Validators.LastModified = cmp.Or(n.Validators.LastModified, before.LastModified)
			if f.tries.led = ledToPart; d.Size >= 0 {
				t.shorter = t.shorter || n.Size > d.Size
				n.Size = d.Size
			}
		default:
			if f.tries.led = ledToWhole; d.Size >= 0 {
				if n.Size = max(d.Size, n.Size); len(n.Have) == 0 {
					n.Size = d.Size
				}
			}
		}
		if d.MD5 != nil {
			n.MD5 = d.MD5
		}
	})
	return nil
}

// acceptPart returns why a part cannot be used, nil where it can be. Another size is believed where it is that of what
// is there, or where the part goes up to it.
func (f *fetcher) acceptPart(d *service.Download, asked service.Resume, gap span, found doubts) error {
	t := f.t
	n := &t.note
	size, isThere := d.Size, d.Size == n.Have.end(0) && d.Size == n.last()
	switch {
	case asked.From == 0:
		err := errors.New("it is a part, and all was asked for")
		return &api.Error{Kind: api.BadContent, Op: "the recording", Err: err}
	case d.From > gap.From:
		t.loseRanges()
	case found.another && !n.isFickle():
	case found.resized && !isThere && (size < n.Size || d.Before != size):
	default:
		return nil
	}
	f.tries.once = true
	return wrongPart("it is another part than the one that was asked for")
}

// receive reads a body until the gap is filled, or a reader waits elsewhere. It reads a little of what is there behind
// the gap, which shows whether it belongs to the same recording. In doubt, and without ranges, it reads to the end.
func (f *fetcher) receive(d *service.Download, gap span) error {
	t := f.t
	buf, at := make([]byte, 32<<10), d.From
	compares := f.tries.used == all && gap.From > 0 || f.doubts.any()
	defer func() { f.endDoubt(d, at) }()
	for {
		n, err := d.Body.Read(buf)
		if n > 0 {
			replaced, err := f.write(d, buf[:n], at, gap)
			if err == nil && time.Since(f.saved) >= saveEvery {
				err = f.saveNote()
			}
			if err != nil {
				return err
			}
			at += int64(n)
			compares = compares || replaced
			f.agree(d, at)
		}
		isFull := gap.Before >= 0 && gap.Before != t.note.Size && at >= gap.Before+proof && t.ranges && !compares
		switch {
		case errors.Is(err, io.EOF):
			return f.onBodyEnd(d, at, gap)
		case errors.Is(err, io.ErrUnexpectedEOF) && !f.doubts.any():
			return f.onEnd(at, t.beyond == at, err)
		case err != nil:
			return err
		case isFull, t.wantedElsewhere():
			return nil
		}
	}
}

// agree ends the doubts once all bytes of the file were compared with the answer, which has reached a byte.
func (f *fetcher) agree(d *service.Download, at int64) {
	t := f.t
	if !f.doubts.any() || at < t.note.last() {
		return
	}
	isOther := f.doubts.another
	f.doubts = doubts{}
	t.change(func() {
		if isOther && at >= enoughSame {
			t.note.Disagreed++
		}
		if d.Size >= at {
			t.note.Size = d.Size
		}
	})
}

// endDoubt drops the bytes from one on, which were not compared with an answer that left doubts.
func (f *fetcher) endDoubt(d *service.Download, at int64) {
	t := f.t
	if !f.doubts.any() {
		return
	}
	f.doubts = doubts{}
	t.change(func() {
		t.note.Have, t.note.Sure = t.note.Have.upTo(at), min(t.note.Sure, at)
		if t.note.Size = -1; d.Size >= at {
			t.note.Size = d.Size
		}
	})
}

// onBodyEnd handles the end of a body. It fails where bytes are missing.
func (f *fetcher) onBodyEnd(d *service.Download, at int64, gap span) error {
	t := f.t
	short := &api.Error{Kind: api.NoNetwork, Op: "the recording", Err: io.ErrUnexpectedEOF}
	n := &t.note
	isOpen := d.Unbounded && t.endsWell != nil && !t.endsWell(t.file, at) && f.ends != (earlyEnds{at, 1})
	switch {
	case isOpen && f.doubts.any():
		return short
	case isOpen: // it may have been cut
		return f.onEnd(at, false, short)
	case d.From == 0 && (d.Size == at || n.Size < 0), n.Size < 0 && at >= n.last():
		f.doubts = doubts{}
		t.change(func() {
			t.shorter = t.shorter || n.Size > at && d.Size < 0
			n.Size, n.Have = at, n.Have.upTo(at)
			n.Sure = min(n.Sure, at)
		})
		return nil
	case n.Size >= 0 && at >= n.Size, d.Before == at && at > gap.From: // some services send a part of the part
		return nil
	case d.Before == at || f.doubts.any():
		return short
	}
	return f.onEnd(at, t.beyond == at, short)
}

// write writes bytes of an answer into the file. Those that it has already are compared, which finds a recording that
// was replaced without new validators, and an answer with another part than it says. replaced: the file has now bytes
// of this answer only.
func (f *fetcher) write(d *service.Download, data []byte, at int64, gap span) (replaced bool, err error) {
	t := f.t
	end := at + int64(len(data))
	if end > MaxRecording {
		return false, ErrTooLong
	}
	if same, err := t.isSame(data, at); !same {
		switch {
		case err != nil && d.From > 0:
			return false, err
		case d.From > 0:
			return false, f.dropParts()
		}
		if replaced, err = true, f.replace(d, at); err != nil {
			return true, err
		}
	}
	if _, err := t.file.WriteAt(data, at); err != nil {
		return replaced, fmt.Errorf("keeping the recording: %w", err)
	}
	t.change(func() {
		n := &t.note
		if n.Size >= 0 && end > n.Size {
			n.Size = -1 // it is longer than stated
		}
		if end > t.beyond {
			t.beyond = -1
		}
		if d.From == 0 && at <= n.Sure {
			n.Sure = max(n.Sure, end)
		}
		here := end
		if n.Have.startsAt(end) {
			here-- // until what follows is compared
		}
		n.Have = n.Have.with(at, here)
		t.at = max(end, gap.From) // the bytes before the gap are known
	})
	return replaced, nil
}

// isSame reports whether bytes are the same as those that are there. It fails where these cannot be read.
func (t *Transfer) isSame(data []byte, at int64) (bool, error) {
	for _, o := range t.note.Have {
		from, before := max(o.From, at), min(o.Before, at+int64(len(data)))
		if from >= before {
			continue
		}
		there := make([]byte, before-from)
		if _, err := t.file.ReadAt(there, from); err != nil {
			return false, fmt.Errorf("reading the recording: %w", err)
		}
		if !bytes.Equal(there, data[from-at:before-at]) {
			return false, nil
		}
	}
	return true, nil
}

// replace drops all but the beginning up to a byte, which an answer has confirmed: the recording is another one.
func (f *fetcher) replace(d *service.Download, at int64) error {
	t := f.t
	f.doubts, f.tries.most = doubts{}, at
	note := transferNote{
		Size: d.Size, Have: spans{}.with(0, at), Sure: at, Validators: d.Validators, MD5: d.MD5,
		Disagreed: t.note.Disagreed,
	}
	t.change(func() { t.ranges = d.Ranges })
	return t.reset(note)
}

// dropParts drops the bytes of partial answers after one had wrong bytes: the service ignores ranges, or the recording
// was replaced. An answer with all of it shows which.
func (f *fetcher) dropParts() error {
	t := f.t
	f.tries.once = true
	left := t.note
	left.Have = t.note.Have.upTo(t.note.Sure)
	if left.Have.sum() < t.note.Have.sum() {
		if err := t.reset(left); err != nil {
			return err
		}
	}
	f.tries.most = left.Have.sum()
	t.loseRanges()
	return wrongPart("its bytes are wrong")
}

// reset replaces the note, first for the readers, and drops the bytes that it lacks. It fails after mostResets.
func (t *Transfer) reset(to transferNote) error {
	t.change(func() {
		t.restarts++
		if t.resets++; t.resets <= mostResets {
			t.note, t.beyond = to, -1
		}
	})
	if t.resets > mostResets {
		return ErrUnstable
	}
	if err := t.file.Truncate(to.last()); err != nil {
		return fmt.Errorf("clearing the recording: %w", err)
	}
	return nil
}

// isLonger asks once for what is behind the end of a recording that does not end as one, and reports whether the
// service has more.
func (f *fetcher) isLonger(ctx context.Context) bool {
	t := f.t
	size := t.note.Size
	if t.endsWell == nil || f.probed || !t.ranges || t.shorter || size < 2*proof || t.endsWell(t.file, size) {
		return false
	}
	f.probed = true
	_, ask := t.asks()
	if ask == nil {
		return false
	}
	d, err := ask(ctx, f.resumeFor(span{size, -1}, ifSame))
	if err != nil {
		return false
	}
	defer d.Body.Close()
	got := make([]byte, proof+1)
	if _, err := io.ReadFull(d.Body, got); err != nil || d.From != size-proof {
		return false
	}
	if same, _ := t.isSame(got, d.From); !same {
		return false
	}
	t.change(func() { t.note.Size = max(d.Size, size+1) })
	return true
}
