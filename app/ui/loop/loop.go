// Package loop has the toolkit's loop, on whose goroutine, the UI goroutine, all that is seen is changed.
package loop

import (
	"sync"
	"sync/atomic"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"

	"sextant/app/about"
	"sextant/assets"
	"sextant/widgets/core"
)

// A Loop brings functions to the UI goroutine until the program is about to end. Its zero value keeps them until there
// is a toolkit.
type Loop struct {
	ended   atomic.Bool
	posting sync.RWMutex

	mu    sync.Mutex
	begun bool
	early []func() // posted before there is a toolkit, which would not survive that
}

// Post runs a function on the UI goroutine, but none any more once the program is about to end: the
// toolkit would then run it on the caller's. It may be called from any goroutine, and returns at once.
func (l *Loop) Post(f func()) {
	l.posting.RLock() // the toolkit's queue must not close between the look and the post
	defer l.posting.RUnlock()
	if l.ended.Load() || l.keep(f) {
		return
	}
	fyne.Do(func() {
		if !l.ended.Load() {
			f()
		}
	})
}

// keep keeps a function that is posted before there is a toolkit, and tells whether it is.
func (l *Loop) keep(f func()) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.begun {
		l.early = append(l.early, f)
	}
	return !l.begun
}

// begin hands on what was posted before there was a toolkit. That is done elsewhere: on this goroutine the toolkit
// would run it at once, before there is a window.
func (l *Loop) begin() {
	l.mu.Lock()
	early := l.early
	l.begun, l.early = true, nil
	l.mu.Unlock()
	go func() {
		for _, f := range early {
			l.Post(f)
		}
	}()
}

// End lets nothing through any more, and tells whether that is so only now.
func (l *Loop) End() (now bool) {
	l.posting.Lock()
	defer l.posting.Unlock()
	return !l.ended.Swap(true)
}

// NewToolkit makes the toolkit's part of the program, which must be done once, on the goroutine that main runs on.
func (l *Loop) NewToolkit() fyne.App {
	icon := fyne.NewStaticResource("sextant.png", assets.Icon)
	app.SetMetadata(fyne.AppMetadata{ID: about.ID, Name: "Sextant", Version: about.Version, Icon: icon, Migrations: map[string]bool{"fyneDo": threadsChecked}})
	a := app.NewWithID(about.ID)
	a.Settings().SetTheme(core.Theme())
	dropPreferences(a)
	l.begin()
	return a
}

// dropPreferences keeps the toolkit from writing a file of preferences when the program ends. Sextant
// has none there, and the toolkit (v2.8.1) ends its loop without regard to it: now and then it would
// wait for ever, or panic.
func dropPreferences(a fyne.App) {
	if l, ok := a.Lifecycle().(interface{ SetOnStoppedHookExecuted(func()) }); ok {
		l.SetOnStoppedHookExecuted(nil)
	}
}
