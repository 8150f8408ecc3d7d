package cli

import (
	"cmp"
	"net/url"
	"os"
	"slices"
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
	Webhook     string
	Draw, Pages bool
}

// relayHelp returns the options in "sextant relay --help".
func relayHelp() []Line {
	return slices.Concat([]Line{
		{Word: "--listen ADDR", Words: say.Text("option.relay.listen")},
		{Word: "--client-key ID:KEY", Words: say.Text("option.relay.clientKey")},
		{Word: "--tls-cert FILE", Words: say.Text("option.relay.cert")},
		{Word: "--tls-key FILE", Words: say.Text("option.relay.key")},
		{Word: "--public-url URL", Words: say.Text("option.relay.publicURL")},
		{Word: "--draw", Words: say.Text("option.relay.draw")},
		{Word: "--name NAME", Words: say.Text("option.relay.name")},
		{Word: "--no-pages", Words: say.Text("option.relay.noPages")},
		{Word: "--tell FILE", Words: say.Text("option.relay.tell")},
		{Word: "--profile DIR", Words: say.Text("option.profile")},
	}, ServiceOptions())
}

// ParseRelay parses the options of a relay.
func ParseRelay(args []string, env func(string) string) (o RelayOptions, err error) {
	set := options("relay")
	host, _ := os.Hostname() // if that fails, the relay has no name
	o.Flags(set, env)
	set.StringVar(&o.Profile, "profile", "", "")
	set.StringVar(&o.Listen, "listen", ":8080", "")
	set.StringVar(&o.ClientKey, "client-key", env("SEXTANT_CLIENT_KEY"), "")
	set.StringVar(&o.Cert, "tls-cert", "", "")
	set.StringVar(&o.Key, "tls-key", "", "")
	set.StringVar(&o.Name, "name", host, "")
	set.StringVar(&o.PublicURL, "public-url", "", "")
	set.StringVar(&o.Webhook, "tell", "", "")
	noPages := set.Bool("no-pages", false, "")
	set.BoolVar(&o.Draw, "draw", false, "")
	if err := set.Parse(args); err != nil {
		return o, Wrong(err)
	}
	o.Pages = !*noPages
	o.PublicURL = strings.TrimRight(o.PublicURL, "/")
	id, key, ok := strings.Cut(o.ClientKey, ":")
	switch {
	case set.NArg() > 0:
		err = say.Error("usage.whatFor", "Text", strconv.Quote(set.Arg(0)))
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
