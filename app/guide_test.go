package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCommandLineGuide compares the guide to the command line with the help of each command. If SEXTANT_UPDATE is set
// it writes the guide.
func TestCommandLineGuide(t *testing.T) {
	t.Setenv("LC_ALL", "C.UTF-8")
	t.Setenv("LANGUAGE", "")
	file := filepath.Join("..", "assets", "docs", "command-line.md")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for _, name := range []string{"", " export", " check", " demo", " kiosk", " relay"} {
		const begin, end = "\n```text\n", "```\n"
		chapter := "\n## `sextant" + name + "`\n"
		before, after, found := strings.Cut(text, chapter)
		intro, after, begins := strings.Cut(after, begin)
		said, rest, ends := strings.Cut(after, end)
		if !found || !begins || !ends || strings.Contains(intro, "\n## ") {
			t.Fatalf("%s has no help in the chapter%s", file, chapter)
		}
		var want, stderr strings.Builder
		args := strings.Fields(name + " --help")
		if status := Main(args, func(string) string { return "" }, &want, &stderr); status != 0 {
			t.Fatalf("%q: status %d, %q", args, status, stderr.String())
		}
		if os.Getenv("SEXTANT_UPDATE") != "" {
			said = want.String()
			text = before + chapter + intro + begin + said + end + rest
		}
		if said != want.String() {
			t.Errorf("%s should have for sextant%s:\n%s", file, name, want.String())
		}
	}
	if os.Getenv("SEXTANT_UPDATE") != "" {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
