package assets

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	link    = regexp.MustCompile(`\]\(([^)#]*)(?:#([^)]*))?\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	dropped = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// TestGuideLinks follows each link from the README and the guides to a file of the project, and to a heading in it.
func TestGuideLinks(t *testing.T) {
	read := func(name string) string {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
		}
		return string(data)
	}
	followed := 0
	for name, guide := range guides(t) {
		for _, m := range link.FindAllStringSubmatch(guide, -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			to := name
			if m[1] != "" {
				to = filepath.Join(filepath.Dir(name), filepath.FromSlash(m[1]))
			}
			if text := read(to); m[2] != "" && !anchors(text)[m[2]] {
				t.Errorf("%s: %s has no heading for #%s", name, to, m[2])
			}
			followed++
		}
	}
	if followed < 20 {
		t.Errorf("there are only %d links", followed)
	}
}

// anchors are what the headings of a text are called in links, as GitHub and others make these.
func anchors(text string) map[string]bool {
	all := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		plain := dropped.ReplaceAllString(strings.ToLower(m[1]), "")
		all[strings.ReplaceAll(plain, " ", "-")] = true
	}
	return all
}

// TestGuidesNameMenus looks for each "*Menu › Entry*" of the README and the guides among the English messages, and
// behind "Settings" among the names of its pages.
func TestGuidesNameMenus(t *testing.T) {
	data, err := Translations.ReadFile("translations/en.json")
	if err != nil {
		t.Fatal(err)
	}
	var messages map[string]any
	if err := json.Unmarshal(data, &messages); err != nil {
		t.Fatal(err)
	}
	entries, pages := map[string]bool{}, map[string]bool{}
	for key, m := range messages {
		if note, is := m.(map[string]any); is {
			m = note["other"]
		}
		text := strings.TrimSuffix(m.(string), "…")
		entries[text] = true
		if settingsPage.MatchString(key) {
			pages[text] = true
		}
	}
	named := 0
	for name, text := range guides(t) {
		for _, m := range menuPath.FindAllStringSubmatch(strings.ReplaceAll(text, "\n", " "), -1) {
			known := entries
			if m[1] == "Settings" {
				known = pages
			}
			if !entries[m[1]] || !known[m[2]] {
				t.Errorf("%s: there is no %s › %s", name, m[1], m[2])
			}
			named++
		}
	}
	if named < 5 {
		t.Errorf("the guides name only %d entries", named)
	}
}

var (
	menuPath     = regexp.MustCompile(`\*([^*›]+) › ([^*›]+)\*`)
	settingsPage = regexp.MustCompile(`^prefs\.[a-z]+$`)
)

// guides returns the README and the guides by their files.
func guides(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, name := range append(names, filepath.Join("..", "README.md"), filepath.Join("translations", "README.md")) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(data)
	}
	return texts
}
