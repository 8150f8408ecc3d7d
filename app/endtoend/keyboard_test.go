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

// untilSetting waits for the settings on the disk to have a text.
func (s *session) untilSetting(text string) {
	s.t.Helper()
	s.until("the setting "+text, func() bool {
		data, err := os.ReadFile(filepath.Join(profile(s.dir), "settings.json"))
		return err == nil && bytes.Contains(data, []byte(text))
	})
}
