package cli

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPrint(t *testing.T) {
	var b bytes.Buffer
	Print(&b, []Line{
		{Word: "--help", Words: "print this"},
		{Word: "--a-very-long-option WITH-A-VALUE", Words: "below"},
		{Word: "--none"},
		{
			Word: "--form FORM", Words: "else text", Choices: []Line{
				{Word: "png", Words: "a picture"}, {Word: "text", Words: "lines"},
			},
		},
		{
			Word: "--wide",
			Words: "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen " +
				"seventeen",
		},
	})
	PrintVerbs(&b, "sextant relay", []Line{{Word: "find", Words: "tell which there are"}})
	const want = `  --help                 print this
  --a-very-long-option WITH-A-VALUE
                         below
  --none
  --form FORM            png    a picture
                         text   lines
                         else text
  --wide                 one two three four five six seven eight nine ten eleven twelve thirteen
                         fourteen fifteen sixteen seventeen
  sextant relay find
        tell which there are
`
	if b.String() != want {
		t.Errorf("it is\n%s", b.String())
	}
}

func TestWrong(t *testing.T) {
	parse := func(args ...string) error {
		set := flag.NewFlagSet("x", flag.ContinueOnError)
		set.SetOutput(io.Discard)
		set.Int("monitor", 0, "")
		set.Bool("draw", false, "")
		set.Func("own", "", func(string) error { return errors.New("not that") })
		return Wrong(set.Parse(args))
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--nonsense"}, "unknown option --nonsense"},
		{[]string{"-x"}, "unknown option -x"},
		{[]string{"--monitor"}, "--monitor needs a value after it"},
		{[]string{"--monitor", "many"}, "--monitor cannot have this value"},
		{[]string{"--draw=perhaps"}, "--draw cannot have this value"},
		{[]string{"--monitor", "99999999999999999999"}, "--monitor cannot have this value"},
		{[]string{"---xy"}, "unknown option --xy"},
		{[]string{"--own", "x"}, "--own: not that"},
		{[]string{"--own", "a \" for flag -b: c\n"}, "--own: not that"},
	} {
		if err := parse(c.args...); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v", c.args, err)
		}
	}
	if parse() != nil {
		t.Error("nothing is wrong, and an error is returned")
	}
}

func TestListen(t *testing.T) {
	for address, want := range map[string]bool{
		"": true, ":8080": true, "127.0.0.1:0": true, "[::1]:65535": true,
		":99999": false, ":-1": false, "8080": false, ":x": false, "[::1:80": false,
	} {
		if err := Listen("--listen", address); (err == nil) != want ||
			err != nil && !strings.Contains(err.Error(), "--listen") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestShortCutsTheMiddle(t *testing.T) {
	long := "\"" + strings.Repeat("ä", 100_000) + "\" is no page"
	if s := Short(long); len(s) > 2*mostText || !strings.HasSuffix(s, "is no page") || !utf8.ValidString(s) {
		t.Errorf("%d bytes: %s", len(s), s)
	}
	if s := Short("short"); s != "short" {
		t.Error(s)
	}
}
