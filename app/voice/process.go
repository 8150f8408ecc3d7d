package voice

import (
	"bytes"
	"cmp"
	"context"
	"os/exec"
	"strings"
	"time"

	"sextant/app/say"
)

// A process is a driver that runs a program for each text, and kills it to silence it.
type process struct {
	// command returns the command that speaks a text.
	command func(ctx context.Context, o Options) *exec.Cmd
	// give passes the text to the program. If it is nil, the text is on its standard input.
	give func(c *exec.Cmd, text string)
	// list, which may be nil, returns the voices.
	list func(ctx context.Context) ([]string, error)
	// limit is the timeout for saying a text, longest if it is 0.
	limit time.Duration
}

// longest is the timeout for saying a text.
const longest = 5 * time.Minute

// literal returns a text without what espeak-ng and say take for commands: [[ begins phonemes or settings, and control
// characters do as well.
func literal(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' {
			return ' '
		}
		return r
	}, strings.ReplaceAll(text, "[", "[ "))
}

func (p process) speak(ctx context.Context, text string, o Options) error {
	limit, stop := context.WithTimeout(ctx, cmp.Or(p.limit, longest))
	defer stop()
	c := p.command(limit, o)
	if p.give != nil {
		p.give(c, text)
	} else {
		c.Stdin = strings.NewReader(literal(text) + "\n")
	}
	said := &bounded{most: mostMessages}
	c.Stderr = said
	c.WaitDelay = time.Second
	err := c.Run()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && limit.Err() != nil:
		return say.Error("voice.silent")
	case err != nil && said.String() != "":
		return say.Error("voice.failed", "Program", c.Args[0], "Reason", strings.TrimSpace(said.String()))
	case err != nil:
		return say.Wrap(err, "voice.notRun", "Program", c.Args[0])
	}
	return nil
}

func (p process) voices(ctx context.Context) ([]string, error) {
	if p.list == nil {
		return nil, nil
	}
	return p.list(ctx)
}

func (p process) close() {}

// output returns the start of a program's output.
func output(c *exec.Cmd) (string, error) {
	out := &bounded{most: mostOutput}
	c.Stdout = out
	c.WaitDelay = time.Second
	err := c.Run()
	return out.String(), err
}

// Limits in bytes: of the messages of a program, and of its list of voices.
const (
	mostMessages = 300
	mostOutput   = 1 << 20
)

// bounded is a writer that keeps only the start of what is written.
type bounded struct {
	bytes.Buffer
	most int
}

func (b *bounded) Write(p []byte) (int, error) {
	b.Buffer.Write(p[:min(len(p), max(0, b.most-b.Len()))])
	return len(p), nil
}
