package core

import (
	"embed"

	"fyne.io/fyne/v2"
)

//go:embed icons/*.svg
var iconFiles embed.FS

// Icon returns one of the project's icons, by its file's name without the extension. Their style matches the toolkit's.
// It panics if there is no such icon.
func Icon(name string) fyne.Resource {
	data, err := iconFiles.ReadFile("icons/" + name + ".svg")
	if err != nil {
		panic(err) // a wrong name in the source
	}
	return fyne.NewStaticResource(name+".svg", data)
}
