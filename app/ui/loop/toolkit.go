package loop

import (
	"bytes"
	"io"
	"log"
	"os"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"

	"sextant/assets"
	"sextant/widgets/core"
)

// NewToolkit makes the toolkit's app. It must be called once, on main's goroutine.
func (l *Loop) NewToolkit() fyne.App {
	icon := fyne.NewStaticResource("sextant.png", assets.Icon)
	app.SetMetadata(fyne.AppMetadata{
		ID: assets.ID, Name: "Sextant", Version: assets.Version, Icon: icon,
		Migrations: map[string]bool{"fyneDo": threadsChecked},
	})
	log.SetOutput(&complaints{to: os.Stderr})
	restore := hideFolder()
	a := app.NewWithID(assets.ID)
	a.Settings().SetTheme(core.Theme())
	dropPreferences(a)
	l.begin(restore)
	l.Sleep(a)
	return a
}

// folderVariable is the environment variable of the folder in which the toolkit makes its own, except on Windows and
// macOS.
const folderVariable = "XDG_CONFIG_HOME"

// hideFolder prevents the toolkit (v2.8.1) from making a folder of settings and preferences outside the profile, which
// Sextant does not use. The toolkit does that when it is made and when its loop starts, at a path from the environment.
// restore restores the environment.
func hideFolder() (restore func()) {
	before, given := os.LookupEnv(folderVariable)
	_ = os.Setenv(folderVariable, os.DevNull) // nothing can be made in it
	return func() {
		if given {
			_ = os.Setenv(folderVariable, before)
		} else {
			_ = os.Unsetenv(folderVariable)
		}
	}
}

// dropPreferences prevents the toolkit from writing its preferences, which Sextant does not use, at the end of the
// program. The toolkit (v2.8.1) ends its loop without waiting for that, and would sometimes hang or panic.
func dropPreferences(a fyne.App) {
	if l, ok := a.Lifecycle().(interface{ SetOnStoppedHookExecuted(func()) }); ok {
		l.SetOnStoppedHookExecuted(nil)
	}
}

// complaints filters the toolkit's log: it leaves out errors that are none. The toolkit writes each error in up to
// three pieces. Write is called with the log's lock.
type complaints struct {
	to   io.Writer
	drop bool
}

// needless are the errors to leave out: about folders that Sextant does not use, and about a missing session bus, which
// a public screen does not need.
var needless = [][]byte{
	[]byte("Failed to create app storage space"), []byte("Preferences load error"), []byte("Settings load error"),
	[]byte("Unable to create settings storage"), []byte("Settings watch error"),
	[]byte("Failed to load user theme file"),
	[]byte("Failed to create fyne cache space"), []byte("Failed to create app cache space"),
	[]byte("failed to watch theme settings"), []byte("Unable to connect to session D-Bus"),
}

// Write writes a piece of an error unless it is needless. Other messages are never left out.
func (c *complaints) Write(piece []byte) (int, error) {
	if bytes.Contains(piece, []byte("Fyne error: ")) {
		c.drop = false
		for _, n := range needless {
			c.drop = c.drop || bytes.Contains(piece, n)
		}
	} else if !bytes.Contains(piece, []byte("  Cause: ")) && !bytes.Contains(piece, []byte("  At: ")) {
		c.drop = false
	}
	if c.drop {
		return len(piece), nil
	}
	return c.to.Write(piece)
}
