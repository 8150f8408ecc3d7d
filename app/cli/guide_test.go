package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sextant/app/screen/playlist"
)

// TestPublicScreenGuide checks the guide to public screens: its playlist is valid, its unit is that of install, and it
// names every subcommand.
func TestPublicScreenGuide(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join("..", "..", "assets", "docs", "public-screen.md"))
	if err != nil {
		t.Fatal(err)
	}
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
	text, err := u.text()
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(text, "\n")
	if got := quoted(guide, "    [Unit]"); strings.TrimSpace(got) != strings.TrimSpace(body) {
		t.Errorf("the unit in the guide is\n%s\nand should be\n%s", got, body)
	}
	for _, v := range newKiosk().verbs {
		if !strings.Contains(guide, "sextant kiosk "+v.name) {
			t.Errorf("nothing about sextant kiosk %s", v.name)
		}
	}
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
