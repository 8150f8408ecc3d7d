package command

import (
	"errors"
	"fmt"
	"hash/crc32"
	"strings"
	"unicode"
	"unicode/utf8"
)

// unitName is how systemd calls the screen.
const unitName = "sextant-kiosk"

// A unit is what systemd is to run.
type unit struct {
	compositor string // "cage" or "x"
	runner     string // the path of cage or xinit
	program    string // the path of Sextant
	options    []string
	secrets    string // the path of the file with what must be known
}

// command is what is run. The watchdog is for the process that systemd starts, which is not the one that feeds it.
func (u unit) command() []string {
	screen := append([]string{"/usr/bin/env", "-u", "WATCHDOG_PID", u.program, "--kiosk"}, u.options...)
	if u.compositor == "x" {
		return append(append([]string{u.runner}, screen...), "--", ":0", "vt7", "-nolisten", "tcp")
	}
	return append([]string{u.runner, "-d", "--"}, screen...)
}

// text is the unit's file. It fails for a path that systemd cannot be told.
func (u unit) text() (string, error) {
	words := make([]string, 0, 16)
	for _, word := range u.command() {
		if !utf8.ValidString(word) || strings.ContainsRune(word, 0) {
			return "", fmt.Errorf("systemd cannot be told of %q", word)
		}
		words = append(words, quote(word))
	}
	if !utf8.ValidString(u.secrets) || strings.ContainsFunc(u.secrets, unicode.IsControl) {
		return "", fmt.Errorf("systemd cannot be told of %q", u.secrets)
	}
	pause := "1"
	if u.compositor == "x" { // xinit takes a second to end
		pause = "300ms"
	}
	body := fmt.Sprintf(`[Unit]
Description=Sextant on a public screen
# It never gives up.
StartLimitIntervalSec=0

[Service]
Type=notify
# The program stands behind what draws its window, and speaks for it.
NotifyAccess=all
# It says every 15 seconds that it has drawn what it should; where it does not, it is started anew.
WatchdogSec=30
Restart=always
RestartSec=%s
TimeoutStopSec=10
EnvironmentFile=-%s
ExecStart=%s

[Install]
WantedBy=default.target
`, pause, strings.ReplaceAll(u.secrets, "%", "%%"), strings.Join(words, " "))
	return seal(body) + body, nil
}

// seal is the first line of a unit that nobody has changed.
func seal(body string) string {
	return fmt.Sprintf("# Written by sextant kiosk install (%08x).\n", crc32.ChecksumIEEE([]byte(body)))
}

// isUnchanged tells whether a unit is as it was written.
func isUnchanged(text string) bool {
	first, body, _ := strings.Cut(text, "\n")
	return first+"\n" == seal(body)
}

// quote writes a word for a command of a unit, in which systemd expands specifiers (%) and variables ($), and takes
// backslashes as C does.
func quote(word string) string {
	var b strings.Builder
	for _, r := range word {
		switch {
		case r == '%' || r == '$':
			b.WriteString(string(r) + string(r))
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			b.WriteRune(r)
		}
	}
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("%$-_=./:,+@", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return b.String()
	}
	return `"` + b.String() + `"`
}

// secretsText is what the file with the secrets has at first.
const secretsText = `# What Sextant must know on a public screen, and nobody else: only you can read this file.
# Take away the # of a line that you fill in, and then: systemctl --user restart ` + unitName + `

# The credentials for the teletext service.
#SEXTANT_APP_ID=
#SEXTANT_APP_KEY=

# What whoever asks --status must know, eight characters or more. Without it only this machine may ask.
#SEXTANT_STATUS_TOKEN=
`

var errSecret = errors.New("what is secret goes into a file that only you can read, which install makes and names")
