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

// A userService is a service that install sets up for systemd's user instance.
type userService struct {
	systemd.Unit
	secrets string // the initial content of the file with the secrets
	// The program's options that install accepts besides --profile: those with a value, those without, and those whose
	// values must not be in a unit.
	options, switches, secret []string
	// The messages about the file with the secrets, and about the removed unit.
	secretsAre, removed string
}

// An installation is the parsed command line of install.
type installation struct {
	*userService
	set     *flag.FlagSet
	print   bool
	profile string
}

// installation returns the options of install, to be parsed.
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

// given returns the options to start the program with. It fails if one is a secret.
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

// makeProfile returns the profile, and creates it unless the unit is only printed.
func (in *installation) makeProfile() (settings.Profile, error) {
	p, err := settings.ProfileAt(in.profile)
	if err == nil && !in.print {
		p, err = settings.OpenProfile(p.Dir)
	}
	return p, err
}

// writeUnit writes the unit and the file for the secrets, and prints the next steps; or it only prints the unit.
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

// takeAway removes the unit.
func (s *userService) takeAway(out io.Writer) error {
	if err := s.Remove(out); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s\n%s", say.Text(s.removed), s.End())
	return nil
}
