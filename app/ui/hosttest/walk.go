package hosttest

import (
	"slices"
	"strings"
)

// KeysBefore returns the keys to press before the command with an ID, so that it has a visible effect.
func KeysBefore(id string) []string {
	return map[string][]string{
		"page.dial": {"3"}, "page.correct": {"3"}, "window.back": {"3"}, "page.home": {"Right"},
		"page.back": {"Right"}, "page.forward": {"Right", "Alt+Left"},
		"window.undo": {"Ctrl+D", "Ctrl+D"}, "media.list": {"Ctrl+M"},
	}[id]
}

// KeysAfter returns the keys to press after it to restore the window.
func KeysAfter(id string) []string {
	escapes := []string{"Esc", "Esc", "Esc"}
	switch {
	case strings.HasPrefix(id, "page.colour") || slices.Contains([]string{
		"page.previous", "page.next", "page.dial", "page.home", "page.back", "page.forward",
	}, id):
		return append(escapes, "Home")
	case id == "view.next":
		return []string{"F6"}
	case id == "media.list":
		return []string{"Esc", "Ctrl+M"}
	case id == "window.downloads":
		return []string{"Ctrl+M"}
	case id == "page.turning":
		return append(escapes, "h")
	}
	return escapes
}
