package loop

import (
	"os"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
)

// scaleVariable is where the toolkit (v2.8.1) looks, whenever it places a window on a monitor, for what to multiply the
// size that the monitor suggests by. It has no function for that.
const scaleVariable = "FYNE_SCALE"

// A Dress is how all windows look: their theme, and their size in percent of what the screen suggests, 0 for just that.
// Who starts the program with the toolkit's own variable for the size is left it.
type Dress struct {
	app     fyne.App
	now     func() time.Time
	given   bool // the variable was set when the program began
	percent int
	worn    time.Time // when the look was changed last
	sizes   map[fyne.Window]pixels
}

// pixels is the size that a window is to keep.
type pixels struct{ width, height float32 }

// settles is how long a window may take until it has the size that it is to have, by way of another one.
const settles = 10 * time.Second

// NewDress makes what changes the look of a toolkit's windows, before there are any.
func NewDress(a fyne.App, now func() time.Time) *Dress {
	return &Dress{app: a, now: now, given: os.Getenv(scaleVariable) != ""}
}

// SizeIsGiven reports whether the environment has the size, so that it cannot be changed.
func (d *Dress) SizeIsGiven() bool { return d.given }

// Wear changes the look at once. Windows keep their sizes in pixels, so that more or less is in them.
func (d *Dress) Wear(theme fyne.Theme, percent int) {
	d.percent = percent
	d.Fit()
	now := d.now()
	d.measure(now.Sub(d.worn) > settles)
	d.worn = now
	d.app.Settings().SetTheme(theme) // which makes it read the variable again
	for w, p := range d.sizes {
		if scale := w.Canvas().Scale(); !w.FullScreen() && scale > 0 {
			w.Resize(fyne.NewSize(p.width/scale, p.height/scale))
		}
	}
}

// measure notes the sizes of all windows, or of those alone of which it is not known yet.
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

// Fit sees to it that a window has a place on the main monitor for all that is in it, however large the size is that
// was chosen. It is to be called before a window is placed: before there is one, nothing is known of monitors.
func (d *Dress) Fit() {
	if d.given {
		return
	}
	_ = os.Unsetenv(scaleVariable) // for the room at 100 %
	percent := d.percent
	if percent == 0 {
		percent = unmeasured()
	}
	// programs that this one starts get it too: a browser does not know it
	if size := fitting(percent, Room()); size != 0 {
		_ = os.Setenv(scaleVariable, strconv.FormatFloat(float64(size)/100, 'f', 2, 64)) // the name is a good one
	}
}

// fitting is how much of a size of more than 100 percent there is room for.
func fitting(percent int, room fyne.Size) int {
	const leastWidth, leastHeight = 480, 360 // of a window with a place for everything
	if percent <= 100 || room.IsZero() {
		return percent
	}
	most := 10 * int(10*min(room.Width/leastWidth, room.Height/leastHeight))
	return max(100, min(percent, most))
}
