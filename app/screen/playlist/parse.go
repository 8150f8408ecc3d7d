package playlist

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"

	"sextant/app/say"
	"sextant/app/teletext"
)

// File is the name of the file in the profile that has its playlist.
const File = "playlist.toml"

// MaxFile is how many bytes a file has at most.
const MaxFile = 256 << 10

// More limits of a file.
const (
	maxItems    = 1000 // of a list
	maxPages    = 2000 // for which the items of a list stand, and those of all sections that break in
	maxHolidays = 1000
	maxSections = 100 // of each name
)

// Parse reads the file of a playlist. The error is a *Mistakes.
func Parse(data []byte) (*Playlist, error) {
	root, data, m := readFile(data)
	if root == nil {
		return nil, m
	}
	r := &reader{Mistakes: m, torn: len(m.List) > 0}
	p := r.readPlaylist(root)
	if len(m.List) == 0 {
		r.strictly(data)
	}
	if err := m.asError(); err != nil {
		return nil, err
	}
	return p, nil
}

// readFile reads the keys of a file, nil where it is too large or no text, which is what is left of data.
func readFile(data []byte) (root *value, text []byte, m *Mistakes) {
	data = bytes.TrimPrefix(data, []byte("\ufeff")) // which some editors put before a text
	m = &Mistakes{}
	switch {
	case len(data) > MaxFile:
		m.addMistake(1, say.Text("playlist.tooLarge", "Most", say.Text("measure.kilobytes", "Number", MaxFile>>10)))
		return nil, data, m
	case !utf8.Valid(data):
		marked := bytes.ToValidUTF8(data, []byte("\x00"))
		m.addMistake(1+bytes.Count(marked[:bytes.IndexByte(marked, 0)], []byte("\n")), say.Text("playlist.noText"))
		return nil, data, m
	}
	return grow(data, m), data, m
}

// strictly reports what TOML does not allow and the reader would have put up with.
func (r *reader) strictly(data []byte) {
	var whole map[string]any
	err := toml.Unmarshal(data, &whole)
	var wrong *toml.DecodeError
	switch {
	case errors.As(err, &wrong):
		line, _ := wrong.Position()
		r.addMistake(line, syntaxReason(wrong))
	case err != nil:
		r.addMistake(1, syntaxReason(err))
	}
}

// readPlaylist reads the whole file.
func (r *reader) readPlaylist(root *value) *Playlist {
	p := Default()
	usual := &p.Lists[0]
	usual.Items = nil
	var dayparts []*value
	known := r.listFields(usual, fields{
		"holidays": r.holidaysField(&p.holidays),
		"off":      r.offField(&p.off),
	})
	r.above = slices.Collect(maps.Keys(known))
	maps.Copy(known, fields{
		"screen":   r.screenField(&p.Screen),
		"ticker":   r.tickerField(&p.Ticker),
		"tell":     r.webhookField(&p.Webhook),
		"daypart":  r.sections(func(v *value) { dayparts = append(dayparts, v) }),
		"break_in": r.sections(func(v *value) { p.BreakIns = append(p.BreakIns, r.readBreakIn(v)) }),
	})
	r.readFields(root, known, "show")
	r.readShow(root, usual)
	if v := root.of["off"]; v != nil {
		r.checkOff(p, v)
	}
	for _, v := range dayparts { // after the defaults that they share, wherever those stand
		l := r.daypart(v, len(p.Lists), *usual)
		if slices.ContainsFunc(p.Lists, func(other List) bool { return other.Name == l.Name }) {
			r.addMistake(v.line, say.Text("playlist.sameName", "Name", strconv.Quote(l.Name))) // they are picked by it
		}
		p.Lists = append(p.Lists, l)
	}
	return p
}

// mannerFields adds the keys that the usual list, each daypart and each item have to those that only one of them has.
func (r *reader) mannerFields(m *Manner, more fields) fields {
	more["dwell"] = r.dwellField(&m.Dwell)
	return more
}

// listFields adds the keys that the usual list and each daypart have to those that only one of them has.
func (r *reader) listFields(l *List, more fields) fields {
	more["together"] = r.oneOf(&l.Together, Together()...)
	more["show"] = func(*value) {} // see readShow
	return r.mannerFields(&l.Manner, more)
}

// readShow reads what a list shows, once it is known how.
func (r *reader) readShow(table *value, l *List) {
	if show := table.of["show"]; show != nil {
		r.itemsField(&l.Items, &l.Manner)(show)
	}
}

func (r *reader) dwellField(d *Dwell) field {
	return func(v *value) {
		given := *d
		given.Fixed = 0
		r.section(fields{
			"factor": r.number(&given.Factor, 0.1, 10),
			"least":  r.duration(&given.Least, time.Second, time.Hour),
			"most":   r.duration(&given.Most, time.Second, time.Hour),
			"fixed":  r.duration(&given.Fixed, time.Second, time.Hour),
		})(v)
		if given.Least > given.Most {
			r.addMistake(v.line, say.Text("playlist.leastMost", "Least", brief(given.Least), "Most", brief(given.Most)))
		}
		*d = given
	}
}

func (r *reader) screenField(s *Screen) field {
	view := ""
	read := r.section(fields{
		"view":       r.wordField(&view, "picture", "sharp"),
		"palette":    r.paletteField(&s.Palette),
		"scale":      r.wordField((*string)(&s.Scale), string(Fit), string(Whole), string(Fill)),
		"margins":    r.marginsField(&s.Margins),
		"rotate":     r.oneOf(&s.Rotate, 0, 90, 180, 270),
		"background": r.colour(&s.Background),
		"clock":      r.yesNo(&s.Clock),
		"countdown":  r.yesNo(&s.Countdown),
		"aloud":      r.yesNo(&s.Aloud),
		"fade":       r.duration(&s.Fade, 0, 2*time.Second),
		"drift":      r.whole(&s.Drift, 0, 40),
		"age":        r.duration(&s.Age, 0, 7*24*time.Hour),
		"quiet":      r.duration(&s.Quiet, 5*time.Second, time.Hour),
	})
	return func(v *value) {
		read(v)
		s.Sharp = view == "sharp"
	}
}

func (r *reader) tickerField(t *Ticker) field {
	var page []Item
	read := r.section(fields{
		"page": r.itemField(&page),
		"each": r.duration(&t.Each, time.Second, 5*time.Minute),
	}, "page")
	return func(v *value) {
		t.Each = tickerEach
		read(v)
		if len(page) == 0 {
			return
		}
		if i := page[0]; i.From == 0 || i.From != i.To {
			r.addMistake(v.of["page"].line, say.Text("playlist.ticker", "Text", strconv.Quote(i.String())))
		}
		t.Page, t.Subpage = page[0].From, page[0].Subpage
	}
}

// What is not given.
const (
	tickerEach   = 6 * time.Second
	breakInStays = 2 * time.Minute
	breakInPause = 10 * time.Minute
)

func (r *reader) readBreakIn(v *value) BreakIn {
	b := BreakIn{Stays: breakInStays, Pause: breakInPause}
	r.section(fields{
		"pages":  r.itemsField(&b.Items, nil),
		"phrase": r.textField(&b.Phrase, 200),
		"line":   r.textField(&b.Line, 200),
		"stays":  r.duration(&b.Stays, 5*time.Second, time.Hour),
		"pause":  r.duration(&b.Pause, 0, 24*time.Hour),
		"wakes":  r.yesNo(&b.Wakes),
	}, "pages")(v)
	if b.Phrase != "" && plain(b.Phrase) == "" {
		r.addMistake(v.of["phrase"].line, say.Text("playlist.phrase"))
	}
	if b.Line != "" && !teletext.HasWords(b.Line) {
		r.addMistake(v.of["line"].line, say.Text("playlist.lineWords"))
	}
	return b
}

// daypart reads the n-th one, which has what it does not say otherwise from the usual list.
func (r *reader) daypart(v *value, n int, usual List) List {
	l := List{Name: say.Text("playlist.daypart", "Number", n), Together: usual.Together, Manner: usual.Manner}
	r.section(r.listFields(&l, fields{
		"name": r.textField(&l.Name, 40),
		"days": r.daysField(&l.hours),
		"from": r.clockField(&l.hours.from),
		"to":   r.clockField(&l.hours.to),
	}), "show")(v)
	r.readShow(v, &l)
	return l
}
