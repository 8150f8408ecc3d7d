package locale

import (
	"errors"
	"testing"
)

func TestLanguageForTheToolkit(t *testing.T) {
	for _, tt := range []struct {
		env  map[string]string
		want string
	}{
		{map[string]string{}, ""},
		{map[string]string{"LANG": "C"}, ""},
		{map[string]string{"LANG": "POSIX"}, ""},
		{map[string]string{"LANG": "C.UTF-8"}, "en"},
		{map[string]string{"LC_ALL": "C.utf8", "LANG": "fi_FI.UTF-8"}, "en"},
		{map[string]string{"LC_ALL": "C", "LANG": "C.UTF-8"}, ""},
		{map[string]string{"LC_MESSAGES": "POSIX.UTF-8"}, "en"},
		{map[string]string{"LANG": "fi_FI.UTF-8"}, ""},
		{map[string]string{"LANG": "sr_RS@latin"}, ""},
		{map[string]string{"LANG": "C.UTF-8", "LANGUAGE": "fi:en"}, ""},
		{map[string]string{"LANG": "fi_FI.UTF-8", "LANGUAGE": "C:fi:"}, "fi"},
		{map[string]string{"LANG": "default"}, "en"},
		{map[string]string{"LANG": "xx_YY.UTF-8"}, "en"},
		{map[string]string{"LANG": "zxx"}, "en"},
		{map[string]string{"LANG": "fi_FI", "LANGUAGE": "xx:sv"}, "sv"},
	} {
		set := ""
		got := settle(func(name string) string { return tt.env[name] }, func(name, value string) error {
			set = name + "=" + value
			return nil
		})
		if got != tt.want || (got != "") != (set == "LANGUAGE="+got) {
			t.Errorf("%v: %q, set %q; want %q", tt.env, got, set, tt.want)
		}
	}
	if got := settle(func(string) string { return "C.UTF-8" },
		func(string, string) error { return errors.New("no") }); got != "" {
		t.Errorf("%q is said to be set", got)
	}
}
