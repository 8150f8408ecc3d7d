package window

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sextant/app/media"
	"sextant/app/player"
	"sextant/app/testkit/servicetest"
)

// isHeard waits until something plays.
func (u *user) isHeard() {
	u.t.Helper()
	for range 200 {
		if s := u.parts.Listen.State(); s.Player.Status == player.Playing && s.Length > 0 {
			return
		}
		u.pass(100 * time.Millisecond)
	}
	u.t.Fatalf("nothing plays: %+v", u.parts.Listen.State().Player)
}

// TestMarksByKeys marks moments of a recording, types a note, removes a mark and undoes that, plays from a mark, and
// finds all marks after a restart.
func TestMarksByKeys(t *testing.T) {
	inWindow(t, servicetest.Demo(t), nil, func(t *testing.T, u *user) {
		marks := func() (all []string) {
			for _, k := range u.parts.Listen.Marks.All() {
				all = append(all, fmt.Sprintf("%v %s", k.Moment.Round(time.Second), k.Note))
			}
			return all
		}
		expect := func(want, after string) {
			t.Helper()
			if got := strings.Join(marks(), "|"); got != want {
				t.Errorf("after %s: %q, want %q", after, got, want)
			}
		}
		u.press("b")
		if len(marks()) != 0 || !strings.Contains(u.says(), "Nothing is playing") {
			t.Errorf("nothing plays, and %q is marked; %q", marks(), u.says())
		}
		u.press("Ctrl+M", "Enter")
		u.isHeard()
		u.press("Space") // pauses
		seek := func(to time.Duration) {
			u.parts.Listen.SeekTo(to)
			u.pass(time.Second)
		}
		seek(2 * time.Second)
		u.press("b")
		expect("2s ", "B")
		seek(4 * time.Second)
		u.named("mark with a note")
		u.typed("the tide turns")
		u.press("Enter")
		expect("4s the tide turns|2s ", "a note")
		u.press("Ctrl+4")
		for _, words := range []string{"the tide turns", "0:04", "0:02", "2 marks", "Save all…"} {
			if !strings.Contains(u.says(), words) {
				t.Errorf("%q is not seen in %q", words, u.says())
			}
		}
		u.press("Home", "Delete")
		expect("2s ", "Delete")
		u.tap("Undo")
		expect("4s the tide turns|2s ", "Undo")
		u.press("Ctrl+M", "End", "e")
		u.typed("slack")
		u.press("Enter")
		expect("4s the tide turns|2s slack", "E")
		u.press("Enter")
		u.pass(time.Second)
		u.isHeard()
		if at := u.parts.Listen.State().Player.Position; at < 2*time.Second || at > 4*time.Second {
			t.Errorf("it plays at %v", at)
		}
		u.press("Space")
		u.again()
		expect("4s the tide turns|2s slack", "another start")
		u.press("Ctrl+M", "Ctrl+4")
		if !strings.Contains(u.says(), "slack") {
			t.Errorf("the marks are not listed after another start: %q", u.says())
		}
	})
}

// TestMarksSaved saves all marks in each format, with links to them.
func TestMarksSaved(t *testing.T) {
	inWindow(t, servicetest.Demo(t), nil, func(t *testing.T, u *user) {
		u.press("Ctrl+M", "Enter")
		u.isHeard()
		u.press("b", "Ctrl+4")
		k := u.parts.Listen.Marks.All()[0]
		link := "sextant:" + media.Moment{ID: k.Item.ID, At: k.Moment}.String()
		for format, ending := range map[string]string{
			"As text…": "txt", "As a table (CSV)…": "csv", "As JSON Lines…": "jsonl",
		} {
			path := filepath.Join(t.TempDir(), "all."+ending)
			u.tap("Save all…")
			u.tap(format)
			u.press("Ctrl+A")
			u.typed(path)
			u.press("Enter")
			u.pass(time.Second)
			data, err := os.ReadFile(path)
			text := string(data)
			if err != nil || !strings.Contains(text, link) || !strings.Contains(text, k.Item.Title) ||
				strings.Contains(text, "http") {
				t.Errorf("%s: %q, %v", format, text, err)
			}
		}
	})
}
