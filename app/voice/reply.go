//go:build !darwin && !windows

package voice

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"
)

// A reply is an answer or an event of an SSIP server, with lines before the last one of the same code.
type reply struct {
	code  int
	lines []string
	text  string // of the last line
}

// Events of a text.
const (
	eventFirst  = 700
	eventEnd    = 702
	eventCancel = 703
)

// Limits of a reply: bytes of a line, and lines.
const (
	mostLine  = 4096
	mostLines = 10_000
)

var errNoReply = errors.New("no reply of SSIP")

// readReply reads a reply: lines that start with a code of three digits, followed by "-" if another line follows.
func readReply(r *bufio.Reader) (reply, error) {
	said := reply{}
	for range mostLines {
		l, err := r.ReadSlice('\n')
		if err != nil {
			if errors.Is(err, bufio.ErrBufferFull) || errors.Is(err, io.EOF) {
				err = errNoReply
			}
			return reply{}, err
		}
		text := strings.ToValidUTF8(strings.TrimRight(string(l), "\r\n"), "\uFFFD")
		if len(text) < 4 {
			return reply{}, errNoReply
		}
		code, err := strconv.ParseUint(text[:3], 10, 16)
		if err != nil || code < 100 || said.code != 0 && int(code) != said.code || text[3] != ' ' && text[3] != '-' {
			return reply{}, errNoReply
		}
		said.code = int(code)
		if text[3] == ' ' {
			said.text = text[4:]
			return said, nil
		}
		said.lines = append(said.lines, text[4:])
	}
	return reply{}, errNoReply
}

// isEvent reports whether a reply is no answer.
func (r reply) isEvent() bool { return r.code >= eventFirst }

// isEnd reports whether a reply is the event that a text was said to its end, or was cancelled.
func (r reply) isEnd() bool { return r.code == eventEnd || r.code == eventCancel }

// id returns the ID of the text that a reply is about, "" for none.
func (r reply) id() string {
	if len(r.lines) == 0 {
		return ""
	}
	return r.lines[0]
}

// stuffed returns a text as it is sent: in lines, with dots stuffed.
func stuffed(text string) string {
	var b strings.Builder
	for l := range strings.Lines(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)) {
		l = strings.TrimRight(l, "\n")
		if strings.HasPrefix(l, ".") {
			b.WriteByte('.')
		}
		b.WriteString(l + "\r\n")
	}
	return b.String()
}

// line returns a text for the end of a command, without line breaks.
func line(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return -1
		}
		return r
	}, text)
}

// word returns a word for a command, without spaces and line breaks.
func word(text string) string { return strings.ReplaceAll(line(text), " ", "") }

// ssipRate converts a rate to the protocol's: from -100 for the slowest to 100 for the fastest.
func ssipRate(percent int) int {
	if percent < UsualRate {
		return max(-100, (percent-UsualRate)*100/(UsualRate-LeastRate))
	}
	return min(100, (percent-UsualRate)*100/(MostRate-UsualRate))
}
