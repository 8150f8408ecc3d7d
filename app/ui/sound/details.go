package sound

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sextant/app/kept"
	"sextant/app/media"
	"sextant/app/say"
	"sextant/app/sound/recordings"
	"sextant/app/teletext"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
	"sextant/widgets/reading"
)

// showDetails shows the details of a recording. Page numbers in its description are links.
func (p *Presenter) showDetails(it media.Item) {
	d := p.host.NewServiceDialog(it.Name())
	text := detailText{guide: p.parts.Nav.Directory()}
	text.prose(it.Description)
	text.fields(p.rows.facts(it))
	text.marks(p.parts.Listen.Marks.Of(it.Key()))
	text.fold(append(slices.Clone(it.Fields), p.rows.tags(it)...), it.Description)
	p.host.SetText(d, text.passages, func(link int) {
		switch l := text.links[link]; {
		case l.mark != nil:
			d.Close()
			p.parts.Listen.Marks.Play(*l.mark)
		case l.URL == "":
			d.Close()
			p.parts.Nav.Run(p.parts.Nav.GoTo(teletext.Place{Page: l.Page, Subpage: l.Subpage}))
		default:
			host.Browse(p.host, l.URL)
		}
	})
	if p.cover.image != nil && p.parts.Listen.Playing() == it.Key() && p.host.Canvas().Size().Height >= coverRoom {
		picture := canvas.NewImageFromImage(p.cover.image)
		picture.FillMode = canvas.ImageFillContain
		picture.SetMinSize(fyne.NewSquareSize(coverSide / 2))
		d.SetHead(picture)
	}
	buttons := p.detailButtons(d, it)
	d.SetButtons(buttons...)
	p.host.Open(d, fyne.NewSize(580, 420), buttons[len(buttons)-1], nil)
}

// coverRoom is the least height of a window for a picture above the text.
const coverRoom = 480

// readable limits a value, in characters.
const readable = 4000

// A detailText is the text of a recording's details, with the targets of its links. Values are cut off at readable.
type detailText struct {
	guide    teletext.Guide
	passages []reading.Passage
	links    []detailLink
}

// A detailLink is a link to a page, an address or a mark.
type detailLink struct {
	teletext.Link
	mark *kept.Mark
}

// link makes a part of a passage a link.
func (t *detailText) link(p *reading.Passage, from, before int, l detailLink) {
	p.Links = append(p.Links, reading.Link{From: from, Before: before, Link: len(t.links)})
	t.links = append(t.links, l)
}

// prose sets a description in paragraphs, with what LinksIn finds in it as links.
func (t *detailText) prose(description string) {
	const more = " …"
	shown := words.Excerpt(description, readable)
	for _, paragraph := range strings.Split(shown, "\n") {
		if paragraph = strings.TrimSpace(paragraph); paragraph == "" {
			continue
		}
		p := reading.Passage{Text: paragraph}
		for _, l := range teletext.LinksIn(paragraph, t.guide) {
			if cut := shown != description && strings.HasSuffix(paragraph, more); !cut ||
				l.Before < len(paragraph)-len(more) {
				t.link(&p, l.From, l.Before, detailLink{Link: l})
			}
		}
		t.passages = append(t.passages, p)
	}
}

// fields sets names beside values. An address is a link.
func (t *detailText) fields(fields []media.Field) {
	for _, f := range fields {
		p := reading.Passage{Kind: reading.Field, Name: f.Name, Text: words.Excerpt(f.Value, readable)}
		if host.IsAddress(f.Value) {
			t.link(&p, 0, len(p.Text), detailLink{Link: teletext.Link{URL: f.Value}})
		}
		t.passages = append(t.passages, p)
	}
}

// marks sets the marks of the recording, each as a link that plays from there.
func (t *detailText) marks(marks []kept.Mark) {
	for i, k := range marks {
		p := reading.Passage{Kind: reading.Field, Text: words.PlayTime(k.Moment)}
		if i == 0 {
			p.Name = say.Text("marks.title")
		}
		end := len(p.Text)
		if about := cmp.Or(k.Note, k.Chapter); about != "" {
			p.Text += "  " + about
		}
		t.link(&p, 0, end, detailLink{mark: &marks[i]})
		t.passages = append(t.passages, p)
	}
}

// fold sets the fields of the record as they came behind a fold, but for the description.
func (t *detailText) fold(fields []media.Field, description string) {
	fields = slices.DeleteFunc(fields, func(f media.Field) bool { return strings.TrimSpace(f.Value) == description })
	if len(fields) > 0 {
		t.passages = append(t.passages, reading.Passage{Kind: reading.Fold, Text: say.Text("recording.technical")})
		t.fields(fields)
	}
}

func (p *Presenter) detailButtons(d *dialog.Dialog, it media.Item) []*control.PushButton {
	button := func(word string, do func()) *control.PushButton {
		return control.NewPushButton(d.Keys(), word, func() {
			d.Close()
			do()
		})
	}
	buttons := []*control.PushButton{
		button(say.Text("queue.add"), func() { p.enqueue(it, false) }),
		host.CloseButton(d, say.Text("button.close")),
		button(say.Text("play.begin"), func() { p.parts.Listen.Play(it) }).Strong(),
	}
	if !p.parts.Developers() {
		return buttons
	}
	playouts := button(say.Text("playouts.title"), func() { p.parts.Playouts(it.ID) })
	playouts.SetEnabled(it.ID != "")
	return append([]*control.PushButton{playouts}, buttons...)
}

// facts are what there is to know of a recording, in the words of people.
func (r *rows) facts(it media.Item) (facts []media.Field) {
	add := func(name, value string) {
		if value != "" {
			facts = append(facts, media.Field{Name: name, Value: value})
		}
	}
	d := r.listen.Library.Of(it.Key())
	if it.Duration > 0 {
		add(say.Text("recording.length"), words.LengthWords(it.Duration))
	}
	if size := cmp.Or(max(0, d.Size), it.Size); size > 0 { // the file's, or else what the service says
		add(say.Text("recording.size"), words.ByteSize(size))
	}
	if !it.Date.IsZero() {
		add(say.Text("recording.date"), r.calendar().Date(it.Date))
	}
	add(say.Text("recording.heardField"), words.FirstUpper(r.heardWords(&it)))
	if s := r.listen.State(); s.Key() == it.Key() && s.Player.Skipped > 0 {
		add(say.Text("recording.damaged"), say.Count("recording.skipped", s.Player.Skipped))
	}
	switch {
	case d.Progress == recordings.Stored && d.Keep:
		add(say.Text("recording.onDisk"), say.Text("recording.kept"))
	case d.Progress == recordings.Stored:
		add(say.Text("recording.onDisk"), say.Text("recording.untilFull"))
	default:
		add(say.Text("recording.download"), downloadWords(&d, r.calendar().Now))
	}
	return facts
}

// tags are what the file says of itself while it plays.
func (r *rows) tags(it media.Item) (tags []media.Field) {
	s := r.listen.State()
	if s.Key() != it.Key() {
		return nil
	}
	add := func(name, value string) {
		if value != "" {
			tags = append(tags, media.Field{Name: name, Value: value})
		}
	}
	if t := s.Player.Tags; t != nil {
		add(say.Text("recording.tagTitle"), t.Title)
		add(say.Text("recording.tagArtist"), t.Artist)
		add(say.Text("recording.tagAlbum"), t.Album)
	}
	return tags
}
