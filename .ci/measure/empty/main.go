// Empty is a window with only a colour that changes with each key, to measure the toolkit itself. With -sleep its loop
// sleeps like Sextant's.
package main

import (
	"flag"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/canvas"

	"sextant/app/ui/loop"
)

func main() {
	sleep := flag.Bool("sleep", false, "let the loop sleep")
	flag.Parse()
	a := app.NewWithID("sextant.empty")
	newWindow := a.NewWindow
	if *sleep {
		(&loop.Loop{}).Sleep(a)
		newWindow = func(title string) fyne.Window { return loop.NewWindow(a, title) }
	}
	w := newWindow("Empty")
	w.SetPadded(false)
	r := canvas.NewRectangle(color.NRGBA{0, 0, 0xFF, 0xFF})
	w.SetContent(r)
	w.Canvas().SetOnTypedRune(func(rune) {
		r.FillColor = color.NRGBA{0, r.FillColor.(color.NRGBA).G ^ 0x40, 0xFF, 0xFF}
		r.Refresh()
	})
	w.Resize(fyne.NewSize(876, 500))
	w.ShowAndRun()
}
