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

// TestEndsWell cuts recordings of every kind at each of their last bytes: only whole ones end well, and those that are
// cut between two frames.
func TestEndsWell(t *testing.T) {
	for _, c := range corpus {
		data := corpusFile(t, c.name)
		if c.kind == KindUnknown && c.name != "truncated" && !EndsWell(bytes.NewReader(data), int64(len(data))) {
			t.Errorf("%s does not end well", c.name)
		}
		if c.kind != KindUnknown || strings.HasPrefix(c.name, "id3v1") {
			continue
		}
		well := 0
		for n := len(data) - 1000; n < len(data)-500; n++ {
			if EndsWell(bytes.NewReader(data), int64(n)) {
				well++
			}
		}
		if well > 20 { // frames of 24 bytes are the shortest
			t.Errorf("%s ends well at %d of 500 bytes", c.name, well)
		}
	}
	sound := times(3, fixture(t, "mono44.mp3"))
	ape := []byte("APETAGEX\xd0\x07\x00\x00\x00\x00\x02\x00\x01\x00\x00\x00\x00\x00\x00\xa0")
	ape = append(ape, make([]byte, 1<<17+8)...)
	for name, tt := range map[string]struct {
		data []byte
		want bool
	}{
		"a tag behind":             {join(sound, oldTag("a", "b", "c")), true},
		"half of a tag behind":     {join(sound, oldTag("a", "b", "c")[:60]), false},
		"a long tag behind":        {join(sound, ape), true},
		"half of a long tag":       {join(sound, ape[:1<<16+5000]), false},
		"zeros behind":             {join(sound, make([]byte, 3000)), true},
		"half of the tag in front": {slipTag(4, 0, photo(100000))[:70000], false},
		"nothing":                  {nil, false},
		"two bytes of a header":    {join(sound, plain()[:2]), false},
	} {
		if got := EndsWell(bytes.NewReader(tt.data), int64(len(tt.data))); got != tt.want {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}
