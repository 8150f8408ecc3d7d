package cli

import (
	"fmt"

	"sextant/app/systemd"
)

// kioskName is the name of the screen's unit.
const kioskName = "sextant-kiosk"

// A kioskUnit has the parameters of the screen's unit.
type kioskUnit struct {
	compositor string // "cage" or "x"
	runner     string // the path of cage or xinit
	program    string // the path of Sextant
	options    []string
	secrets    string // the path of the file with the secrets
}

// command returns the command line. WATCHDOG_PID is unset because the program that feeds the watchdog is not the
// process that systemd starts.
func (u kioskUnit) command() []string {
	screen := append([]string{"/usr/bin/env", "-u", "WATCHDOG_PID", u.program, "--kiosk"}, u.options...)
	if u.compositor == "x" {
		return append(append([]string{u.runner}, screen...), "--", ":0", "vt7", "-nolisten", "tcp")
	}
	return append([]string{u.runner, "-d", "--"}, screen...)
}

// text returns the unit's file. It fails for a path that a unit cannot express.
func (u kioskUnit) text() (string, error) {
	command, err := systemd.Command(u.command())
	if err != nil {
		return "", err
	}
	secrets, err := systemd.File(u.secrets)
	if err != nil {
		return "", err
	}
	pause := "1"
	if u.compositor == "x" { // xinit takes a second to end
		pause = "300ms"
	}
	body := fmt.Sprintf(`[Unit]
Description=Sextant on a public screen
# Always restart, however often it fails.
StartLimitIntervalSec=0

[Service]
Type=notify
# Sextant notifies systemd from inside the compositor.
NotifyAccess=all
# Sextant confirms every 15 seconds that the right page is on the screen. If it does not, systemd restarts it.
WatchdogSec=30
Restart=always
RestartSec=%s
TimeoutStopSec=10
EnvironmentFile=-%s
ExecStart=%s
%s
[Install]
WantedBy=default.target
`, pause, secrets, command, u.confinement())
	return kioskService().Text(body), nil
}

// confinement returns the directives that prevent the program from gaining privileges. An X server may need them:
// Debian's has a setuid wrapper.
func (u kioskUnit) confinement() string {
	if u.compositor != "cage" {
		return ""
	}
	return `# No program that it starts gets more rights.
NoNewPrivileges=yes
LockPersonality=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
`
}

// kioskSecrets is the initial content of the file with the secrets.
const kioskSecrets = `# Secrets of a public screen. Only you can read this file.
# Remove the # of each line that you fill in, then run: systemctl --user restart ` + kioskName + `

# The teletext service: its address and its credentials.
#SEXTANT_BASE_URL=
#SEXTANT_APP_ID=
#SEXTANT_APP_KEY=

# Token for --status, at least eight characters. Without it, only this machine can read the status.
#SEXTANT_STATUS_TOKEN=
`
