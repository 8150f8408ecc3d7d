package teletext

import "testing"

// TestTextOfWideCharacters checks that each character of double width occurs once, at its own column (specification,
// section "Content type text").
func TestTextOfWideCharacters(t *testing.T) {
	g := DecodeAll(&Lines{"14{DW}W i d e {NH}12", "{DS}B i g"})
	lines := g.TextLines()
	if want := "14 W i d e  12"; lines[0] != want {
		t.Errorf("%q instead of %q", lines[0], want)
	}
	if want := " B i g"; lines[1] != want {
		t.Errorf("%q instead of %q", lines[1], want)
	}
}
