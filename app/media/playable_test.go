package media

import (
	"reflect"
	"testing"
)

// TestPlayablesHereFirst checks that addresses that Sextant can play come first, and that each is listed once.
func TestPlayablesHereFirst(t *testing.T) {
	doc, err := Parse(
		[]byte(`{"data":[{"url":"https://h/s.m3u8","drm":true,"language":"fi"},{"url":"https://h/a.mp3","lang":"sv"},
		{"url":"https://h/b.mp3","protected":true},{"url":"https://h/x","protocol":"hls"},{"url":"https://h/a.mp3"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []Playable{
		{URL: "https://h/a.mp3", Format: MP3, Language: "sv"},
		{URL: "https://h/s.m3u8", Format: HLS, Protected: true, Language: "fi"},
		{URL: "https://h/b.mp3", Format: MP3, Protected: true},
		{URL: "https://h/x", Format: HLS},
	}
	if got := Playables(doc); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func FuzzPlayables(f *testing.F) {
	f.Add([]byte(`{"data":[{"url":"http://h/a.mp3?s=1","drm":false},{"id":1}]}`))
	f.Add([]byte(`[{"id":1,"v":"a"},{"href":"//h/b.m3u8"},[],{"protected":{"url":"http://h/c"}}]`))
	f.Add([]byte(`7`))
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, err := Parse(data)
		if err != nil {
			return
		}
		elsewhere := false
		for _, p := range Playables(doc) {
			if !isWebAddress(p.URL) || p.Here() && elsewhere {
				t.Errorf("%+v", p)
			}
			elsewhere = elsewhere || !p.Here()
		}
	})
}
