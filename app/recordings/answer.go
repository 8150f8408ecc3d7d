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

// doubts are what an answer with all of the recording states otherwise than the one before. What is there counts as
// that of this answer as far as its bytes are the same.
type doubts struct{ another, resized bool }

func (d doubts) any() bool { return d.another || d.resized }

// accept records the size and the validators of an answer, or returns why it cannot be used.
func (t *Transfer) accept(d *service.Download, asked service.Resume, gap span) error {
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
		if err := t.acceptPart(d, asked, gap, found); err != nil {
			return err
		}
	} else if t.doubts = (doubts{}); len(n.Have) > 0 {
		isSilent := n.Validators.ETag != "" && d.Validators.ETag == "" && d.Validators.LastModified == ""
		t.doubts = doubts{(found.another || isSilent) && !n.isFickle(), found.resized}
	}
	t.change(func() {
		t.ranges, t.stalled = d.Ranges && !n.NoRanges, nil
		before := n.Validators
		n.Validators = d.Validators
		switch {
		case d.From > 0: // a partial answer need not repeat them (RFC 9110, section 15.3.7)
			n.Validators.ETag = cmp.Or(n.Validators.ETag, before.ETag)
			n.Validators.LastModified = cmp.Or(n.Validators.LastModified, before.LastModified)
			if t.tries.got = gotPart; d.Size >= 0 {
				t.shorter = t.shorter || n.Size > d.Size
				n.Size = d.Size
			}
		default:
			if t.tries.got = gotWhole; d.Size >= 0 {
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
func (t *Transfer) acceptPart(d *service.Download, asked service.Resume, gap span, found doubts) error {
	n := &t.note
	size, isThere := d.Size, d.Size == n.Have.end(0) && d.Size == n.last()
	switch {
	case asked.From == 0:
		return &api.Error{Kind: api.BadContent, Op: "the recording", Err: errors.New("an unasked part came")}
	case d.From > gap.From:
		t.loseRanges()
	case found.another && !n.isFickle():
	case found.resized && !isThere && (size < n.Size || d.Before != size):
	default:
		return nil
	}
	t.tries.once = true
	return wrongPart("another part came")
}

// receive reads a body until the gap is filled, or a reader waits elsewhere. It reads a little of what is there behind
// the gap, which shows whether it belongs to the same recording. In doubt, and without ranges, it reads to the end.
func (t *Transfer) receive(d *service.Download, gap span) error {
	buf, at := make([]byte, 32<<10), d.From
	compares := t.tries.used == all && gap.From > 0 || t.doubts.any()
	defer func() { t.endDoubt(d, at) }()
	for {
		n, err := d.Body.Read(buf)
		if n > 0 {
			replaced, err := t.write(d, buf[:n], at, gap)
			if err == nil && time.Since(t.saved) >= saveEvery {
				err = t.saveNote()
			}
			if err != nil {
				return err
			}
			at += int64(n)
			compares = compares || replaced
			t.agree(d, at)
		}
		isFull := gap.Before >= 0 && gap.Before != t.note.Size && at >= gap.Before+proof && t.ranges && !compares
		switch {
		case errors.Is(err, io.EOF):
			return t.onBodyEnd(d, at, gap)
		case errors.Is(err, io.ErrUnexpectedEOF) && !t.doubts.any():
			return t.onEnd(at, t.beyond == at, err)
		case err != nil:
			return err
		case isFull, t.wantedElsewhere():
			return nil
		}
	}
}

// agree ends the doubts where all that was there has come once more, up to a byte.
func (t *Transfer) agree(d *service.Download, at int64) {
	if !t.doubts.any() || at < t.note.last() {
		return
	}
	isOther := t.doubts.another
	t.doubts = doubts{}
	t.change(func() {
		if isOther && at >= enoughSame {
			t.note.Disagreed++
		}
		if d.Size >= at {
			t.note.Size = d.Size
		}
	})
}

// endDoubt drops what was not compared up to a byte, where an answer left doubts.
func (t *Transfer) endDoubt(d *service.Download, at int64) {
	if !t.doubts.any() {
		return
	}
	t.doubts = doubts{}
	t.change(func() {
		t.note.Have, t.note.Sure = t.note.Have.upTo(at), min(t.note.Sure, at)
		if t.note.Size = -1; d.Size >= at {
			t.note.Size = d.Size
		}
	})
}

// onBodyEnd handles the end of a body. It fails where bytes are missing.
func (t *Transfer) onBodyEnd(d *service.Download, at int64, gap span) error {
	short := &api.Error{Kind: api.NoNetwork, Op: "the recording", Err: io.ErrUnexpectedEOF}
	n := &t.note
	isOpen := d.Unbounded && t.endsWell != nil && !t.endsWell(t.file, at) && t.ends != (ends{at, 1})
	switch {
	case isOpen && t.doubts.any():
		return short
	case isOpen: // it may have been cut
		return t.onEnd(at, false, short)
	case d.From == 0 && (d.Size == at || n.Size < 0), n.Size < 0 && at >= n.last():
		t.doubts = doubts{}
		t.change(func() {
			t.shorter = t.shorter || n.Size > at && d.Size < 0
			n.Size, n.Have = at, n.Have.upTo(at)
			n.Sure = min(n.Sure, at)
		})
		return nil
	case n.Size >= 0 && at >= n.Size, d.Before == at && at > gap.From: // some services send a part of the part
		return nil
	case d.Before == at || t.doubts.any():
		return short
	}
	return t.onEnd(at, t.beyond == at, short)
}

// write writes bytes of an answer into the part. Those that it has already are compared, which finds a recording that
// was replaced without other validators, and a part of elsewhere. replaced: what is there is of this answer only.
func (t *Transfer) write(d *service.Download, data []byte, at int64, gap span) (replaced bool, err error) {
	end := at + int64(len(data))
	if end > MaxRecording {
		return false, ErrTooLong
	}
	if same, err := t.isSame(data, at); !same {
		switch {
		case err != nil && d.From > 0:
			return false, err
		case d.From > 0:
			return false, t.dropParts()
		}
		if replaced, err = true, t.replace(d, at); err != nil {
			return true, err
		}
	}
	if _, err := t.file.WriteAt(data, at); err != nil {
		return replaced, fmt.Errorf("keeping the recording: %w", err)
	}
	t.change(func() {
		n := &t.note
		if n.Size >= 0 && end > n.Size {
			n.Size = -1 // it is longer than was said
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
		t.at = max(end, gap.From) // what is before has come before
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
func (t *Transfer) replace(d *service.Download, at int64) error {
	t.doubts, t.tries.most = doubts{}, at
	note := transferNote{
		Size: d.Size, Have: spans{}.with(0, at), Sure: at, Validators: d.Validators, MD5: d.MD5,
		Disagreed: t.note.Disagreed,
	}
	t.change(func() { t.ranges = d.Ranges })
	return t.reset(note)
}

// dropParts drops what came in parts, of which one has other bytes than it should: the service has no ranges in truth,
// or the recording has become another one, which all of it shows.
func (t *Transfer) dropParts() error {
	t.tries.once = true
	left := t.note
	left.Have = t.note.Have.upTo(t.note.Sure)
	if left.Have.sum() < t.note.Have.sum() {
		if err := t.reset(left); err != nil {
			return err
		}
	}
	t.tries.most = left.Have.sum()
	t.loseRanges()
	return wrongPart("a part has other bytes")
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
func (t *Transfer) isLonger(ctx context.Context) bool {
	size := t.note.Size
	if t.endsWell == nil || t.probed || !t.ranges || t.shorter || size < 2*proof || t.endsWell(t.file, size) {
		return false
	}
	t.probed = true
	_, ask := t.asks()
	if ask == nil {
		return false
	}
	d, err := ask(ctx, t.resumeFor(span{size, -1}, ifSame))
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
