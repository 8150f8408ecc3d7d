package pageview

import (
	"slices"
	"testing"

	"sextant/app/teletext"
)

// TestMoveSelection moves a selection in one row to another row. A selection in several rows and an empty one stay.
// Such a move does not call Selected.
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
		t.Errorf("of nothing, %v is selected; %d calls", v.Selection(), remarks)
	}
}

// TestSelected checks that Selected is called when cells are selected and when the selection is cleared.
func TestSelected(t *testing.T) {
	v, selected := newPageView(&calls{}), 0
	actions := v.actions
	actions.Selected = func() { selected++ }
	v = New(v.tips, actions)
	v.SetSheet(testSheet())
	if v.SelectAll(); selected != 1 || !v.ClearSelection() || selected != 2 ||
		v.ClearSelection() || selected != 2 {
		t.Errorf("%d calls", selected)
	}
}
