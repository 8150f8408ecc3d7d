package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sextant/app/screen/playlist"
	"sextant/app/testkit"
)

// TestPublicScreenGuide checks the guide to public screens: its playlist is valid, its unit is that of install, and it
// names every subcommand and every key of a playlist.
func TestPublicScreenGuide(t *testing.T) {
	t.Parallel()
	data := testkit.Must(os.ReadFile(filepath.Join("..", "..", "assets", "docs", "public-screen.md")))(t)
	guide := string(data)
	list := quoted(guide, "    show = [")
	if p, err := playlist.Parse([]byte(list)); err != nil || len(p.Lists) != 2 || len(p.BreakIns) != 2 {
		t.Errorf("%v in\n%s", err, list)
	}
	u := kioskUnit{
		compositor: "cage", runner: "/usr/bin/cage", program: "/home/pi/sextant",
		secrets: "/home/pi/.config/sextant/kiosk.env",
		options: []string{"--profile=/home/pi/.config/sextant", "--status=:8080", "/home/pi/list.toml"},
	}
	text := testkit.Must(u.text())(t)
	_, body, _ := strings.Cut(text, "\n")
	if got := quoted(guide, "    [Unit]"); strings.TrimSpace(got) != strings.TrimSpace(body) {
		t.Errorf("the unit in the guide is\n%s\nand should be\n%s", got, body)
	}
	for _, v := range newKiosk().verbs {
		if !strings.Contains(guide, "sextant kiosk "+v.name) {
			t.Errorf("nothing about sextant kiosk %s", v.name)
		}
	}
	for _, missing := range keysNotNamed(guide) {
		t.Errorf("nothing about the key %s of a playlist", missing)
	}
}

// keysNotNamed returns the keys and sections of a playlist that a text does not name, by the sections of the example,
// which has them all: see TestExampleIsWhole. A key is named in the section of a playlist in the text, or as code in
// a sentence.
func keysNotNamed(text string) (missing []string) {
	named := keysOf(text)
	for key := range keysOf(playlist.Example()) {
		_, name, _ := strings.Cut(key, " ")
		if !named[key] && !regexp.MustCompile("`"+name+"( = [^`]*)?`").MatchString(text) {
			missing = append(missing, key)
		}
	}
	slices.Sort(missing)
	return missing
}

// keysOf returns the keys of the playlists in a text, each after its section and a space, and its sections.
func keysOf(text string) map[string]bool {
	keys := map[string]bool{}
	section := ""
	for line := range strings.Lines(text) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "# ")
		if m := regexp.MustCompile(`^\[+([a-z_]+)\]`).FindStringSubmatch(line); m != nil {
			section = m[1]
			keys[" "+section] = true
			continue
		}
		if m := regexp.MustCompile(`^([a-z_]+) = `).FindStringSubmatch(line); m != nil {
			keys[section+" "+m[1]] = true
		}
	}
	return keys
}

// quoted returns the block that is indented by four columns, from the line that starts with begin.
func quoted(text, begin string) string {
	var b strings.Builder
	_, rest, _ := strings.Cut(text, "\n"+begin)
	for line := range strings.SplitAfterSeq(begin+rest, "\n") {
		if line != "\n" && !strings.HasPrefix(line, "    ") {
			break
		}
		b.WriteString(strings.TrimPrefix(line, "    "))
	}
	return b.String()
}
