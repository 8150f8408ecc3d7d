package cli

import (
	"context"
	"fmt"
	"io"
	"time"

	"sextant/app/say"
	"sextant/app/screen/playlist"
	"sextant/app/settings"
	"sextant/app/webhook"
	"sextant/app/words"
)

// tryWebhook sends a test notification like those of a public screen.
func (k *kiosk) tryWebhook(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var try bool
	var dir, key string
	flags := NewFlags("tell")
	flags.Add("--try", &try, "")
	flags.Add("--profile DIR", &dir, "")
	flags.Add("--playlist-key KEY", &key, "")
	all, status, ok := k.parse(flags, args, -1, stdout, stderr)
	switch {
	case !ok:
		return status
	case !try || len(all) > 1:
		return k.refuse("tell", say.Error("usage.kiosk.tellTry"), stderr)
	}
	where := ""
	if len(all) == 1 {
		where = all[0]
	}
	return k.finish("tell", postTest(ctx, where, dir, key, stdout), stderr)
}

// postTest sends the test notification of a playlist, or of the profile's if where is empty.
func postTest(ctx context.Context, where, dir, key string, stdout io.Writer) error {
	if where == "" {
		profile, err := settings.OpenProfile(dir)
		if err != nil {
			return err
		}
		where = profile.Path(playlist.File)
	}
	p, err := read(ctx, where, key)
	if err != nil {
		return err
	}
	t := &p.Webhook
	if t.URL == "" {
		return say.Error("call.nobody")
	}
	title, text := words.CallTest(t.Screen())
	m := webhook.Message{
		Screen: t.Screen(), State: webhook.Test, Title: title, Text: text, Link: t.Link,
		At: time.Now(),
	}
	if err := webhook.Post(ctx, t.Target, m); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return say.Error("call.notSent", "Error", words.CallFailure(err))
	}
	fmt.Fprintln(stdout, say.Text("call.sent"))
	return nil
}
