package loop

import (
	"os"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
)

// scaleVariable is the environment variable by which the toolkit (v2.8.1) multiplies the monitor's scale whenever it
// places a window on a monitor. It has no function for that.
const scaleVariable = "FYNE_SCALE"

// A Dress is the look of all windows: their theme, and their size in percent of the screen's scale, 0 for 100. If the
// program was started with the toolkit's variable for the size, that takes precedence.
type Dress struct {
	app     fyne.App
	now     func() time.Time
	given   bool // the variable was set when the program started
	percent int
	theme   fyne.Theme
	text    float32   // the desktop's size of text, as a factor, 0 for that of the start
	worn    time.Time // when the look was changed last
	sizes   map[fyne.Window]pixels
}

// pixels is the size that a window is to keep.
type pixels struct{ width, height float32 }

// settles is how long a window may take to reach its size, by way of another one.
const settles = 10 * time.Second

// NewDress makes a dress. It must be called before there are windows.
func NewDress(a fyne.App, now func() time.Time) *Dress {
	return &Dress{app: a, now: now, given: os.Getenv(scaleVariable) != ""}
}

// SizeIsGiven reports whether the environment sets the size, so that it cannot be changed.
func (d *Dress) SizeIsGiven() bool { return d.given }

// Wear changes the look at once. Windows keep their sizes in pixels, so that more or less fits in them.
func (d *Dress) Wear(theme fyne.Theme, percent int) {
	d.percent, d.theme = percent, theme
	d.Fit()
	now := d.now()
	d.measure(now.Sub(d.worn) > settles)
	d.worn = now
	d.app.Settings().SetTheme(theme) // the toolkit reads the variable again then
	for w, p := range d.sizes {
		if scale := w.Canvas().Scale(); !w.FullScreen() && scale > 0 {
			w.Resize(fyne.NewSize(p.width/scale, p.height/scale))
		}
	}
}

// SetTextSize sets the size of the desktop's text in dots an inch. It counts where the user has set no size.
func (d *Dress) SetTextSize(dpi float64) {
	d.text = float32(dpi / textDPI)
	d.Wear(d.theme, d.percent)
}

// measure stores the sizes of all windows, or only of those without a stored size.
func (d *Dress) measure(all bool) {
	sizes := map[fyne.Window]pixels{}
	for _, w := range d.app.Driver().AllWindows() {
		known, is := d.sizes[w]
		if all || !is {
			size, scale := w.Canvas().Size(), w.Canvas().Scale()
			known = pixels{size.Width * scale, size.Height * scale}
		}
		sizes[w] = known
	}
	d.sizes = sizes
}

// Fit limits the size so that a window with all its controls fits on the primary monitor. It must be called before a
// window is placed, but not before there is one, because monitors are not known until then.
func (d *Dress) Fit() {
	if d.given {
		return
	}
	_ = os.Unsetenv(scaleVariable) // to measure the room at 100 %
	percent := d.percent
	if percent == 0 {
		percent = usual(d.text)
	}
	// Child processes inherit it; a browser ignores it.
	if size := fitting(percent, Room()); size != 0 {
		_ = os.Setenv(scaleVariable, strconv.FormatFloat(float64(size)/100, 'f', 2, 64)) // fails only for invalid names
	}
}

// fitting limits a size of more than 100 percent to the available room.
func fitting(percent int, room fyne.Size) int {
	const leastWidth, leastHeight = 480, 360 // of a window with a place for everything
	if percent <= 100 || room.IsZero() {
		return percent
	}
	most := 10 * int(10*min(room.Width/leastWidth, room.Height/leastHeight))
	return max(100, min(percent, most))
}
