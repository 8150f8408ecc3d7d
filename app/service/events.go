package service

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Limits of an event stream, in bytes. A change has about a tenth of the longest line.
const (
	maxEventLine = 4 << 10
	maxEventData = 16 << 10
)

// A streamEvent is an event of a stream. Its id is the last one in the stream.
type streamEvent struct{ name, data, id string }

// An eventReader reads an event stream (HTML Living Standard, section 9.2.6). A line may end in CR, LF or both, and is
// complete with the first of them.
type eventReader struct {
	r       *bufio.Reader
	line    []byte
	id      string
	started bool // the byte order mark has been looked for
	wasCR   bool // the last line ended in CR, so that a LF now belongs to it
}

func newEventReader(r io.Reader) *eventReader {
	return &eventReader{r: bufio.NewReaderSize(r, maxEventLine)}
}

var (
	errLongLine  = fmt.Errorf("a line of the change notices is longer than %d bytes", maxEventLine)
	errLongEvent = fmt.Errorf("a change notice is longer than %d bytes", maxEventData)
)

// nextEvent reads the next event that has data. One that the end of the stream cuts off is dropped: the error is that
// of the reader then, io.EOF at a proper end.
func (e *eventReader) nextEvent() (streamEvent, error) {
	var name string
	var data []byte
	for has := false; ; {
		line, err := e.readLine()
		if err != nil {
			return streamEvent{}, err
		}
		if len(line) == 0 {
			if has {
				return streamEvent{name, string(data), e.id}, nil
			}
			name = ""
			continue
		}
		field, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(field) {
		case "event":
			name = string(value)
		case "data":
			if has {
				data = append(data, '\n')
			}
			data, has = append(data, value...), true
		case "id":
			if id := string(value); !strings.Contains(id, "\x00") {
				e.id = id
			}
		}
		if len(data) > maxEventData {
			return streamEvent{}, errLongEvent
		}
	}
}

// readLine reads a line without its end. The line is good until the next call.
func (e *eventReader) readLine() ([]byte, error) {
	e.line = e.line[:0]
	for {
		b, err := e.r.ReadByte()
		if err != nil {
			return nil, err // an incomplete line is dropped
		}
		after := e.wasCR
		e.wasCR = b == '\r'
		switch {
		case b == '\n' && after:
			continue
		case b == '\n' || b == '\r':
			return e.withoutMark(), nil
		case len(e.line) == maxEventLine:
			return nil, errLongLine
		}
		e.line = append(e.line, b)
	}
}

// withoutMark returns the line, without the byte order mark that the first may have.
func (e *eventReader) withoutMark() []byte {
	line := e.line
	if !e.started {
		line = bytes.TrimPrefix(line, []byte("\xEF\xBB\xBF"))
	}
	e.started = true
	return line
}

// isEventTrouble reports whether an error concerns the format of the stream rather than reading it.
func isEventTrouble(err error) bool {
	return errors.Is(err, errLongLine) || errors.Is(err, errLongEvent)
}
