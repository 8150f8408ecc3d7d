package listen

import (
	"errors"
	"strings"
	"testing"

	"sextant/app/api"
	"sextant/app/player"
)

// TestEverySoundFailureHasWords checks that each kind of failure has its own words.
func TestEverySoundFailureHasWords(t *testing.T) {
	for k := player.KindNoDevice; k <= player.KindSource; k++ {
		if m := soundMessage(&player.Error{Kind: k}); m.Sentence == "" ||
			m.Sentence == "Sextant cannot play the recording." {
			t.Errorf("sound failure %v has the words %q", k, m.Sentence)
		}
	}
	lost := &player.Error{Kind: player.KindSource, Err: &api.Error{Kind: api.NoNetwork}}
	if m := soundMessage(lost); !strings.Contains(m.Sentence, "connection") {
		t.Errorf("%q", m.Sentence)
	}
	if m := soundMessage(errors.New("b")); m.Hint != "B." {
		t.Errorf("%+v", m)
	}
}
