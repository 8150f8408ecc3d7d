package core

import (
	"reflect"
	"strings"
	"testing"

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
	if got := widgettest.Drawn(l); !strings.HasSuffix(got, "…") || !strings.HasPrefix(l.Text(), strings.TrimSuffix(got, "…")) || len(got) < 8 {
		t.Errorf("shortened to %q", got)
	}
	l.Resize(fyne.NewSize(0, 20))
	if got := widgettest.Drawn(l); got != "…" {
		t.Errorf("without room: %q", got)
	}
}

func TestLineLooksForOtherFontsOnlyWhenItMust(t *testing.T) {
	text := NewCanvasText(12)
	for s, own := range map[string]bool{"Ääkköset – “ok” …": true, "Ελληνικά, Кириллица": true, "日本": false, "🎵": false, "": true} {
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
		{"when will the ferry go again", []Span{{14, 19}}, 140, []piece{{"… the ", false}, {"ferry", true}, {" g…", false}}},
		{"late", nil, 30, []piece{{"la…", false}}},
		{"late", []Span{{2, 99}, {-3, 1}}, 90, []piece{{"la", false}, {"te", true}}},
		{"", []Span{{0, 5}}, 90, nil},
	} {
		if got := fitPieces(pieces(tt.text, tt.marks), tt.width, ten); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q in %v: %v, want %v", tt.text, tt.width, got, tt.want)
		}
	}
}
