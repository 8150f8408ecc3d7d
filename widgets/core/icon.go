package core

import (
	"embed"

	"fyne.io/fyne/v2"
)

//go:embed icons/*.svg
var iconFiles embed.FS

// Icon is one of the project's own icons, by its file's name without the ending. They are drawn to
// stand beside those of the toolkit. It panics where there is no such icon.
func Icon(name string) fyne.Resource {
	data, err := iconFiles.ReadFile("icons/" + name + ".svg")
	if err != nil {
		panic(err) // a name that is wrong in the source
	}
	return fyne.NewStaticResource(name+".svg", data)
}
