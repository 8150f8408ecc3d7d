package core

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"
)

// NewPanelRenderer draws a panel's column with a margin, above a floor, so that a click on a button of the panel does
// not change the focus.
func NewPanelRenderer(keys Keys, column fyne.CanvasObject) fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(
		container.NewStack(NewFloor(keys), container.New(layout.NewCustomPaddedLayout(4, 6, 8, 8), column)))
}
