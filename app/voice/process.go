package voice

import (
	"bytes"
	"context"
	"os/exec"
	"strings"
	"time"

	"sextant/app/say"
)

// A process speaks by a program that is run for each text, and is killed to silence it.
type process struct {
	// command is the program that says a text.
	command func(ctx context.Context, o Options) *exec.Cmd
	// give gives the program its text. Where it is nil, that is on its standard input.
	give func(c *exec.Cmd, text string)
	// list, which may be nil, lists the voices.
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

// bounded keeps the beginning of what is written.
type bounded struct{ bytes.Buffer }

func (b *bounded) Write(p []byte) (int, error) {
	const most = 300
	b.Buffer.Write(p[:min(len(p), max(0, most-b.Len()))])
	return len(p), nil
}
