package endtoend

import (
	"bytes"
	"os"
	"path/filepath"
)

// byKeys is a window that is used by the keyboard alone.
type byKeys struct {
	*session
	front *picture
}

// inside is what is seen in the window.
func (k *byKeys) inside() []byte { return k.shot(k.bounds()).Pix }

// pressAndSee presses a key and waits for something in the window to look different.
func (k *byKeys) pressAndSee(key string) {
	k.t.Helper()
	before := k.inside()
	k.press(key)
	k.until("something to be seen of "+key, func() bool { return !bytes.Equal(before, k.inside()) })
	k.settled()
}

// untilSetting waits for the settings on the disk to have a text.
func (s *session) untilSetting(text string) {
	s.t.Helper()
	s.until("the setting "+text, func() bool {
		data, err := os.ReadFile(filepath.Join(profile(s.dir), "settings.json"))
		return err == nil && bytes.Contains(data, []byte(text))
	})
}
