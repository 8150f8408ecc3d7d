package pageview

import (
	"slices"
	"testing"

	"sextant/app/teletext"
)

// TestMoveSelection moves what is selected in one row to another row, and leaves what is selected in several, or
// nothing. What is selected by the program is not told back.
func TestMoveSelection(t *testing.T) {
	v := shownView(t, &calls{}, testDisplay())
	remarks := 0
	before := v.remark
	v.remark = func() {
		remarks++
		before()
	}
	for name, tt := range map[string]struct {
		to   cellPlace
		want []teletext.Span
	}{
		"one row":  {cellPlace{7, 6}, []teletext.Span{{Row: 9, From: 3, Before: 7}}},
		"two rows": {cellPlace{8, 6}, []teletext.Span{{Row: 7, From: 3, Before: 40}, {Row: 8, Before: 7}}},
	} {
		v.selection.begin(cellPlace{7, 3}, false)
		v.selection.extend(tt.to)
		if v.MoveSelection(9); !slices.Equal(v.Selection(), tt.want) {
			t.Errorf("%s: %v is selected, want %v", name, v.Selection(), tt.want)
		}
	}
	v.ClearSelection()
	if v.MoveSelection(9); len(v.Selection()) > 0 || remarks != 1 {
		t.Errorf("of nothing, %v is selected; it was told %d times", v.Selection(), remarks)
	}
}

// TestSelectedIsTold tells when cells are selected, and when they are no more.
func TestSelectedIsTold(t *testing.T) {
	v := newPageView(&calls{})
	told := 0
	actions := v.actions
	actions.Selected = func() { told++ }
	v = New(v.tips, actions)
	v.SetSheet(testSheet())
	if v.SelectAll(); told != 1 || !v.ClearSelection() || told != 2 || v.ClearSelection() || told != 2 {
		t.Errorf("it was told %d times", told)
	}
}
