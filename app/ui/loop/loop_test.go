package loop

import (
	"os"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"
)

// TestPostEarly posts functions before the toolkit runs, as a service does that is opened early. They must wait for the
// toolkit, and run in order.
func TestPostEarly(t *testing.T) {
	l := &Loop{}
	ran := make(chan int, 3)
	for i := range 3 {
		l.Post(func() { ran <- i })
	}
	if len(ran) > 0 {
		t.Error("something ran without a toolkit")
	}
	test.NewTempApp(t)
	l.begin(func() {})
	var got []int
	for range 3 {
		select {
		case i := <-ran:
			got = append(got, i)
		case <-time.After(2 * time.Minute):
			t.Fatalf("only %v ran", got)
		}
	}
	if !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("%v", got)
	}
	if !l.End() || l.End() {
		t.Error("it does not end once")
	}
	l.Post(func() { t.Error("something ran behind the end") })
}

// TestEndWithoutRest ends the program in a posted function. The UI goroutine must not wait for events after that,
// because the window would stay for up to a second.
func TestEndWithoutRest(t *testing.T) {
	l := &Loop{started: true}
	l.sleeper.app = test.NewTempApp(t)
	l.posted = []func(){func() { l.End() }}
	l.sleep()
	if l.sleeper.off { // set by waiting, because the window library is not initialised here
		t.Error("it waited for events")
	}
}

// TestFolderIsHidden checks that the toolkit cannot make its folder until its loop has started, and that the
// environment is restored then, for programs that are started later.
func TestFolderIsHidden(t *testing.T) {
	for _, before := range []string{"/home/somebody/.config", ""} {
		if t.Setenv(folderVariable, before); before == "" {
			_ = os.Unsetenv(folderVariable) // restored at the end of the test by Setenv
		}
		test.NewTempApp(t)
		restore := hideFolder()
		if at := os.Getenv(folderVariable); os.MkdirAll(at+"/fyne", 0o700) == nil {
			t.Errorf("a folder can be made in %s", at)
		}
		l, begun := &Loop{}, make(chan struct{})
		l.begin(restore)
		l.Post(func() { close(begun) })
		<-begun
		if after, given := os.LookupEnv(folderVariable); after != before || given != (before != "") {
			t.Errorf("then it is %q, given: %v", after, given)
		}
	}
}
