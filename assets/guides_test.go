package assets

import (
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
	names, err := filepath.Glob(filepath.Join("docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	names = append(names, filepath.Join("..", "README.md"), filepath.Join("translations", "README.md"))
	read := func(name string) string {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
		}
		return string(data)
	}
	followed := 0
	for _, name := range names {
		for _, m := range link.FindAllStringSubmatch(read(name), -1) {
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
