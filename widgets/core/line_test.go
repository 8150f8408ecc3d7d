package core

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"sextant/widgets/widgettest"
)

func TestLineEndsInAnEllipsis(t *testing.T) {
	l := NewLine(14, "foreground")
	l.SetText("Town clock slow since 1911")
	widgettest.Show(t, l, 400, 20)
	if got := widgettest.Drawn(l); got != l.Text() {
		t.Errorf("with room for all: %q", got)
	}
	l.Resize(fyne.NewSize(90, 20))
	if got := widgettest.Drawn(l); !strings.HasSuffix(got, "…") ||
		!strings.HasPrefix(l.Text(), strings.TrimSuffix(got, "…")) || len(got) < 8 {
		t.Errorf("shortened to %q", got)
	}
	l.Resize(fyne.NewSize(0, 20))
	if got := widgettest.Drawn(l); got != "…" {
		t.Errorf("without room: %q", got)
	}
}

// TestShortened checks that a text of a megabyte is only measured as far as necessary.
func TestShortened(t *testing.T) {
	for room, want := range map[int]string{0: "…", 1: "…", 2: "ä…", 70: strings.Repeat("ä", 69) + "…"} {
		longest, times := 0, 0
		got := shortened(strings.Repeat("ä", 1<<20), func(text string) bool {
			n := utf8.RuneCountInString(text)
			longest, times = max(longest, n), times+1
			return n <= room
		})
		if got != want {
			t.Errorf("in %d: %.99q", room, got)
		}
		if longest > 128 || times > 12 {
			t.Errorf("in %d: measured %d times, up to %d characters", room, times, longest)
		}
	}
	long := strings.Repeat("ä", 300)
	if got := shortened(long, func(text string) bool { return utf8.RuneCountInString(text) <= 300 }); got != long {
		t.Errorf("with just enough room: %q", got)
	}
}

func TestLineLooksForOtherFontsOnlyWhenItMust(t *testing.T) {
	text := NewCanvasText(12)
	for s, own := range map[string]bool{
		"Ääkköset – “ok” …": true, "Ελληνικά, Кириллица": true, "日本": false, "🎵": false, "": true,
	} {
		if SetCanvasText(text, s); (text.FontSource != nil) != own {
			t.Errorf("%q: built-in font %v", s, text.FontSource != nil)
		}
	}
}

func TestMarkedLine(t *testing.T) {
	ten := func(p piece) float32 { return 10 * float32(len([]rune(p.text))) }
	for _, tt := range []struct {
		text  string
		marks []Span
		width float32
		want  []piece
	}{
		{"the ferry is late", []Span{{4, 9}}, 500, []piece{{"the ", false}, {"ferry", true}, {" is late", false}}},
		{"the ferry is late", []Span{{4, 9}}, 120, []piece{{"the ", false}, {"ferry", true}, {" i…", false}}},
		{
			"when will the ferry go again", []Span{{14, 19}}, 140, []piece{
				{"… the ", false}, {"ferry", true}, {" g…", false},
			},
		},
		{"late", nil, 30, []piece{{"la…", false}}},
		{"late", []Span{{2, 99}, {-3, 1}}, 90, []piece{{"la", false}, {"te", true}}},
		{"", []Span{{0, 5}}, 90, nil},
	} {
		if got := fitPieces(pieces(tt.text, tt.marks), tt.width, ten); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q in %v: %v, want %v", tt.text, tt.width, got, tt.want)
		}
	}
}
