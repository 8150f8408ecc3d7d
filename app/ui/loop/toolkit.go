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

// NewToolkit makes the toolkit's part of the program, which must be done once, on the goroutine that main runs on.
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

// folderVariable says where the toolkit makes the folder of its settings and preferences, but for Windows and macOS.
const folderVariable = "XDG_CONFIG_HOME"

// hideFolder keeps the toolkit (v2.8.1) from making a folder of settings and preferences outside the profile, which
// Sextant has no use for: it does that when it is made and when its loop begins, and looks for it in the environment.
// The function that it returns puts the environment right.
func hideFolder() (restore func()) {
	before, given := os.LookupEnv(folderVariable)
	_ = os.Setenv(folderVariable, os.DevNull) // in which nothing can be made
	return func() {
		if given {
			_ = os.Setenv(folderVariable, before)
		} else {
			_ = os.Unsetenv(folderVariable)
		}
	}
}

// dropPreferences keeps the toolkit from writing a file of preferences when the program ends. Sextant
// has none there, and the toolkit (v2.8.1) ends its loop without regard to it: now and then it would
// wait for ever, or panic.
func dropPreferences(a fyne.App) {
	if l, ok := a.Lifecycle().(interface{ SetOnStoppedHookExecuted(func()) }); ok {
		l.SetOnStoppedHookExecuted(nil)
	}
}

// complaints passes on what the toolkit logs, but for what it complains of although nothing is wrong. Each complaint is
// written in up to three pieces. The log's lock is held meanwhile.
type complaints struct {
	to   io.Writer
	drop bool
}

// needless are the complaints of folders that Sextant does not use, and of a missing session bus, which a screen in a
// public place has no use for.
var needless = [][]byte{
	[]byte("Failed to create app storage space"), []byte("Preferences load error"), []byte("Settings load error"),
	[]byte("Unable to create settings storage"), []byte("Settings watch error"),
	[]byte("Failed to load user theme file"),
	[]byte("Failed to create fyne cache space"), []byte("Failed to create app cache space"),
	[]byte("failed to watch theme settings"), []byte("Unable to connect to session D-Bus"),
}

// Write writes a piece of a complaint, or something else that is logged, which is never left out.
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
