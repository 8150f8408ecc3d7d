package playlist

import (
	"context"
	"os"
	"time"

	"sextant/app/files"
	"sextant/app/say"
	"sextant/app/words"
)

// A file is looked at by its size and time, and every so often by what is in it: that works on every disk of the
// network, and with whatever way an editor has of writing a file, neither of which the systems' own notices do.
type file struct {
	path   string
	signed bool
	seen   stamps
	taken  bool // what was seen has been read
	looks  int
}

// How often a file is looked at, and how many looks it takes to read one that seems to be as it was.
const (
	fileEvery  = 2 * time.Second
	fileReread = 30
)

func (f *file) wait(int) time.Duration { return fileEvery }

// fetch reads a file that is another one now, once it is the same for two looks: not while it is written, nor while
// it is away for a moment.
func (f *file) fetch(context.Context, *content) (*content, error) {
	f.looks++
	now := f.readStamps()
	if now != f.seen {
		f.seen, f.taken = now, false
		if f.looks > 1 {
			return nil, nil
		}
	}
	if f.taken && f.looks%fileReread != 0 {
		return nil, nil
	}
	c, err := f.read()
	if f.readStamps() != now {
		return nil, nil
	}
	f.taken = true
	return c, err
}

func (f *file) read() (*content, error) {
	data, err := files.Read(f.path, MaxFile)
	if err != nil {
		return nil, say.Wrap(words.Reason(err), "playlist.fileUnread")
	}
	c := &content{Data: data}
	if f.signed {
		if c.Signature, err = files.Read(f.path+signatureEnding, maxSignature); err != nil {
			return nil, say.Wrap(words.Reason(err), "playlist.signature", "Ending", signatureEnding)
		}
	}
	return c, nil
}

type stamps struct{ file, signature stamp }

// A stamp distinguishes a file from what it was before. It is zero for a file that cannot be seen.
type stamp struct {
	there bool
	size  int64
	time  int64 // nanoseconds since 1970
}

func (f *file) readStamps() (s stamps) {
	s.file = stampOf(f.path)
	if f.signed {
		s.signature = stampOf(f.path + signatureEnding)
	}
	return s
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	return stamp{true, info.Size(), info.ModTime().UnixNano()}
}

// ReadFile reads the text of a playlist's file, which need not be one. Of a file that is too large it reads just so
// much that Parse reports it.
func ReadFile(path string) ([]byte, error) { return files.Read(path, MaxFile) }
