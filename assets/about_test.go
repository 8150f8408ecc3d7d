package assets

import (
	"os"
	"strings"
	"testing"
)

// TestToolkitsFile compares with what the toolkit's own tools read.
func TestToolkitsFile(t *testing.T) {
	file, err := os.ReadFile("../FyneApp.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{`Version = "` + Version + `"`, `ID = "` + ID + `"`} {
		if !strings.Contains(string(file), "\n"+line+"\n") {
			t.Errorf("FyneApp.toml has no line %s", line)
		}
	}
}
