package command

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/systemd"
)

// unitName is how systemd calls the relay.
const unitName = "sextant-relay"

func service() systemd.Unit { return systemd.Unit{Name: unitName, By: "sextant relay install"} }

var errSecret = say.Error("unit.secret")

// secrets are the options whose values must not be in a unit.
var secrets = []string{"app-id", "app-key", "client-key"}

// install has systemd run the relay for the user, or no more.
func (r *Relay) install(_ context.Context, args []string, stdout, stderr io.Writer) int {
	set := options("install")
	set.Bool("user", true, "")
	printIt := set.Bool("print", false, "")
	profile := set.String("profile", "", "")
	for _, name := range r.Options {
		set.String(name, "", "")
	}
	for _, name := range r.Switches {
		set.Bool(name, false, "")
	}
	for _, name := range secrets {
		set.String(name, "", "")
	}
	if _, status, ok := r.parse(set, args, 0, stdout, stderr); !ok {
		return status
	}
	var given []string
	secret := false
	set.Visit(func(f *flag.Flag) {
		secret = secret || slices.Contains(secrets, f.Name)
		if slices.Contains(r.Options, f.Name) || slices.Contains(r.Switches, f.Name) {
			given = append(given, "--"+f.Name+"="+f.Value.String())
		}
	})
	if secret {
		return misused("install", errSecret, stderr)
	}
	u, err := relayUnit(*profile, given, *printIt)
	var text string
	if err == nil {
		text, err = u.text()
	}
	switch {
	case err != nil:
	case *printIt:
		_, err = fmt.Fprint(stdout, text)
	default:
		systemd.Warn(u.program, stderr)
		err = u.install(text, stdout)
	}
	return finish("install", err, stderr)
}

// remove takes the unit away.
func (r *Relay) remove(_ context.Context, args []string, stdout, stderr io.Writer) int {
	if _, status, ok := r.parse(options("remove"), args, 0, stdout, stderr); !ok {
		return status
	}
	err := service().Remove(stdout)
	if err == nil {
		fmt.Fprintf(stdout, "%s\n%s", say.Text("unit.relay.removed"), service().End())
	}
	return finish("remove", err, stderr)
}

// A unit is what systemd is to run.
type unit struct {
	program string   // the path of Sextant
	profile string   // the path of the folder that may be written to
	options []string // of the relay, besides the profile
}

// relayUnit is the unit for a profile, which is made unless the unit is only printed.
func relayUnit(dir string, options []string, printIt bool) (u unit, err error) {
	p, err := settings.ProfileAt(dir)
	if err == nil && !printIt {
		p, err = settings.OpenProfile(p.Dir)
	}
	if err != nil {
		return u, err
	}
	program, err := os.Executable()
	return unit{program, p.Dir, options}, err
}

func (u unit) secrets() string { return filepath.Join(u.profile, "relay.env") }

// install writes the unit and the file for the secrets, and says what is to be done with them.
func (u unit) install(text string, stdout io.Writer) error {
	if err := systemd.Supported(); err != nil {
		return err
	}
	if err := systemd.KeepSecrets(u.secrets(), secretsText); err != nil {
		return err
	}
	where, err := service().Install(text, stdout)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s\n%s\n\n%s", say.Text("unit.written", "File", where), say.Text("unit.relay.secrets", "File", u.secrets()), service().Begin())
	return nil
}

// text is the unit's file. It fails for a path that systemd cannot be told.
func (u unit) text() (string, error) {
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
	return service().Text(fmt.Sprintf(`[Unit]
Description=Sextant for many screens
# It never gives up, not even while there is no network, for which a user's units cannot wait.
StartLimitIntervalSec=0

[Service]
Type=notify
# It says every 15 seconds that it is well; where it does not, it is started anew.
WatchdogSec=30
Restart=always
RestartSec=1
# Answers that are under way have 10 seconds.
TimeoutStopSec=20
EnvironmentFile=-%s
ExecStart=%s
# It reads its keys and its certificate anew.
ExecReload=/bin/kill -HUP $MAINPID
MemoryMax=300M
NoNewPrivileges=yes
LockPersonality=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
# It writes to its profile alone. Where the system gives its users no namespaces, these lines have to go.
PrivateUsers=yes
PrivateTmp=yes
ProtectSystem=strict
ReadWritePaths=%s

[Install]
WantedBy=default.target
`, secrets, command, folder)), nil
}

// secretsText is what the file with the secrets has at first.
const secretsText = `# What the relay must know, and nobody else: only you can read this file.
# Take away the # of a line that you fill in, and then: systemctl --user restart ` + unitName + `

# The credentials for the teletext service, which the relay's clients never see.
#SEXTANT_APP_ID=
#SEXTANT_APP_KEY=

# Credentials that clients may have besides those of sextant relay key add, as ID:KEY.
#SEXTANT_CLIENT_KEY=
`
