package voice

import (
	"bytes"
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
}

func (p process) speak(ctx context.Context, text string, o Options) error {
	c := p.command(ctx, o)
	if p.give != nil {
		p.give(c, text)
	} else {
		c.Stdin = strings.NewReader(text + "\n")
	}
	said := &bounded{}
	c.Stderr = said
	c.WaitDelay = time.Second
	err := c.Run()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
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

// bounded is a writer that keeps only the start of what is written.
type bounded struct{ bytes.Buffer }

func (b *bounded) Write(p []byte) (int, error) {
	const most = 300
	b.Buffer.Write(p[:min(len(p), max(0, most-b.Len()))])
	return len(p), nil
}
