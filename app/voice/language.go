package voice

import "strings"

// LanguageOf returns the language of most teletext in a time zone, "" if not known.
func LanguageOf(zone string) string {
	return map[string]string{
		"Europe/Helsinki": "fi", "Europe/Mariehamn": "sv", "Europe/Stockholm": "sv",
		"Europe/Oslo": "nb", "Europe/Copenhagen": "da",
		"Atlantic/Reykjavik": "is", "Europe/Tallinn": "et",
		"Europe/London": "en", "Europe/Dublin": "en", "Europe/Berlin": "de",
		"Europe/Vienna": "de", "Europe/Zurich": "de", "Europe/Amsterdam": "nl",
		"Europe/Paris": "fr", "Europe/Rome": "it",
		"Europe/Madrid": "es", "Europe/Lisbon": "pt", "Europe/Prague": "cs",
		"Europe/Budapest": "hu", "Europe/Warsaw": "pl",
	}[zone]
}

// Language returns the language in which to read a service's pages: the chosen one, else that of the service's time
// zone, else the program's, a tag as in "en-GB".
func Language(chosen, zone, program string) string {
	if chosen != "" {
		return chosen
	}
	if l := LanguageOf(zone); l != "" {
		return l
	}
	l, _, _ := strings.Cut(program, "-")
	return l
}

// Languages returns the languages for reading pages: their tags, with their own names.
func Languages() [][2]string {
	return [][2]string{
		{"cs", "Čeština"},
		{"da", "Dansk"},
		{"de", "Deutsch"},
		{"en", "English"},
		{"es", "Español"},
		{"et", "Eesti"},
		{"fi", "Suomi"},
		{"fr", "Français"},
		{"hu", "Magyar"},
		{"is", "Íslenska"},
		{"it", "Italiano"},
		{"nb", "Norsk"},
		{"nl", "Nederlands"},
		{"pl", "Polski"},
		{"pt", "Português"},
		{"sv", "Svenska"},
	}
}
