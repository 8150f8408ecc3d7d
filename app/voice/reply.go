//go:build !darwin && !windows

package voice

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"
)

// A reply is what a server of SSIP says at once: an answer or an event, with lines before the last of the same code.
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

// Bounds of a reply: bytes of a line, and lines.
const (
	mostLine  = 4096
	mostLines = 10_000
)

var errNoReply = errors.New("no reply of SSIP")

// readReply reads a reply, as the protocol has it: lines that begin with a code of three digits, behind which "-" means
// that another line follows.
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

// id is that of the text that a reply is about, "" for none.
func (r reply) id() string {
	if len(r.lines) == 0 {
		return ""
	}
	return r.lines[0]
}

// stuffed is a text as it is sent: in lines, of which none is a dot alone.
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

// line is a text that is put at the end of a command, without what would end it.
func line(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return -1
		}
		return r
	}, text)
}

// word is one that is put into a command.
func word(text string) string { return strings.ReplaceAll(line(text), " ", "") }

// ssipRate is a rate as the protocol has it: from -100 for the slowest to 100 for the fastest.
func ssipRate(percent int) int {
	if percent < UsualRate {
		return max(-100, (percent-UsualRate)*100/(UsualRate-LeastRate))
	}
	return min(100, (percent-UsualRate)*100/(MostRate-UsualRate))
}
