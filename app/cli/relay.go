package cli

import (
	"context"
	"fmt"
	"io"
	"time"

	"sextant/app/discover"
	"sextant/app/say"
)

// listenFor is how long find waits for answers of relays on the network.
const listenFor = 2 * time.Second

// relay is the command "sextant relay" except for the relay itself: its clients' keys, the relays on the network, and
// the systemd unit.
type relay struct{ command }

// Relay runs "sextant relay" with arguments, and returns the exit status. serve runs the relay itself until ctx ends.
func Relay(ctx context.Context, args []string, env func(string) string, stdout, stderr io.Writer,
	serve func(ctx context.Context, o RelayOptions, log io.Writer) error,
) int {
	r := &relay{command{name: "sextant relay", about: say.Text("usage.relay.about")}}
	r.flags = new(RelayOptions).flags(env)
	r.use = Line{Word: "[options]", Words: say.Text("usage.relay.run")}
	r.bare = func(ctx context.Context, args []string, _, stderr io.Writer) int {
		o, err := ParseRelay(args, env)
		if err != nil {
			return r.refuse("", err, stderr)
		}
		if err := serve(ctx, o, stderr); err != nil {
			fmt.Fprintf(stderr, "%s: %s\n", r.name, Short(err.Error()))
			return ExitError
		}
		return ExitDone
	}
	r.verbs = []verb{
		{"key add", Line{Word: "key add [--kiosk] [--profile DIR] NAME", Words: say.Text("usage.relay.add")}, r.addKey},
		{"key list", Line{Word: "key list [--profile DIR]", Words: say.Text("usage.relay.list")}, r.listKeys},
		{
			"key remove",
			Line{Word: "key remove [--profile DIR] NAME", Words: say.Text("usage.relay.removeKey")},
			r.removeKey,
		},
		{"key", Line{}, func(_ context.Context, _ []string, _, stderr io.Writer) int {
			return r.refuse("key", say.Error("usage.relay.key"), stderr)
		}},
		{"find", Line{Word: "find", Words: say.Text("usage.relay.find")}, r.find},
		{"install", Line{Word: "install [--user] [options]", Words: say.Text("usage.relay.install")}, r.install},
		{"remove", Line{Word: "remove", Words: say.Text("usage.remove")}, r.remove},
	}
	return r.main(ctx, args, stdout, stderr)
}

// find lists the relays on the network.
func (r *relay) find(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if _, status, ok := r.parse(NewFlags("find"), args, 0, stdout, stderr); !ok {
		return status
	}
	found, err := discover.Browse(ctx, listenFor)
	if err == nil && len(found) == 0 {
		err = say.Error("relay.noneFound")
	}
	for _, f := range found {
		key := ""
		if f.NeedsKey {
			key = "  (" + say.Text("relay.wantsKey") + ")"
		}
		fmt.Fprintf(stdout, "%s  %s%s\n", f.URL, f.Name, key)
	}
	return r.finish("find", err, stderr)
}
