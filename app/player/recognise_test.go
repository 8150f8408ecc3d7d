package player

import (
	"bytes"
	"strings"
	"testing"
)

func TestRecognise(t *testing.T) {
	frames := bytes.Repeat(plain(), 5)
	for name, tt := range map[string]struct {
		data string
		ok   bool
	}{
		"frames":     {string(frames), true},
		"junk first": {strings.Repeat("junk ", 100) + string(frames), true},
		"8 kHz":      {string(bytes.Repeat(mpeg25er(), 5)), true},
		"layer II":   {string(bytes.Repeat(layerII(), 5)), true},
		"a web page": {"<!DOCTYPE html><html><body>Sorry</body></html>", false},
		"nothing":    {"", false},
		"a picture":  {"\x89PNG\r\n\x1a\n" + strings.Repeat("\xff\x00", 300), false},
	} {
		err := Recognise(strings.NewReader(tt.data), int64(len(tt.data)))
		if (err == nil) != tt.ok || err != nil && KindOf(err) != KindNotMP3 {
			t.Errorf("%s: %v", name, err)
		}
	}
}
