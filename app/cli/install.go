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
	// accepts has the program's options that install accepts, of which secret are those whose values must not be in a
	// unit.
	accepts *Flags
	secret  []string
	// The messages about the file with the secrets, and about the removed unit.
	secretsAre, removed string
}

// An installation is the parsed command line of install.
type installation struct {
	*userService
	flags   *Flags
	print   bool
	profile string
}

// installation returns the options of install, to be parsed.
func (s *userService) installation() *installation {
	in := &installation{userService: s, flags: NewFlags("install")}
	in.flags.Add("--user", new(bool), "")
	in.flags.Add("--print", &in.print, "")
	in.flags.Add("--profile DIR", &in.profile, "")
	s.accepts.set.VisitAll(func(option *flag.Flag) {
		switch {
		case in.flags.set.Lookup(option.Name) != nil:
		case s.accepts.isSwitch(option.Name):
			in.flags.Add("--"+option.Name, new(bool), "")
		default:
			in.flags.Add("--"+option.Name, new(string), "")
		}
	})
	return in
}

// given returns the options to start the program with. It fails if one is a secret.
func (in *installation) given() (given []string, err error) {
	for _, option := range in.flags.Given() {
		switch {
		case slices.Contains(in.secret, option.Name) && option.Value != "":
			return nil, errSecret
		case in.accepts.set.Lookup(option.Name) != nil && option.Name != "profile":
			given = append(given, "--"+option.Name+"="+option.Value)
		}
	}
	return given, nil
}

func (in *installation) value(name string) string { return in.flags.set.Lookup(name).Value.String() }

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
