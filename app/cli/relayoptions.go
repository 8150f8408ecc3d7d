package cli

import (
	"cmp"
	"net/url"
	"os"
	"strconv"
	"strings"

	"sextant/app/say"
	"sextant/app/station"
)

// RelayOptions are the options of a relay.
type RelayOptions struct {
	station.Overrides
	Profile, Listen, ClientKey, Cert, Key, Name, PublicURL string
	// Webhook is the file with the webhook for public screens that no longer report, empty for none.
	Webhook string
	// Draw: pictures are drawn here. NoPages: there are no pages for people.
	Draw, NoPages bool
}

// flags declares the options.
func (o *RelayOptions) flags(env func(string) string) *Flags {
	o.Listen, o.ClientKey = ":8080", env("SEXTANT_CLIENT_KEY")
	o.Name, _ = os.Hostname() // if that fails, the relay has no name
	f := NewFlags("relay")
	f.Add("--listen ADDR", &o.Listen, "option.relay.listen")
	f.Add("--client-key ID:KEY", &o.ClientKey, "option.relay.clientKey")
	f.Add("--tls-cert FILE", &o.Cert, "option.relay.cert")
	f.Add("--tls-key FILE", &o.Key, "option.relay.key")
	f.Add("--public-url URL", &o.PublicURL, "option.relay.publicURL")
	f.Add("--draw", &o.Draw, "option.relay.draw")
	f.Add("--name NAME", &o.Name, "option.relay.name")
	f.Add("--no-pages", &o.NoPages, "option.relay.noPages")
	f.Add("--tell FILE", &o.Webhook, "option.relay.tell")
	f.Add("--profile DIR", &o.Profile, "option.profile")
	f.Service(&o.Overrides, env)
	return f
}

// ParseRelay parses the options of a relay.
func ParseRelay(args []string, env func(string) string) (o RelayOptions, err error) {
	words, err := o.flags(env).Parse(args)
	if err != nil {
		return o, err
	}
	o.PublicURL = strings.TrimRight(o.PublicURL, "/")
	id, key, ok := strings.Cut(o.ClientKey, ":")
	switch {
	case len(words) > 0:
		err = say.Error("usage.whatFor", "Text", strconv.Quote(words[0]))
	case (o.Cert == "") != (o.Key == ""):
		err = say.Error("usage.relay.tls")
	case o.PublicURL != "" && !isBase(o.PublicURL):
		err = say.Error("usage.relay.publicURL")
	case o.ClientKey != "" && (!ok || id == "" || key == ""):
		err = say.Error("usage.relay.clientKey")
	default:
		err = cmp.Or(CheckService(&o.Overrides), Listen("--listen", o.Listen))
	}
	return o, err
}

// isBase reports whether paths can be appended to an address.
func isBase(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") &&
		u.Host != "" && u.User == nil && u.RawQuery == "" && u.Fragment == ""
}
