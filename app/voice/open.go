//go:build !darwin && !windows

package voice

import (
	"cmp"
	"context"
	"os/exec"
	"strconv"
	"strings"

	"sextant/app/say"
)

// open opens speech-dispatcher, which it starts if start is set, or, if that is not available, espeak-ng.
func open(env func(string) string, start bool) (driver, error) {
	d, err := dial(env, start)
	if err == nil {
		return d, nil
	}
	_, missing := exec.LookPath(dispatcher)
	if !start && missing == nil {
		return nil, err
	}
	if _, missing := exec.LookPath(espeak); missing == nil {
		return newEspeak(), nil
	}
	if missing != nil {
		return nil, say.Error("voice.none")
	}
	return nil, err
}

const espeak = "espeak-ng"

// newEspeak makes a driver for espeak-ng. more are further arguments.
func newEspeak(more ...string) process {
	return process{command: func(ctx context.Context, o Options) *exec.Cmd {
		const usual = 175 // words a minute
		args := append([]string{"--stdin", "-s", strconv.Itoa(usual * o.Rate / 100), "-v", cmp.Or(o.Voice, o.Language)},
			more...)
		return exec.CommandContext(ctx, espeak, args...)
	}, list: espeakVoices}
}

// espeakVoices returns the voices of espeak-ng: the fourth column of its list, with underscores for spaces.
func espeakVoices(ctx context.Context) (names []string, err error) {
	table, err := output(exec.CommandContext(ctx, espeak, "--voices"))
	if err != nil {
		return nil, err
	}
	for i, line := range strings.Split(table, "\n") {
		if columns := strings.Fields(line); i > 0 && len(columns) > 4 {
			names = append(names, strings.ReplaceAll(columns[3], "_", " "))
		}
	}
	return names, nil
}
