package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"sextant/app/systemd"
)

// relayName is the name of the relay's unit.
const relayName = "sextant-relay"

func relayService() *userService {
	return &userService{
		Unit: systemd.Unit{Name: relayName, By: "sextant relay install"}, secrets: relaySecrets,
		accepts:    new(RelayOptions).flags(NoVariables),
		secret:     []string{"app-id", "app-key", "client-key"},
		secretsAre: "unit.relay.secrets", removed: "unit.relay.removed",
	}
}

// install installs the user unit of the relay, or removes it.
func (r *relay) install(_ context.Context, args []string, stdout, stderr io.Writer) int {
	in := relayService().installation()
	if _, status, ok := r.parse(in.flags, args, 0, stdout, stderr); !ok {
		return status
	}
	given, err := in.given()
	if err != nil {
		return r.refuse("install", err, stderr)
	}
	u, err := in.relayUnit(given)
	var text string
	if err == nil {
		text, err = u.text()
	}
	if err == nil {
		if !in.print {
			systemd.Warn(u.program, stderr)
		}
		err = in.writeUnit(text, u.secrets(), stdout)
	}
	return r.finish("install", err, stderr)
}

// remove removes the unit.
func (r *relay) remove(_ context.Context, args []string, stdout, stderr io.Writer) int {
	if _, status, ok := r.parse(NewFlags("remove"), args, 0, stdout, stderr); !ok {
		return status
	}
	return r.finish("remove", relayService().takeAway(stdout), stderr)
}

// A relayUnit has the parameters of the relay's unit.
type relayUnit struct {
	program string   // the path of Sextant
	profile string   // the path of the folder that is writable
	options []string // of the relay, besides the profile
}

// relayUnit returns the unit for the profile.
func (in *installation) relayUnit(given []string) (u relayUnit, err error) {
	p, err := in.makeProfile()
	if err != nil {
		return u, err
	}
	program, err := os.Executable()
	return relayUnit{program, p.Dir, given}, err
}

func (u relayUnit) secrets() string { return filepath.Join(u.profile, "relay.env") }

// text returns the unit's file. It fails for a path that a unit cannot express.
func (u relayUnit) text() (string, error) {
	command, err := systemd.Command(append([]string{u.program, "relay", "--profile=" + u.profile}, u.options...))
	if err != nil {
		return "", err
	}
	secrets, err := systemd.File(u.secrets())
	if err != nil {
		return "", err
	}
	folder, err := systemd.Folder(u.profile)
	if err != nil {
		return "", err
	}
	return relayService().Text(fmt.Sprintf(`[Unit]
Description=Sextant for many screens
# Always restart, also while there is no network yet: a user's units cannot wait for it.
StartLimitIntervalSec=0

[Service]
Type=notify
# The relay confirms every 15 seconds that it works. If it does not, systemd restarts it.
WatchdogSec=30
Restart=always
RestartSec=1
# Answers in progress get 10 seconds to finish.
TimeoutStopSec=20
EnvironmentFile=-%s
ExecStart=%s
# Reloads client keys and certificate.
ExecReload=/bin/kill -HUP $MAINPID
MemoryMax=300M
NoNewPrivileges=yes
LockPersonality=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
# It can write to its profile only. Remove these lines if users get no namespaces on this system.
PrivateUsers=yes
PrivateTmp=yes
ProtectSystem=strict
ReadWritePaths=%s

[Install]
WantedBy=default.target
`, secrets, command, folder)), nil
}

// relaySecrets is the initial content of the file with the secrets.
const relaySecrets = `# Secrets of the relay. Only you can read this file.
# Remove the # of each line that you fill in, then run: systemctl --user restart ` + relayName + `

# The teletext service: its address and its credentials. The relay's clients never see them.
#SEXTANT_BASE_URL=
#SEXTANT_APP_ID=
#SEXTANT_APP_KEY=

# More credentials for clients, besides those of "sextant relay key add", as ID:KEY.
#SEXTANT_CLIENT_KEY=
`
