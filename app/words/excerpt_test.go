package words

import "testing"

func TestExcerpt(t *testing.T) {
	for _, tt := range []struct {
		text string
		most int
		want string
	}{
		{"", 3, ""},
		{"ääk", 3, "ääk"},
		{"ääkk", 3, "ääk …"},
		{"ä", 0, " …"},
		{"\xff\xffk", 2, "\xff\xff …"},
	} {
		if got := Excerpt(tt.text, tt.most); got != tt.want {
			t.Errorf("%q, %d: %q", tt.text, tt.most, got)
		}
	}
}
