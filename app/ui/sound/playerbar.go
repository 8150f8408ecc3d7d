package sound

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sextant/app/access"
	"sextant/app/say"
	"sextant/widgets/control"
	"sextant/widgets/core"
)

// playerActions are the player bar's callbacks.
type playerActions struct {
	toggle, stop, previous, next func()
	back, on                     func()      // by some seconds
	skip                         func(n int) // n times some seconds, back where it is less than 0
	seek                         func(share float64)
	volume                       func(share float64)
	// menu opens the menu at its button.
	menu func(at fyne.CanvasObject)
	// tip returns the tip of a button with a title, by its name: toggle, stop, previous, next, back, on or menu.
	tip func(name, title string) string
	// timeAt formats a place in the recording, for the label at the pointer and while dragging.
	timeAt func(share float64) string
}

// playerInfo is the content of the player bar.
type playerInfo struct {
	// recording identifies what plays, until it ends: a drag of the knob does nothing in another.
	recording         string
	title, state      string
	detail            string // below the title, may be empty
	time, length      string
	position, ready   float64 // shares of the whole
	playing, seekable bool
	previous, next    bool
	volume            float64
}

// A PlayerBar has the controls of playback, at the foot of the window.
type PlayerBar struct {
	core.Base
	info    playerInfo
	actions playerActions

	play, previous, next *control.Button
	back, on             *control.Button
	more                 *control.Button
	seek, volume         *control.Slider
	title, clock, length *core.Line
	detail               *core.Line
	picture              *canvas.Image
	layout               *playerLayout
	content              fyne.CanvasObject
}

var _ fyne.Widget = (*PlayerBar)(nil)

// newPlayerBar makes a hidden bar.
func newPlayerBar(tips *core.Tips, actions playerActions) *PlayerBar {
	b := &PlayerBar{
		actions: actions, seek: control.NewSlider(120), volume: control.NewSlider(74),
		title:  core.NewLine(14, theme.ColorNameForeground),
		clock:  core.NewLine(12, theme.ColorNamePlaceHolder).Trailing(),
		length: core.NewLine(12, theme.ColorNamePlaceHolder),
	}
	button := func(icon fyne.Resource, name, title string, do func()) *control.Button {
		return control.NewButton(tips, icon, "", do).TipNow(func() string { return actions.tip(name, title) })
	}
	b.play = button(theme.MediaPlayIcon(), "toggle", "", actions.toggle).TipNow(func() string {
		if b.info.playing {
			return actions.tip("toggle", say.Text("play.pause"))
		}
		return actions.tip("toggle", say.Text("play.begin"))
	})
	b.previous = button(theme.MediaSkipPreviousIcon(), "previous", say.Text("play.previous"), actions.previous)
	b.next = button(theme.MediaSkipNextIcon(), "next", say.Text("play.next"), actions.next)
	b.back = button(core.Icon("back10"), "back", say.Text("play.back"), actions.back)
	b.on = button(core.Icon("on30"), "on", say.Text("play.on"), actions.on)
	stop := button(theme.MediaStopIcon(), "stop", say.Text("play.close"), actions.stop)
	b.seek.OnChanged = func(share float64) { b.clock.SetText(actions.timeAt(share)) }
	b.seek.OnDone = actions.seek
	b.seek.OnNotches, b.seek.Wheel.Sideways = actions.skip, true
	b.seek.OnHover = func(share float64, x float32) {
		if share < 0 {
			tips.Hide()
			return
		}
		tips.ShowAt(b.seek, fyne.NewPos(x, 0), fyne.NewSize(0, b.seek.Size().Height), actions.timeAt(share))
	}
	b.seek.Named(say.Text("access.seek"), b.placeWords)
	b.volume.Named(say.Text("soundPrefs.volume"), nil)
	b.volume.OnChanged = actions.volume
	b.more = button(theme.MoreVerticalIcon(), "menu", say.Text("play.menu"), b.openMenu)
	sound := widget.NewIcon(theme.VolumeUpIcon())
	b.detail, b.layout = core.NewLine(11.5, theme.ColorNamePlaceHolder), &playerLayout{}
	b.picture = canvas.NewImageFromImage(nil)
	b.picture.FillMode = canvas.ImageFillContain
	b.picture.SetMinSize(fyne.NewSquareSize(pictureSide))
	b.picture.Hide()
	b.content = container.New(b.layout, container.NewHBox(b.play, b.back, b.on, b.previous, b.next, stop),
		b.title, b.clock, b.seek, b.length,
		container.NewHBox(container.NewCenter(sound), container.NewCenter(b.volume), container.NewCenter(b.more)),
		b.detail, b.picture)
	b.ExtendBaseWidget(b)
	b.Hide()
	return b
}

// openMenu opens the bar's menu.
func (b *PlayerBar) openMenu() { b.actions.menu(b.more) }

// setInfo sets the bar's content.
func (b *PlayerBar) setInfo(info playerInfo) {
	if b.info == info {
		return
	}
	if b.info.recording != info.recording {
		b.seek.Drop()
	}
	b.info = info
	b.seek.SetEnabled(info.seekable) // which ends a drag
	title := info.title
	if info.state != "" {
		title = info.state + "  ·  " + title
	}
	b.title.SetText(title)
	b.detail.SetText(info.detail)
	core.SetVisible(b.detail, info.detail != "")
	if detailed := info.detail != ""; b.layout.detailed != detailed {
		b.layout.detailed = detailed
		b.content.Refresh()
	}
	if !b.seek.Dragging() {
		b.clock.SetText(info.time)
	}
	b.length.SetText(info.length)
	b.seek.SetValue(info.position)
	b.seek.SetReady(info.ready)
	b.volume.SetValue(info.volume)
	b.back.SetEnabled(info.seekable)
	b.on.SetEnabled(info.seekable)
	b.previous.SetEnabled(info.previous)
	b.next.SetEnabled(info.next)
	if info.playing {
		b.play.SetFace(theme.MediaPauseIcon(), "")
	} else {
		b.play.SetFace(theme.MediaPlayIcon(), "")
	}
}

// Hide ends a drag: the toolkit sends the pointer's events to where it was pressed, even if that is hidden.
func (b *PlayerBar) Hide() {
	if b.seek.Dragging() {
		b.seek.Drop()
		b.seek.SetValue(b.info.position)
		b.clock.SetText(b.info.time)
	}
	b.volume.Drop()
	b.Base.Hide()
}

// setPicture shows a picture before the title, nil for none.
func (b *PlayerBar) setPicture(img image.Image) {
	if b.picture.Image == nil && img == nil {
		return
	}
	b.picture.Image = img
	core.SetVisible(b.picture, img != nil)
	b.content.Refresh()
}

// setMarks shows the positions of marks on the timeline, from 0 to 1.
func (b *PlayerBar) setMarks(shares []float64) { b.seek.SetTicks(shares) }

// Describe makes no node: only the contents of the bar have one.
func (b *PlayerBar) Describe(t *core.Accessibility) {
	t.Role, t.Name, t.Within = access.ToolBar, say.Text("access.player"), []fyne.CanvasObject{b.content}
}

// placeWords returns a place in the recording in words, such as "0:12 of 5:50".
func (b *PlayerBar) placeWords(share float64) string {
	if b.info.length == "" {
		return b.info.time
	}
	at := b.info.time
	if share != b.info.position {
		at = b.actions.timeAt(share)
	}
	return say.Text("access.rest", "Time", at, "Length", b.info.length)
}

// CreateRenderer implements fyne.Widget.
func (b *PlayerBar) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(core.NewBand(), b.content))
}

// playerLayout lays out the controls on one line if there is room, else the title above the rest.
type playerLayout struct {
	tall     bool
	detailed bool // there is a line below the title
}

const (
	playerWide  = 780
	pictureSide = 32
)

func (l *playerLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	height := float32(40)
	if l.tall {
		height = 66
	}
	return fyne.NewSize(objects[0].MinSize().Width+objects[5].MinSize().Width+80, height)
}

func (l *playerLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	buttons, clock, seek, length, volume := o[0], o[2], o[3], o[4], o[5]
	const edge, gap, digits = 6, 6, 52
	bw, vw := buttons.MinSize().Width, volume.MinSize().Width
	tall := size.Width < playerWide
	core.PutMiddle(volume, size.Width-vw-edge-4, 0, vw, 40)
	core.PutMiddle(buttons, edge, 0, bw, 40)
	if tall {
		l.putTitle(o, edge+bw+gap, size.Width-bw-vw-3*gap-edge-4)
		core.PutMiddle(clock, edge, 38, digits, 26)
		core.PutMiddle(length, size.Width-digits-edge, 38, digits, 26)
		core.PutMiddle(seek, edge+digits, 38, size.Width-2*(digits+edge), 26)
	} else {
		x := edge + bw + gap
		titleWidth := (size.Width - bw - vw) * 0.34
		l.putTitle(o, x, titleWidth)
		x += titleWidth + gap
		core.PutMiddle(clock, x, 0, digits, 40)
		core.PutMiddle(seek, x+digits, 0, size.Width-x-2*digits-vw-2*gap-edge-4, 40)
		core.PutMiddle(length, size.Width-vw-digits-gap-edge-4, 0, digits, 40)
	}
	l.tall = tall
}

// putTitle lays out the title from x on, and the line below it.
func (l *playerLayout) putTitle(o []fyne.CanvasObject, x, width float32) {
	title, detail, picture := o[1], o[6], o[7]
	const gap, leastTitle = 8, 160
	if picture.Resize(fyne.Size{}); picture.Visible() && width >= pictureSide+gap+leastTitle {
		core.PutMiddle(picture, x, 0, pictureSide, 40)
		x, width = x+pictureSide+gap, max(0, width-pictureSide-gap)
	}
	if !l.detailed {
		core.PutMiddle(title, x, 0, width, 40)
		return
	}
	core.PutMiddle(title, x, 3, width, 20)
	core.PutMiddle(detail, x, 21, width, 16)
}
