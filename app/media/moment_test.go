package media

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func TestParseMoment(t *testing.T) {
	for text, want := range map[string]Moment{
		"media/7-1001?t=12:34":         {"7-1001", 12*time.Minute + 34*time.Second},
		"media/7-1001":                 {ID: "7-1001"},
		"MEDIA/7-1001?t=0":             {ID: "7-1001"},
		"media/7-1001?x=1&t=1:02:03":   {"7-1001", time.Hour + 2*time.Minute + 3*time.Second},
		"media/7-1001?t=754":           {"7-1001", 754 * time.Second},
		"media/7-1001?t=99:00":         {"7-1001", 99 * time.Minute},
		"media/%C3%A4%3F%20%26?t=0:01": {"ä? &", time.Second},
	} {
		got, err := ParseMoment(text)
		if err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
		if again, err := ParseMoment(got.String()); err != nil || again != got {
			t.Errorf("%q is written as %q: %+v, %v", text, got.String(), again, err)
		}
	}
}

// TestHostileMoments checks that links that do not lead to a moment of a recording are refused.
func TestHostileMoments(t *testing.T) {
	for _, text := range []string{
		"", "media", "media/", "media/?t=1", "media/..", "media/.", "media/..%2Fconfig", "media/a/b", "media/a%5Cb",
		"media/a%00b", "media/a%0Ab", "media/%E2%80%AEb", "media/%FF", "media/%", "media/ a", "media/a%20",
		"media/" + strings.Repeat("a", 201), "media/a?t=", "media/a?t=-1", "media/a?t=+1", "media/a?t=1:2",
		"media/a?t=1:60", "media/a?t=1:00:60", "media/a?t=1:2:3:4", "media/a?t=360000",
		"media/a?t=99999999999999999999",
		"media/a?t=1e3", "media/a?t=0x10", "media/a?t=1.5", "media/a?t=٣", "https://example.org/a.mp3", "123/2",
	} {
		got, err := ParseMoment(text)
		var wrong *MomentError
		if !errors.As(err, &wrong) || got != (Moment{}) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

func FuzzParseMoment(f *testing.F) {
	for _, s := range []string{"media/7-1001?t=12:34", "media/%41?t=1:02:03", "media/a?b=c&t=7", "x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		m, err := ParseMoment(s)
		if err != nil {
			return
		}
		if again, err := ParseMoment(m.String()); err != nil || again != m {
			t.Errorf("%q is %+v, written as %q, read as %+v, %v", s, m, m, again, err)
		}
	})
}
