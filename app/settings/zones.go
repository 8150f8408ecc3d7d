package settings

import (
	_ "embed"
	"slices"
	"strings"
	_ "time/tzdata" // for systems without a time zone database
)

// zonesFile has the names of the time zones in use, one on each line.
//
//go:embed zones.txt
var zonesFile string

// Zones returns the names of the time zones, sorted.
func Zones() []string { return strings.Fields(zonesFile) }

// ZonesLike returns the zones whose names contain all words of a text, those that begin with it, or whose city does,
// first.
func ZonesLike(text string) []string {
	plain := func(s string) string { return strings.NewReplacer("_", " ", "/", " ").Replace(strings.ToLower(s)) }
	wanted := strings.Fields(plain(text))
	begins := strings.Join(wanted, " ")
	var first, rest []string
	for _, z := range Zones() {
		name := plain(z)
		_, city, _ := strings.Cut(name, " ")
		switch {
		case slices.ContainsFunc(wanted, func(w string) bool { return !strings.Contains(name, w) }):
		case strings.HasPrefix(name, begins) || strings.HasPrefix(city, begins):
			first = append(first, z)
		default:
			rest = append(rest, z)
		}
	}
	return append(first, rest...)
}
