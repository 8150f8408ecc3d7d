package browse

import (
	"reflect"
	"slices"
	"testing"

	"sextant/app/teletext"
)

func TestNeighboursSkipGaps(t *testing.T) {
	b := New(false)
	arrive(t, b, b.GoTo(teletext.Place{Page: 105}), page(105, 0, 110, 1))
	if got := b.PreviousPage(); !reflect.DeepEqual(got, []Effect{Reject{FirstPage}}) {
		t.Errorf("before the first: %v", got)
	}
	l := loadOf(t, b.NextPage())
	if l.Place.Page != 110 {
		t.Errorf("next of 105 is %v", l.Place)
	}
	b.Loaded(l.Trip, teletext.Place{Page: 110, Subpage: 1}, page(110, 105, 0, 1))
	if got := b.NextPage(); !reflect.DeepEqual(got, []Effect{Reject{LastPage}}) {
		t.Errorf("behind the last: %v", got)
	}
}

// TestNeighboursSkipMissingPages has pages in the chain that the service does not have.
func TestNeighboursSkipMissingPages(t *testing.T) {
	d := NewDirectory()
	d.List(210, "", 0, 0, false)
	d.List(120, "", 0, 0, false)
	b := New(false)
	b.SetDirectory(d)
	arrive(t, b, b.GoTo(teletext.Place{Page: 202}), page(202, 198, 203, 1))
	for _, tt := range []struct {
		missing        []int
		previous, next int
	}{
		{nil, 198, 203}, {[]int{203}, 198, 210}, {[]int{203, 198}, 120, 210}, {[]int{198, 203, 210, 120}, 0, 0},
	} {
		for _, n := range []int{198, 203, 210, 120} {
			d.Answered(n, !slices.Contains(tt.missing, n))
		}
		if previous, next := b.Neighbours(); previous != tt.previous && tt.missing != nil || next != tt.next {
			t.Errorf("without %v the neighbours are %d and %d", tt.missing, previous, next)
		}
	}
	if got := b.NextPage(); !reflect.DeepEqual(got, []Effect{Reject{LastPage}}) {
		t.Errorf("next to nothing: %v", got)
	}
	d.Answered(203, true)
	if l := loadOf(t, b.NextPage()); l.Place.Page != 203 {
		t.Errorf("next leads to %v", l.Place)
	}
}

func TestStepsWaitForThePage(t *testing.T) {
	b := at(t, 100, false, 1)
	first := b.NextPage()
	for range 2 {
		if b.NextPage() != nil {
			t.Error("a step did not wait")
		}
	}
	second := arrive(t, b, first, pageOf(101, 1))
	third := arrive(t, b, second, pageOf(102, 1))
	arrive(t, b, third, pageOf(103, 1))
	if b.Shown().Page != 103 {
		t.Errorf("three steps from 100 lead to %v", b.Shown())
	}
	l := loadOf(t, b.NextPage())
	b.NextPage()
	b.Failed(l.Trip, 0)
	if l := loadOf(t, b.NextPage()); l.Place.Page != 104 {
		t.Errorf("after a failure, next leads to %v", l.Place)
	}
}

// atTheEnd presses Next three more times while the page before the last one loads, so that two presses are left when
// the last page, which has two subpages, arrives.
func atTheEnd(t *testing.T, turning bool) (b *Browser, effects []Effect) {
	t.Helper()
	b = at(t, 100, turning, 1)
	first := b.NextPage()
	for range 3 {
		b.NextPage()
	}
	second := arrive(t, b, first, page(101, 100, 102, 1))
	return b, arrive(t, b, second, page(102, 101, 0, 1, 2))
}

// TestStepsEndWithTheChain presses Next more often than there are pages. The remaining presses must be dropped, and not
// affect later actions.
func TestStepsEndWithTheChain(t *testing.T) {
	for name, move := range map[string]func(b *Browser) []Effect{
		"back": (*Browser).Back, "turn": (*Browser).NextSubpage, "reload": (*Browser).Reload,
	} {
		b, effects := atTheEnd(t, false)
		if !reflect.DeepEqual(effects, []Effect{Reject{LastPage}}) {
			t.Errorf("%s: the end of the chain is reported as %v", name, effects)
		}
		l := loadOf(t, move(b))
		if effects := b.Loaded(l.Trip, l.Place, page(l.Place.Page, 99, 103, 1, 2)); len(effects) > 0 {
			t.Errorf("%s goes on with %v", name, effects)
		}
	}
}

// TestStepsEndAndSubpagesTurn does the same with subpages that turn automatically.
func TestStepsEndAndSubpagesTurn(t *testing.T) {
	_, effects := atTheEnd(t, true)
	if a := armOf(t, effects); a.Timer != TurnTimer {
		t.Errorf("%v", a)
	}
}

// TestStepsAreDropped checks that another action drops the presses that wait for a page.
func TestStepsAreDropped(t *testing.T) {
	for name, move := range map[string]func(b *Browser) []Effect{
		"back": (*Browser).Back, "turn": (*Browser).NextSubpage,
	} {
		b := at(t, 100, false, 1)
		arrive(t, b, b.NextPage(), pageOf(101, 1, 2))
		b.NextPage()
		b.NextPage()
		l := loadOf(t, move(b))
		if effects := b.Loaded(l.Trip, l.Place, pageOf(l.Place.Page, 1, 2)); len(effects) > 0 {
			t.Errorf("%s goes on with %v", name, effects)
		}
	}
}

func TestNeighboursWithoutDocument(t *testing.T) {
	b := New(false)
	arrive(t, b, b.GoTo(teletext.Place{Page: 899, Subpage: 1}), nil)
	if got := b.NextPage(); !reflect.DeepEqual(got, []Effect{Reject{LastPage}}) {
		t.Errorf("%v", got)
	}
	if l := loadOf(t, b.PreviousPage()); l.Place.Page != 898 {
		t.Errorf("%v", l)
	}
}
