package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"sextant/app/guard"
	"sextant/app/say"
	"sextant/app/settings"
)

// setPIN sets or removes the PIN for leaving a public screen.
func (k *kiosk) setPIN(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	dir, clearIt, flags := "", false, NewFlags("pin")
	flags.Add("--profile DIR", &dir, "")
	flags.Add("--clear", &clearIt, "")
	words, status, ok := k.parse(flags, args, -1, stdout, stderr)
	switch {
	case !ok:
		return status
	case len(words) > 0:
		return k.refuse("pin", say.Error("pin.inCommandLine"), stderr)
	}
	profile, err := settings.OpenProfile(dir)
	done := say.Text("pin.set")
	switch {
	case err != nil:
	case clearIt:
		done = say.Text("pin.cleared")
		err = guard.ClearPIN(profile)
	default:
		var digits string
		if digits, err = askPIN(ctx, os.Stdin, stderr); err == nil {
			err = guard.SetPIN(profile, digits)
		}
	}
	if err == nil {
		fmt.Fprintln(stdout, done)
	}
	return k.finish("pin", err, stderr)
}

// askPIN reads a PIN: twice from a terminal, without echo, or else the first line of the input.
func askPIN(ctx context.Context, in *os.File, prompts io.Writer) (string, error) {
	if !term.IsTerminal(int(in.Fd())) {
		line, err := bufio.NewReader(io.LimitReader(in, 1<<10)).ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return "", say.Wrap(err, "pin.unread")
		}
		return strings.TrimRight(line, "\r\n"), nil
	}
	first, err := askHidden(ctx, in, prompts,
		say.Text("pin.ask", "Least", guard.LeastDigits, "Most", guard.MostDigits)+" ")
	if err != nil {
		return "", err
	}
	again, err := askHidden(ctx, in, prompts, say.Text("pin.again")+" ")
	if err == nil && again != first {
		err = say.Error("pin.different")
	}
	return first, err
}

// askHidden reads a line from a terminal without echo. It restores the terminal, also when ctx ends.
func askHidden(ctx context.Context, in *os.File, prompts io.Writer, prompt string) (string, error) {
	fd := int(in.Fd())
	before, err := term.GetState(fd)
	if err != nil {
		return "", say.Wrap(err, "pin.noTerminal")
	}
	type answer struct {
		line []byte
		err  error
	}
	answers := make(chan answer, 1)
	fmt.Fprint(prompts, prompt)
	defer fmt.Fprintln(prompts)
	go func() {
		line, err := term.ReadPassword(fd)
		answers <- answer{line, err}
	}()
	select {
	case a := <-answers:
		if a.err != nil {
			return "", say.Wrap(a.err, "pin.unread")
		}
		return string(a.line), nil
	case <-ctx.Done():
		_ = term.Restore(fd, before)
		return "", say.Error("pin.givenUp")
	}
}
