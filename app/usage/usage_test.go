package usage

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"testing"
)

func TestPrint(t *testing.T) {
	var b bytes.Buffer
	Print(&b, []Line{
		{Word: "--help", Words: "print this"},
		{Word: "--a-very-long-option WITH-A-VALUE", Words: "below"},
		{Word: "--none"},
		{Word: "--form FORM", Words: "else text", Choices: []Line{{Word: "png", Words: "a picture"}, {Word: "text", Words: "lines"}}},
		{Word: "--wide", Words: "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"},
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
		{[]string{"--nonsense"}, "there is no option --nonsense"},
		{[]string{"-x"}, "there is no option -x"},
		{[]string{"--monitor"}, "--monitor wants a value behind it"},
		{[]string{"--monitor", "many"}, "--monitor cannot have this value"},
		{[]string{"--draw=perhaps"}, "--draw cannot have this value"},
		{[]string{"--own", "x"}, `invalid value "x" for flag -own: not that`},
	} {
		if err := parse(c.args...); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v", c.args, err)
		}
	}
	if parse() != nil {
		t.Error("nothing is wrong, and is told")
	}
}
