package voice

import (
	"bufio"
	"context"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// open opens the system's program say.
func open(func(string) string, bool) (driver, error) {
	all := sync.OnceValue(installed)
	return process{
		command: func(ctx context.Context, o Options) *exec.Cmd {
			const usual = 180 // words a minute
			args := []string{"-f", "-", "-r", strconv.Itoa(usual * o.Rate / 100)}
			voice := o.Voice
			for _, v := range all() {
				if voice == "" && strings.HasPrefix(v.locale, o.Language) {
					voice = v.name
				}
			}
			if voice != "" {
				args = append(args, "-v", voice)
			}
			return exec.CommandContext(ctx, "say", args...)
		},
		list: func(context.Context) (names []string, err error) {
			for _, v := range all() {
				names = append(names, v.name)
			}
			return names, nil
		},
	}, nil
}

// A spoken is an installed voice with its locale, as in "fi_FI".
type spoken struct{ name, locale string }

// installed returns the installed voices, none if the query fails.
func installed() (list []spoken) {
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	out, _ := output(exec.CommandContext(ctx, "say", "-v", "?"))
	line := regexp.MustCompile(`^(.+?)\s+([a-z]{2,3}[_-]\w+)\s+#`)
	for s := bufio.NewScanner(strings.NewReader(out)); s.Scan(); {
		if m := line.FindStringSubmatch(s.Text()); m != nil {
			list = append(list, spoken{m[1], m[2]})
		}
	}
	return list
}
