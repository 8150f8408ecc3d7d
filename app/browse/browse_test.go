package browse

import (
	"reflect"
	"testing"
	"time"

	"sextant/app/teletext"
)

// page returns a document with neighbours and subpages.
func page(number, prev, next int, subpages ...int) *teletext.Page {
	p := &teletext.Page{Number: number, Prev: prev, Next: next}
	for _, s := range subpages {
		p.Subpages = append(p.Subpages, teletext.Subpage{Number: s, Dwell: time.Duration(s) * time.Second})
	}
	return p
}

// loadOf returns the Load among effects.
func loadOf(t *testing.T, effects []Effect) Load {
	t.Helper()
	for _, e := range effects {
		if l, ok := e.(Load); ok {
			return l
		}
	}
	t.Fatalf("no Load in %v", effects)
	return Load{}
}

func armOf(t *testing.T, effects []Effect) Arm {
	t.Helper()
	for _, e := range effects {
		if a, ok := e.(Arm); ok {
			return a
		}
	}
	t.Fatalf("no Arm in %v", effects)
	return Arm{}
}

// arrive answers the Load among effects with a document, and the requested or first subpage.
func arrive(t *testing.T, b *Browser, effects []Effect, doc *teletext.Page) []Effect {
	t.Helper()
	l := loadOf(t, effects)
	at := l.Place
	if at.Subpage == 0 && doc != nil && len(doc.Subpages) > 0 {
		at.Subpage = doc.Subpages[0].Number
	}
	return b.Loaded(l.Trip, at, doc)
}

// TestPatientEntryWaits checks that digits wait for ever with SetPatient, even if it is set while some are typed.
func TestPatientEntryWaits(t *testing.T) {
	b := New(false)
	running := armOf(t, b.Digit(4))
	b.SetPatient(true)
	if b.TimedOut(running) != nil || b.Entry() != "4--" {
		t.Errorf("%q is left", b.Entry())
	}
	if got := append(b.Digit(3), b.Correct()...); len(got) > 0 || b.Entry() != "4--" {
		t.Errorf("%v with %q", got, b.Entry())
	}
	if l := loadOf(t, b.Dial()); l.Place.Page != 400 || b.Entry() != "" {
		t.Errorf("to %v with %q", l.Place, b.Entry())
	}
	b.SetPatient(false)
	if armOf(t, b.Digit(1)).Timer != EntryTimer {
		t.Error("digits still wait")
	}
}

func at(t *testing.T, page int, turning bool, subpages ...int) *Browser {
	t.Helper()
	b := New(turning)
	arrive(t, b, b.GoTo(teletext.Place{Page: page}), pageOf(page, subpages...))
	return b
}

func pageOf(number int, subpages ...int) *teletext.Page {
	return page(number, number-1, number+1, subpages...)
}

func TestThirdDigitGoes(t *testing.T) {
	b := New(false)
	for i, want := range []string{"1--", "12-"} {
		if a := armOf(t, b.Digit(i+1)); b.Entry() != want || a.After != EntryTimeout {
			t.Errorf("entry %q, %v", b.Entry(), a)
		}
	}
	if l := loadOf(t, b.Digit(3)); l.Place != (teletext.Place{Page: 123}) || b.Entry() != "" {
		t.Errorf("%v, entry %q", l, b.Entry())
	}
}

func TestEntry(t *testing.T) {
	b := New(false)
	if got := b.Digit(0); !reflect.DeepEqual(got, []Effect{Reject{NoSuchMagazine}}) {
		t.Errorf("0 gives %v", got)
	}
	if got := b.Digit(9); !reflect.DeepEqual(got, []Effect{Reject{NoSuchMagazine}}) {
		t.Errorf("9 gives %v", got)
	}
	old := armOf(t, b.Digit(4))
	b.Digit(5)
	b.Correct()
	if b.Entry() != "4--" {
		t.Errorf("corrected to %q", b.Entry())
	}
	if b.TimedOut(old); b.Entry() != "4--" {
		t.Error("a replaced timer dropped the entry")
	}
	last := armOf(t, b.Digit(0))
	if b.TimedOut(last); b.Entry() != "" {
		t.Errorf("entry %q after its time", b.Entry())
	}
	b.Digit(1)
	if b.Clear(); b.Entry() != "" {
		t.Errorf("entry %q after clear", b.Entry())
	}
	if b.Correct() != nil {
		t.Error("correcting nothing does something")
	}
}

func TestLateAnswersAreIgnored(t *testing.T) {
	b := at(t, 100, false, 1)
	first := loadOf(t, b.GoTo(teletext.Place{Page: 200}))
	second := loadOf(t, b.GoTo(teletext.Place{Page: 300}))
	if b.Loaded(first.Trip, teletext.Place{Page: 200, Subpage: 1}, nil) != nil || b.Shown().Page != 100 {
		t.Errorf("a late answer shows %v", b.Shown())
	}
	if b.Failed(first.Trip, time.Second) != nil {
		t.Error("a late failure does something")
	}
	b.Loaded(second.Trip, teletext.Place{Page: 300, Subpage: 1}, pageOf(300, 1))
	if b.Shown() != (teletext.Place{Page: 300, Subpage: 1}) {
		t.Errorf("shows %v", b.Shown())
	}
}

func TestSubpagesWrap(t *testing.T) {
	b := at(t, 100, false, 2, 3, 7)
	if pos, n := b.Subpages(); pos != 1 || n != 3 {
		t.Errorf("%d of %d", pos, n)
	}
	for _, want := range []int{3, 7, 2} {
		arrive(t, b, b.NextSubpage(), b.Document())
		if b.Shown().Subpage != want {
			t.Errorf("at %v, want subpage %d", b.Shown(), want)
		}
	}
	if l := loadOf(t, b.PreviousSubpage()); l.Place.Subpage != 7 {
		t.Errorf("before the first: %v", l)
	}
	// A second press before the answer continues from the target of the first.
	if l := loadOf(t, b.PreviousSubpage()); l.Place.Subpage != 3 {
		t.Errorf("two presses lead to %v", l)
	}
	if got := at(t, 100, false, 1).NextSubpage(); !reflect.DeepEqual(got, []Effect{Reject{OnlySubpage}}) {
		t.Errorf("%v", got)
	}
}

func TestHistory(t *testing.T) {
	b := at(t, 100, false, 1, 2)
	arrive(t, b, b.NextSubpage(), b.Document())
	for _, p := range []int{200, 300} {
		arrive(t, b, b.GoTo(teletext.Place{Page: p}), pageOf(p, 1))
	}
	if _, ok := b.ForwardTo(); ok {
		t.Error("there is something ahead")
	}
	b.Back()
	back := b.Back() // a second press before the answer goes further
	if l := loadOf(t, back); l.Place != (teletext.Place{Page: 100, Subpage: 2}) {
		t.Errorf("back leads to %v", l)
	}
	arrive(t, b, back, pageOf(100, 1, 2))
	_, behind := b.BackTo()
	if _, ahead := b.ForwardTo(); behind || !ahead {
		t.Error("at the beginning, only forward leads anywhere")
	}
	if got := b.Back(); !reflect.DeepEqual(got, []Effect{Reject{NothingBack}}) {
		t.Errorf("%v", got)
	}
	arrive(t, b, b.Forward(), pageOf(200, 1))
	arrive(t, b, b.GoTo(teletext.Place{Page: 400}), pageOf(400, 1))
	if got := b.Forward(); !reflect.DeepEqual(got, []Effect{Reject{NothingForward}}) {
		t.Errorf("a visit kept what was ahead: %v", got)
	}
	if l := loadOf(t, b.Back()); l.Place.Page != 200 {
		t.Errorf("back from 400 leads to %v", l)
	}
}

func TestHistoryIsBounded(t *testing.T) {
	b := New(false)
	for i := range 3 * maxHistory {
		arrive(t, b, b.GoTo(teletext.Place{Page: 100 + i%700}), pageOf(100+i%700, 1))
	}
	if len(b.history) != maxHistory || b.at != maxHistory-1 {
		t.Errorf("%d places, at %d", len(b.history), b.at)
	}
}

func TestFailureKeepsThePlace(t *testing.T) {
	b := at(t, 100, false, 1)
	l := loadOf(t, b.GoTo(teletext.Place{Page: 555}))
	if got := b.Failed(l.Trip, 0); got != nil {
		t.Errorf("%v", got)
	}
	if _, loading := b.Target(); loading || b.Shown() != (teletext.Place{Page: 100, Subpage: 1}) || b.position() > 0 {
		t.Errorf("shown %v", b.Shown())
	}
	if l := loadOf(t, b.Reload()); l.Place.Page != 555 {
		t.Errorf("reload asks for %v", l)
	}
}

// TestRetryAfterGivenTime checks that a failed page is requested again after the given time, and not without one.
func TestRetryAfterGivenTime(t *testing.T) {
	b := at(t, 100, false, 1)
	effects := b.GoTo(teletext.Place{Page: 200})
	for _, wait := range []time.Duration{2 * time.Second, 5 * time.Minute} {
		a := armOf(t, b.Failed(loadOf(t, effects).Trip, wait))
		if missed, ok := b.Missed(); a.Timer != RetryTimer || a.After != wait || missed.Page != 200 || !ok {
			t.Errorf("%v, missed %v", a, missed)
		}
		effects = b.TimedOut(a)
		if l := loadOf(t, effects); l.Place.Page != 200 || !l.Automatic {
			t.Errorf("tried again: %v", l)
		}
	}
	if got := b.Failed(loadOf(t, effects).Trip, 0); got != nil {
		t.Errorf("what never comes is tried again: %v", got)
	}
	l := loadOf(t, b.Reload())
	if l.Place.Page != 200 {
		t.Errorf("reload after a failure asks for %v", l)
	}
	b.Loaded(l.Trip, teletext.Place{Page: 200, Subpage: 1}, pageOf(200, 1))
	if back, ok := b.BackTo(); !ok || back.Page != 100 || b.Shown().Page != 200 {
		t.Errorf("at %v, back is %v", b.Shown(), back)
	}
	if l := loadOf(t, b.Reload()); l.Place.Page != 200 || l.Why != Reload {
		t.Errorf("reload asks for %v", l)
	}
}

func TestUserEndsRetry(t *testing.T) {
	for name, end := range map[string]func(*Browser){
		"another page":    func(b *Browser) { b.GoTo(teletext.Place{Page: 300}) },
		"another subpage": func(b *Browser) { b.NextSubpage() },
		"given up":        func(b *Browser) { b.GiveUp() },
	} {
		b := at(t, 100, false, 1, 2)
		a := armOf(t, b.Failed(loadOf(t, b.GoTo(teletext.Place{Page: 200})).Trip, time.Second))
		end(b)
		if _, missed := b.Missed(); b.TimedOut(a) != nil || missed {
			t.Errorf("%s: the old page is tried again", name)
		}
	}
	b := at(t, 100, false, 1)
	b.Failed(loadOf(t, b.GoTo(teletext.Place{Page: 200})).Trip, time.Second)
	b.GiveUp()
	if l := loadOf(t, b.Reload()); l.Place.Page != 100 {
		t.Errorf("given up, reload asks for %v", l)
	}
}

// TestTurnsWhileItWaits checks that the subpages on the screen turn while another page is being retried.
func TestTurnsWhileItWaits(t *testing.T) {
	b := at(t, 100, true, 1, 2)
	effects := b.Failed(loadOf(t, b.GoTo(teletext.Place{Page: 200})).Trip, time.Minute)
	turn, retry := effects[0].(Arm), effects[1].(Arm)
	l := loadOf(t, b.TimedOut(turn))
	if l.Place != (teletext.Place{Page: 100, Subpage: 2}) || !l.Automatic {
		t.Errorf("turned to %v", l)
	}
	b.Loaded(l.Trip, l.Place, b.Document())
	if l := loadOf(t, b.TimedOut(retry)); l.Place.Page != 200 {
		t.Errorf("tried again: %v", l)
	}
}

// TestRefreshedTurns checks that a page starts to turn when a refresh brings more subpages, and stops with a single
// one.
func TestRefreshedTurns(t *testing.T) {
	b := at(t, 100, true, 1)
	a := armOf(t, b.Refreshed(teletext.Place{Page: 100, Subpage: 1}, pageOf(100, 1, 2)))
	if b.Refreshed(teletext.Place{Page: 100, Subpage: 1}, pageOf(100, 1, 2)) != nil {
		t.Error("it began twice")
	}
	b.Refreshed(teletext.Place{Page: 100, Subpage: 1}, pageOf(100, 1))
	if got := b.TimedOut(a); got != nil {
		t.Errorf("a page of one subpage turned: %v", got)
	}
	if b.Refreshed(teletext.Place{Page: 300, Subpage: 1}, pageOf(300, 1, 2)) != nil || b.Shown().Page != 100 {
		t.Errorf("another page is shown: %v", b.Shown())
	}
}

func TestTurning(t *testing.T) {
	b := New(true)
	a := armOf(t, arrive(t, b, b.GoTo(teletext.Place{Page: 100}), pageOf(100, 3, 5)))
	if a.Timer != TurnTimer || a.After != 3*time.Second {
		t.Errorf("%v", a)
	}
	l := loadOf(t, b.TimedOut(a))
	if l.Place != (teletext.Place{Page: 100, Subpage: 5}) || l.Why != Turn {
		t.Errorf("%v", l)
	}
	a = armOf(t, b.Loaded(l.Trip, l.Place, b.Document()))
	if a.After != 5*time.Second {
		t.Errorf("%v", a)
	}
	if b.ToggleTurning() != nil || b.TimedOut(a) != nil {
		t.Error("held, but it turns")
	}
	if a := armOf(t, b.ToggleTurning()); a.After != 5*time.Second {
		t.Errorf("%v", a)
	}
}

// TestSinglePageDoesNotTurn checks that a single subpage does not turn. Refreshing keeps it up to date.
func TestSinglePageDoesNotTurn(t *testing.T) {
	b := New(true)
	if got := arrive(t, b, b.GoTo(teletext.Place{Page: 100}), pageOf(100, 1)); got != nil {
		t.Errorf("%v", got)
	}
}

func TestTurningSkipsWhatIsMissing(t *testing.T) {
	b := New(true)
	a := armOf(t, arrive(t, b, b.GoTo(teletext.Place{Page: 100}), pageOf(100, 1, 2, 3)))
	l := loadOf(t, b.TimedOut(a))
	a = armOf(t, b.Failed(l.Trip, 0))
	if l := loadOf(t, b.TimedOut(a)); l.Place.Subpage != 3 {
		t.Errorf("after subpage 2 is missing comes %v", l.Place)
	}
}

func TestReloadBeforeAnything(t *testing.T) {
	if l := loadOf(t, New(false).Reload()); l.Place.Page != Home {
		t.Errorf("%v", l)
	}
}

func FuzzBrowser(f *testing.F) {
	f.Add([]byte("0123456789nprsbfhcxtl"))
	f.Fuzz(func(t *testing.T, keys []byte) {
		b := New(len(keys)%2 == 0)
		var effects []Effect
		for _, k := range keys {
			effects = press(b, k, effects)
			if len(b.history) > 0 && (b.at < 0 || b.at >= len(b.history)) || len(b.Entry()) > 3 {
				t.Fatalf("at %d of %d, entry %q", b.at, len(b.history), b.Entry())
			}
		}
	})
}

// press plays one event. The effects of the event before are those that may arrive, fail or time out.
func press(b *Browser, key byte, before []Effect) []Effect {
	moves := []func() []Effect{
		b.NextPage, b.PreviousPage, b.NextSubpage, b.PreviousSubpage, b.Back,
		b.Forward, b.GoHome, b.Reload, b.Correct, b.ToggleTurning,
	}
	switch {
	case key < 10:
		return b.Digit(int(key))
	case key < 30:
		return moves[int(key)%len(moves)]()
	}
	for _, e := range before {
		switch e := e.(type) {
		case Arm:
			return b.TimedOut(e)
		case Load:
			if key%3 == 0 {
				return b.Failed(e.Trip, time.Duration(key%2)*time.Second)
			}
			n := int(key) % 4
			p := e.Place.Page
			return b.Loaded(e.Trip, teletext.Place{Page: p, Subpage: 1}, pageOf(p, []int{1, 2, 3}[:n%4]...))
		}
	}
	return nil
}

func TestShortDial(t *testing.T) {
	for typed, want := range map[string]int{"3": 300, "35": 350} {
		b := New(false)
		for _, d := range typed {
			b.Digit(int(d - '0'))
		}
		if l := loadOf(t, b.Dial()); l.Place != (teletext.Place{Page: want}) {
			t.Errorf("%s leads to %v", typed, l.Place)
		}
	}
	if e := New(false).Dial(); e != nil {
		t.Errorf("nothing typed leads to %v", e)
	}
}

// TestTurnFromASubpageThatIsGone turns from a subpage that the page has no more, to those beside its number.
func TestTurnFromASubpageThatIsGone(t *testing.T) {
	for _, c := range []struct {
		from, forward, back int
	}{
		{1, 2, 6}, {3, 5, 2}, {4, 5, 2}, {9, 2, 6}, {5, 6, 2},
	} {
		s := screen{shown: teletext.Place{Page: 100}, doc: &teletext.Page{Number: 100, Subpages: []teletext.Subpage{
			{Number: 2}, {Number: 5}, {Number: 6},
		}}}
		forward, back := s.beside(c.from, 1).Subpage, s.beside(c.from, -1).Subpage
		if forward != c.forward || back != c.back {
			t.Errorf("from %d: %d and %d, not %d and %d", c.from, forward, back, c.forward, c.back)
		}
	}
}
