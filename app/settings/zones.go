package settings

import (
	_ "embed"
	"slices"
	"strings"
	_ "time/tzdata" // a machine may know no zones
)

// zonesFile has the names of the time zones in use, one a line.
//
//go:embed zones.txt
var zonesFile string

// Zones are the names of the time zones, in order.
func Zones() []string { return strings.Fields(zonesFile) }

// ZonesLike are the zones in whose names all words of a text are, those that begin with it or whose city does first.
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
