package cli

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

// relayName is how systemd calls the relay.
const relayName = "sextant-relay"

func relayService() systemd.Unit { return systemd.Unit{Name: relayName, By: "sextant relay install"} }

// What install takes for the relay, besides --profile: options with a value, switches, and those whose values must
// not be in a unit.
var (
	relayValues   = []string{"listen", "tls-cert", "tls-key", "public-url", "name", "base-url", "media-base-url"}
	relaySwitches = []string{"draw"}
	relaySecret   = []string{"app-id", "app-key", "client-key"}
)

// install has systemd run the relay for the user, or no more.
func (r *relay) install(_ context.Context, args []string, stdout, stderr io.Writer) int {
	set := options("install")
	set.Bool("user", true, "")
	printIt := set.Bool("print", false, "")
	profile := set.String("profile", "", "")
	for _, name := range relayValues {
		set.String(name, "", "")
	}
	for _, name := range relaySwitches {
		set.Bool(name, false, "")
	}
	for _, name := range relaySecret {
		set.String(name, "", "")
	}
	if _, status, ok := r.parse(set, args, 0, stdout, stderr); !ok {
		return status
	}
	var given []string
	secret := false
	set.Visit(func(f *flag.Flag) {
		secret = secret || slices.Contains(relaySecret, f.Name)
		if slices.Contains(relayValues, f.Name) || slices.Contains(relaySwitches, f.Name) {
			given = append(given, "--"+f.Name+"="+f.Value.String())
		}
	})
	if secret {
		return r.refuse("install", errSecret, stderr)
	}
	u, err := newRelayUnit(*profile, given, *printIt)
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
	return r.finish("install", err, stderr)
}

// remove takes the unit away.
func (r *relay) remove(_ context.Context, args []string, stdout, stderr io.Writer) int {
	if _, status, ok := r.parse(options("remove"), args, 0, stdout, stderr); !ok {
		return status
	}
	err := relayService().Remove(stdout)
	if err == nil {
		fmt.Fprintf(stdout, "%s\n%s", say.Text("unit.relay.removed"), relayService().End())
	}
	return r.finish("remove", err, stderr)
}

// A relayUnit is what systemd is to run.
type relayUnit struct {
	program string   // the path of Sextant
	profile string   // the path of the folder that may be written to
	options []string // of the relay, besides the profile
}

// newRelayUnit is the unit for a profile, which is made unless the unit is only printed.
func newRelayUnit(dir string, options []string, printIt bool) (u relayUnit, err error) {
	p, err := settings.ProfileAt(dir)
	if err == nil && !printIt {
		p, err = settings.OpenProfile(p.Dir)
	}
	if err != nil {
		return u, err
	}
	program, err := os.Executable()
	return relayUnit{program, p.Dir, options}, err
}

func (u relayUnit) secrets() string { return filepath.Join(u.profile, "relay.env") }

// install writes the unit and the file for the secrets, and says what is to be done with them.
func (u relayUnit) install(text string, stdout io.Writer) error {
	if err := systemd.Supported(); err != nil {
		return err
	}
	if err := systemd.KeepSecrets(u.secrets(), relaySecrets); err != nil {
		return err
	}
	where, err := relayService().Install(text, stdout)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s\n%s\n\n%s", say.Text("unit.written", "File", where), say.Text("unit.relay.secrets", "File", u.secrets()), relayService().Begin())
	return nil
}

// text is the unit's file. It fails for a path that systemd cannot be told.
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

// relaySecrets is what the file with the secrets has at first.
const relaySecrets = `# What the relay must know, and nobody else: only you can read this file.
# Take away the # of a line that you fill in, and then: systemctl --user restart ` + relayName + `

# The credentials for the teletext service, which the relay's clients never see.
#SEXTANT_APP_ID=
#SEXTANT_APP_KEY=

# Credentials that clients may have besides those of sextant relay key add, as ID:KEY.
#SEXTANT_CLIENT_KEY=
`
