package cli

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"sextant/app/guard"
	"sextant/app/say"
	"sextant/app/settings"
)

// reloadHint returns the sentence about reloading the keys of a running relay.
func reloadHint() string {
	return say.Text("relay.reload", "Command", "systemctl --user reload "+relayName)
}

// keyFile returns the path of a profile's file of keys.
func keyFile(dir string) (string, error) {
	p, err := settings.OpenProfile(dir)
	return p.Path(guard.KeysFile), err
}

// addKey makes credentials for a client. Only they are written to standard output, in the format of files of secrets.
func (r *relay) addKey(_ context.Context, args []string, stdout, stderr io.Writer) int {
	dir, kiosk, flags := "", false, NewFlags("key add")
	flags.Add("--profile DIR", &dir, "")
	flags.Add("--kiosk", &kiosk, "")
	words, status, ok := r.parse(flags, args, 1, stdout, stderr)
	if !ok {
		return status
	}
	if len(words) == 0 {
		return r.refuse("key add", say.Error("relay.forWhom"), stderr)
	}
	path, err := keyFile(dir)
	var before []guard.Entry
	if err == nil {
		before, err = guard.ListKeys(path)
	}
	var id, key string
	if err == nil {
		id, key, err = guard.AddKey(path, words[0], kiosk, time.Now())
	}
	if err != nil {
		return r.finish("key add", err, stderr)
	}
	fmt.Fprintf(stdout, "SEXTANT_APP_ID=%s\nSEXTANT_APP_KEY=%s\n", id, key)
	fmt.Fprintf(stderr, "%s\n%s\n", say.Text("relay.keepKey"), reloadHint())
	if len(before) == 0 {
		fmt.Fprintln(stderr, say.Text("relay.firstKey"))
	}
	return ExitDone
}

// listKeys lists the clients with a key.
func (r *relay) listKeys(_ context.Context, args []string, stdout, stderr io.Writer) int {
	dir, flags := "", NewFlags("key list")
	flags.Add("--profile DIR", &dir, "")
	if _, status, ok := r.parse(flags, args, 0, stdout, stderr); !ok {
		return status
	}
	path, err := keyFile(dir)
	var all []guard.Entry
	if err == nil {
		all, err = guard.ListKeys(path)
	}
	if err == nil && len(all) == 0 {
		fmt.Fprintln(stderr, say.Text("relay.noKeys"))
	}
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	for _, e := range all {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", e.ID, e.Class, e.Made.Local().Format("2006-01-02 15:04"), e.Name)
	}
	_ = table.Flush() // fails only if the output is closed
	return r.finish("key list", err, stderr)
}

// removeKey removes a client's key.
func (r *relay) removeKey(_ context.Context, args []string, stdout, stderr io.Writer) int {
	dir, flags := "", NewFlags("key remove")
	flags.Add("--profile DIR", &dir, "")
	words, status, ok := r.parse(flags, args, 1, stdout, stderr)
	if !ok {
		return status
	}
	if len(words) == 0 {
		return r.refuse("key remove", say.Error("relay.whose"), stderr)
	}
	path, err := keyFile(dir)
	if err == nil {
		err = guard.RemoveKey(path, words[0])
	}
	if err != nil {
		return r.finish("key remove", err, stderr)
	}
	fmt.Fprintf(stdout, "%s\n%s\n", say.Text("relay.keyGone", "Name", words[0]), reloadHint())
	if left, err := guard.ListKeys(path); err == nil && len(left) == 0 {
		fmt.Fprintln(stdout, say.Text("relay.lastKey"))
	}
	return ExitDone
}
