package app

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"sextant/app/media"
	"sextant/app/service"
	"sextant/widgets"
)

const newestVersion = "newest that answers"

// A playoutsView is the dialog with the playouts of one media id.
type playoutsView struct {
	w      *window
	id     string
	status *widget.Label
	body   *fyne.Container
	cancel context.CancelFunc
	dialog *dialog.CustomDialog
}

// showPlayouts opens the playouts of a media id.
func (w *window) showPlayouts(id string) {
	if id = strings.TrimSpace(id); id == "" {
		w.Mention("Type a media id first.")
		return
	}
	v := &playoutsView{w: w, id: id, status: widget.NewLabel(""), body: container.NewStack(), cancel: func() {}}
	v.status.Truncation = fyne.TextTruncateEllipsis
	choices := []string{newestVersion}
	for n := service.PlayoutVersions; n >= 1; n-- {
		choices = append(choices, strconv.Itoa(n))
	}
	version := widget.NewSelect(choices, v.ask)
	head := container.NewBorder(nil, nil, container.NewHBox(widget.NewLabel("Version"), version), nil, v.status)
	v.dialog = dialog.NewCustom("Playouts of "+id, "Close", container.NewBorder(head, nil, nil, nil, v.body), w.win)
	v.dialog.Resize(w.dialogSize(620, 460))
	w.show(v.dialog, func() { v.cancel() })
	version.SetSelected(newestVersion)
}

// ask asks for a version and shows it when it comes. Choosing another ends the question before.
func (v *playoutsView) ask(choice string) {
	v.cancel()
	var ctx context.Context
	ctx, v.cancel = context.WithCancel(context.Background())
	v.status.SetText("Asking …")
	v.body.RemoveAll()
	client := v.w.app.station.client
	go func() {
		var doc media.Value
		var err error
		version, _ := strconv.Atoi(choice)
		if version == 0 {
			version, doc, err = client.NewestPlayouts(ctx, v.id)
		} else {
			doc, err = client.Playouts(ctx, version, v.id)
		}
		v.w.app.do(func() {
			if ctx.Err() == nil {
				v.show(version, doc, err)
			}
		})
	}()
}

func (v *playoutsView) show(version int, doc media.Value, err error) {
	switch {
	case service.KindOf(err) == service.NotFound && version == 0:
		v.status.SetText("No version answers for this id.")
		return
	case service.KindOf(err) == service.NotFound:
		v.status.SetText(fmt.Sprintf("Version %d has nothing under this id.", version))
		return
	case err != nil:
		v.status.SetText(serviceMessage("the playouts", err).sentence)
		return
	}
	found := media.Playables(doc)
	v.status.SetText(fmt.Sprintf("Version %d, %s", version, countWords(len(found), "playout")))
	rows := container.NewVBox()
	for _, p := range found {
		rows.Add(v.row(p))
	}
	tree := widgets.NewTree(valueNodes(doc))
	v.body.Objects = []fyne.CanvasObject{container.NewBorder(rows, nil, nil, nil, tree)}
	v.body.Refresh()
}

// row offers one playout to be played, where Sextant can.
func (v *playoutsView) row(p media.Playable) fyne.CanvasObject {
	words := []string{string(p.Format)}
	if p.Language != "" {
		words = append(words, p.Language)
	}
	if p.Protected {
		words = append(words, "protected")
	}
	play := widget.NewButton("Play", func() {
		v.dialog.Hide()
		v.w.app.playback.playHere(media.Item{ID: v.id, Title: "Recording " + v.id, URL: p.URL})
	})
	if p.Format != media.MP3 || p.Protected {
		play.Disable()
		words = append(words, "not playable here")
	}
	label := widget.NewLabel(strings.Join(words, ", ") + ":  " + p.URL)
	label.Truncation = fyne.TextTruncateEllipsis
	return container.NewBorder(nil, nil, nil, play, label)
}

func countWords(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func scaled(d time.Duration, share float64) time.Duration {
	return time.Duration(share * float64(d))
}
