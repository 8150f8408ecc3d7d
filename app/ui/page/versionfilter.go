package page

import (
	"slices"

	"sextant/app/say"
	"sextant/app/store"
	"sextant/app/teletext"
)

// A choice says which versions count: those that changed the selection on the page, or all.
type choice struct {
	spans  []teletext.Span // the selection
	at     int64           // the version in which it was made
	busy   bool            // a search is running in the background
	again  bool            // the selection has changed or the film has grown meanwhile
	chosen chosen
}

// is reports whether anything is selected.
func (c *choice) is() bool { return len(c.spans) > 0 }

// counts reports whether a version counts.
func (c *choice) counts(id int64) bool { return c.chosen.versions == nil || c.chosen.versions[id] }

// choose applies the selection on the page, while the strip is shown.
func (v *versions) choose() {
	o := v.opened
	if o == nil {
		return
	}
	var spans []teletext.Span
	if !v.page.sheet.reads() { // in the text view selected cells are not visible
		spans = v.page.sheet.view.Selection()
	}
	if !slices.Equal(spans, o.choice.spans) {
		o.choice.spans, o.choice.at = spans, o.all[o.at].ID
		v.filter()
	}
}

// filter finds the versions that count, in the background, one selection at a time.
func (v *versions) filter() {
	o := v.opened
	c := &o.choice
	if c.again = c.busy; c.busy {
		return
	}
	if !c.is() {
		v.haveChosen(chosen{})
		return
	}
	if len(o.film.frames) == 0 {
		return // called again when there is a film
	}
	c.busy = true
	frames, all, at, spans := o.film.frames, o.all, c.at, c.spans
	go func() {
		found := choosing{frames: framesOf(frames, all), subpage: o.subpage}.find(all, at, spans)
		v.page.host.Do(func() {
			if v.opened != o {
				return
			}
			if c.busy = false; c.again {
				v.filter()
			} else {
				v.haveChosen(found)
			}
		})
	}()
}

// haveChosen shows which versions count.
func (v *versions) haveChosen(found chosen) {
	o := v.opened
	if o.choice.chosen.versions == nil && found.versions == nil {
		return
	}
	o.choice.chosen = found
	v.followSelection()
	v.showMoments()
	v.strip.SetNote(found.words(len(o.all)))
	v.readNext()
}

// followSelection moves the selection with its line, if it is within one.
func (v *versions) followSelection() {
	o, s := v.opened, v.page.sheet
	if place, there := o.choice.chosen.places[o.all[o.at].ID]; there && place.Subpage == s.scene.Subpage {
		s.view.MoveSelection(place.Row)
	}
}

// framesOf returns the frames of versions, nil for those without one.
func framesOf(frames map[int64]*frame, all []store.VersionInfo) []*frame {
	list := make([]*frame, len(all))
	for i := range all {
		list[i] = frames[all[i].ID]
	}
	return list
}

// A chosen is the result of a search: the versions that count, nil if all do, and what was followed.
type chosen struct {
	versions map[int64]bool
	places   map[int64]teletext.TextLine // of the line in each version, if it is one line
	lines    int
	whole    bool // whole lines
}

// words returns how many versions count, in words.
func (c *chosen) words(of int) string {
	switch {
	case c.versions == nil:
		return ""
	case len(c.versions) == 0:
		return say.Text("versions.noneCount", "Of", of)
	case c.lines > 1:
		return say.Text("versions.linesCount", "Number", len(c.versions), "Of", of)
	case c.whole:
		return say.Text("versions.lineCounts", "Number", len(c.versions), "Of", of)
	}
	return say.Text("versions.textCounts", "Number", len(c.versions), "Of", of)
}

// choosing finds the versions that changed some lines, wherever these have moved.
type choosing struct {
	frames  []*frame
	subpage int // the one with the selection
}

// A followed is a line, or a part of one in some columns.
type followed struct {
	line  teletext.TextLine
	cells teletext.Span
	whole bool
}

// find returns the versions that changed a selection in one of them; zero if the selection has no words.
func (c choosing) find(all []store.VersionInfo, at int64, spans []teletext.Span) chosen {
	from, there := slices.BinarySearchFunc(all, at, versionByID)
	if !there || c.frames[from] == nil {
		return chosen{}
	}
	result := chosen{whole: true}
	for _, span := range spans {
		line, ok := c.followed(c.frames[from], span)
		if !ok {
			continue
		}
		if result.versions == nil {
			result.versions = map[int64]bool{}
		}
		result.lines++
		result.whole = result.whole && line.whole
		result.places = map[int64]teletext.TextLine{}
		result.add(all, c.follow(from, line))
	}
	if result.lines > 1 {
		result.places = nil
	}
	return result
}

// add adds the versions that changed a line, and its places.
func (c *chosen) add(all []store.VersionInfo, sayings []saying) {
	before := ""
	for i, s := range sayings {
		if s.said == "" {
			continue
		}
		if i > 0 && s.said != before { // the oldest version counts as no change
			c.versions[all[i].ID] = true
		}
		before, c.places[all[i].ID] = s.said, s.at
	}
}

// followed returns the line of a span; ok is false if it has no words.
func (c choosing) followed(f *frame, s teletext.Span) (line followed, ok bool) {
	part := f.part(c.subpage)
	if part == nil || s.Row >= teletext.Rows {
		return line, false
	}
	i := slices.IndexFunc(part.lines, func(l teletext.TextLine) bool { return l.Row == s.Row })
	if i < 0 || isBlank(part.grid, s) {
		return line, false
	}
	whole := isBlank(part.grid, teletext.Span{Row: s.Row, Before: s.From}) &&
		isBlank(part.grid, teletext.Span{Row: s.Row, From: s.Before, Before: teletext.Columns})
	return followed{part.lines[i], s, whole}, true
}

func isBlank(g *teletext.Grid, s teletext.Span) bool {
	return g.Text([]teletext.Span{s}, teletext.TextForm{}) == ""
}

// A saying is the text and the place of a line, or of a part of it, in a version; the text is "" if the version does
// not have the line.
type saying struct {
	said string
	at   teletext.TextLine
}

// follow follows a line through all versions from one on, in both directions.
func (c choosing) follow(from int, line followed) []saying {
	list := make([]saying, len(c.frames))
	last := line.line
	for i := from; i < len(list); i++ {
		list[i] = c.frames[i].says(line, last)
		last = list[i].at
	}
	last = line.line
	for i := from - 1; i >= 0; i-- {
		list[i] = c.frames[i].says(line, last)
		last = list[i].at
	}
	return list
}

// says returns the text of a line in the version, and its place: the last one if the version does not have the line.
func (f *frame) says(line followed, last teletext.TextLine) saying {
	if f == nil {
		return saying{at: last}
	}
	found, ok := teletext.FindLineIn(f.lines(), line.line, last)
	switch {
	case !ok:
		return saying{at: last}
	case line.whole:
		return saying{found.Text, found}
	}
	cells := line.cells
	cells.Row = found.Row
	text, _ := f.part(found.Subpage).grid.Letters(cells)
	return saying{text, found}
}

// lines returns the lines of all subpages.
func (f *frame) lines() (all []teletext.TextLine) {
	if len(f.parts) == 1 {
		return f.parts[0].lines
	}
	for _, p := range f.parts {
		all = append(all, p.lines...)
	}
	return all
}
