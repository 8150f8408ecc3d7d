// Package locale sets a LANGUAGE that the toolkit can parse.
//
// fyne.io/fyne/v2/lang (v2.8.1) reads the environment during its initialisation, before main, and logs an
// error to standard error for locales without a language, such as C.UTF-8. Only a package that is
// initialised before it can prevent that. This one is: packages are initialised in the order of their
// import paths, each as soon as all its imports are (the Go specification, "Program initialization"), and
// lang waits for text/template, whose path comes after this one's. The tests of app/endtoend run the
// program under such locales.
package locale

import (
	"os"
	"strings"
)

// This must happen while the package is being initialised.
var _ = settle(os.Getenv, os.Setenv)

// settle sets LANGUAGE if the toolkit would log an error otherwise, and returns the value. The toolkit prefers LANGUAGE
// to the locale, and it leaves the locale's characters and formats as they are.
func settle(env func(string) string, set func(name, value string) error) string {
	wanted := readable(env)
	if wanted == "" || set("LANGUAGE", wanted) != nil {
		return ""
	}
	return wanted
}

// readable returns the value that LANGUAGE must get, empty if none is needed. The toolkit knows C and POSIX.
func readable(env func(string) string) string {
	locale := ""
	for _, name := range [...]string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if locale = env(name); locale != "" {
			break
		}
	}
	if locale == "C" || locale == "POSIX" {
		return ""
	}
	asked := env("LANGUAGE")
	if asked == "" {
		if asked = locale; asked == "" {
			return ""
		}
	}
	var languages []string
	for _, l := range strings.Split(asked, ":") {
		if isLanguage(l) {
			languages = append(languages, l)
		}
	}
	switch wanted := strings.Join(languages, ":"); wanted {
	case asked:
		return ""
	case "":
		return "en"
	default:
		return wanted
	}
}

// languages are the two-letter codes of ISO 639-1. The toolkit logs an error for others, and has no translations for
// languages with three letters.
const languages = "aaabaeafakamanarasavayazbabebgbhbibmbnbobrbscacechcocrcscucvcydadedvdzeeeleneoeseteufafffifjfofr" +
	"fygagdglgngugvhahehihohrhthuhyhziaidieigiiikioisitiujajvkakgkikjkkklkmknkokrkskukvkwkylalblgliln" +
	"loltlulvmgmhmimkmlmnmrmsmtmynanbndnengnlnnnonrnvnyocojomorospapiplpsptqurmrnrorurwsascsdsesgsisk" +
	"slsmsnsosqsrssstsusvswtatetgthtitktltntotrtstttwtyugukuruzvevivowawoxhyiyozazhzu"

// isLanguage reports whether a locale begins with a language's code, like en_GB.UTF-8, and is not longer than any
// locale.
func isLanguage(locale string) bool {
	end := strings.IndexAny(locale, "_.@")
	if end < 0 {
		end = len(locale)
	}
	if end != 2 || len(locale) > 64 {
		return false
	}
	for i := 0; i < len(languages); i += 2 {
		if strings.EqualFold(languages[i:i+2], locale[:2]) {
			return true
		}
	}
	return false
}
