package playlist

import (
	"fmt"
	"strings"
	"testing"
)

// TestWebhook parses the section alone, as in a relay's file, and checks that another webhook is another digest, and
// that the address is in no error or formatted playlist.
func TestWebhook(t *testing.T) {
	const file = "[tell]\nurl = 'https://calls.example/secret'\ntoken = 't0ken'\n"
	said, err := ParseWebhook([]byte(file))
	if err != nil || said.URL != "https://calls.example/secret" || said.Token != "t0ken" {
		t.Errorf("%v, %v", err, said)
	}
	for _, wrong := range []string{"", "show = ['100']\n" + file, "[tell", file + "token = 'another'", "\xff"} {
		if _, err := ParseWebhook([]byte(wrong)); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	list := "show = ['100']\n"
	with, other := parse(t, list+file), parse(t, list+strings.Replace(file, "secret", "another", 1))
	if with.Digest() == other.Digest() || strings.Contains(fmt.Sprintf("%+v %#v", with, *with), "secret") {
		t.Errorf("%+v", with)
	}
}
