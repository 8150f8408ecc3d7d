package cli

import (
	"flag"
	"fmt"
	"io"
	"slices"

	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/systemd"
)

// A userService is what install has systemd run for a user.
type userService struct {
	systemd.Unit
	secrets string // what the file with the secrets has at first
	// What install takes for the program, besides --profile: its options, those of them without a value, and others
	// whose values must not be in a unit.
	options, switches, secret []string
	// The messages on the file with the secrets, and on the unit that is gone.
	secretsAre, removed string
}

// An installation is what install is asked for.
type installation struct {
	*userService
	set     *flag.FlagSet
	print   bool
	profile string
}

// installation has the options of install, to be parsed.
func (s *userService) installation() *installation {
	in := &installation{userService: s, set: options("install")}
	in.set.Bool("user", true, "")
	in.set.BoolVar(&in.print, "print", false, "")
	in.set.StringVar(&in.profile, "profile", "", "")
	for _, name := range slices.Concat(s.options, s.secret) {
		if slices.Contains(s.switches, name) {
			in.set.Bool(name, false, "")
		} else {
			in.set.String(name, "", "")
		}
	}
	return in
}

// given returns the options that the program is to begin with. It fails where one is a secret.
func (in *installation) given() (given []string, err error) {
	set := map[string]bool{}
	in.set.Visit(func(f *flag.Flag) { set[f.Name] = true })
	for _, name := range in.secret {
		if in.value(name) != "" {
			return nil, errSecret
		}
	}
	for _, name := range in.userService.options {
		if set[name] {
			given = append(given, "--"+name+"="+in.value(name))
		}
	}
	return given, nil
}

func (in *installation) value(name string) string { return in.set.Lookup(name).Value.String() }

// makeProfile is the profile, which is made unless the unit is only printed.
func (in *installation) makeProfile() (settings.Profile, error) {
	p, err := settings.ProfileAt(in.profile)
	if err == nil && !in.print {
		p, err = settings.OpenProfile(p.Dir)
	}
	return p, err
}

// writeUnit writes the unit and the file for the secrets, and says what is to be done with them, or prints the unit.
func (in *installation) writeUnit(text, secrets string, stdout io.Writer) error {
	if in.print {
		_, err := fmt.Fprint(stdout, text)
		return err
	}
	if err := systemd.Supported(); err != nil {
		return err
	}
	if err := systemd.KeepSecrets(secrets, in.secrets); err != nil {
		return err
	}
	where, err := in.Install(text, stdout)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s\n%s\n\n%s", say.Text("unit.written", "File", where),
		say.Text(in.secretsAre, "File", secrets), in.Begin())
	return nil
}

// takeAway takes the unit away.
func (s *userService) takeAway(out io.Writer) error {
	if err := s.Remove(out); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s\n%s", say.Text(s.removed), s.End())
	return nil
}
