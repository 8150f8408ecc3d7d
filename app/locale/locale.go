// Package locale gives the toolkit a language that it can read.
//
// The toolkit's package of languages (fyne.io/fyne/v2/lang, v2.8.1) reads the environment while it is
// being initialised, before main, and complains on standard error of locales that name no language, such
// as C.UTF-8. It can be helped only by a package that is initialised before it. This one is: packages are
// initialised in the order of their import paths, each as soon as all that it imports is (the Go
// specification, "Program initialization"), and lang waits for text/template, whose path comes after
// this one's. The tests of app/endtoend run the program under such locales.
package locale

import (
	"os"
	"strings"
)

// It stands in no function: it must be done while the package is being initialised.
var _ = settle(os.Getenv, os.Setenv)

// settle sets LANGUAGE, which the toolkit prefers to the locale and which leaves the locale's letters and
// formats as they are, where the toolkit would otherwise complain. It gives what it set.
func settle(env func(string) string, set func(name, value string) error) string {
	wanted := readable(env)
	if wanted == "" || set("LANGUAGE", wanted) != nil {
		return ""
	}
	return wanted
}

// readable is the value that LANGUAGE must get, or empty where all is well. C and POSIX the toolkit knows.
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

// languages are the codes of ISO 639-1, each of two letters. The toolkit complains of others, and has no words in those
// of three letters.
const languages = "aaabaeafakamanarasavayazbabebgbhbibmbnbobrbscacechcocrcscucvcydadedvdzeeeleneoeseteufafffifjfofr" +
	"fygagdglgngugvhahehihohrhthuhyhziaidieigiiikioisitiujajvkakgkikjkkklkmknkokrkskukvkwkylalblgliln" +
	"loltlulvmgmhmimkmlmnmrmsmtmynanbndnengnlnnnonrnvnyocojomorospapiplpsptqurmrnrorurwsascsdsesgsisk" +
	"slsmsnsosqsrssstsusvswtatetgthtitktltntotrtstttwtyugukuruzvevivowawoxhyiyozazhzu"

// isLanguage reports whether a locale begins with a language's code, as en_GB.UTF-8 does, and is no longer
// than any locale is.
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
