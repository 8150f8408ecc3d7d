package endtoend

import (
	"regexp"
	"strings"
	"testing"

	"sextant/app/testkit/race"
)

// TestZonesOfExports exports a page on machines in three zones: the service's time is the same, and is
// marked where the machine's clock shows another.
func TestZonesOfExports(t *testing.T) {
	race.Skip(t, "what the program does at the same time is tried elsewhere")
	t.Parallel()
	changed := regexp.MustCompile(`changed \d+ \w+ \d{4}, \d\d:\d\d( [A-Z]+)?<`)
	seen := map[string]bool{}
	for zone, marked := range map[string]bool{"UTC": true, "Europe/Helsinki": false, "America/Los_Angeles": true} {
		out, status := runIn(t, shortDir(t), []string{"TZ=" + zone},
			"export", "899", "--format", "html", "--profile", shortDir(t))
		m := changed.FindStringSubmatch(out)
		if status != 0 || m == nil || (m[1] != "") != marked {
			t.Errorf("in %s: status %d, %q", zone, status, m)
			continue
		}
		seen[strings.TrimSuffix(strings.TrimSuffix(m[0], "<"), m[1])[:len("changed 1 January")]] = true
	}
	if len(seen) != 1 {
		t.Errorf("the days are %v", seen)
	}
}
