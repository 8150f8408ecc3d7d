package page

import (
	"slices"

	"sextant/app/say"
	"sextant/app/store"
	"sextant/app/teletext"
)

// A choice is which versions count: those that changed what is selected in the page, or all.
type choice struct {
	spans  []teletext.Span // that are selected
	at     int64           // the version in which they are
	busy   bool            // it is looked for in the background
	again  bool            // something else is selected meanwhile, or the film has grown
	chosen chosen
}

// is reports whether anything is selected.
func (c *choice) is() bool { return len(c.spans) > 0 }

// counts reports whether a version counts.
func (c *choice) counts(id int64) bool { return c.chosen.versions == nil || c.chosen.versions[id] }

// choose goes by what is selected in the page, while the strip is there.
func (v *versions) choose() {
	o := v.opened
	if o == nil {
		return
	}
	var spans []teletext.Span
	if !v.page.sheet.reads() { // where cells may be selected that are not seen
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
		return // it is called again when there is a film
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

// followSelection moves the selection with its line, where it is of one.
func (v *versions) followSelection() {
	o, s := v.opened, v.page.sheet
	if place, there := o.choice.chosen.places[o.all[o.at].ID]; there && place.Subpage == s.scene.Subpage {
		s.view.MoveSelection(place.Row)
	}
}

// framesOf are the frames of versions, nil where there is none.
func framesOf(frames map[int64]*frame, all []store.VersionInfo) []*frame {
	list := make([]*frame, len(all))
	for i := range all {
		list[i] = frames[all[i].ID]
	}
	return list
}

// A chosen is what was found: the versions that count, nil where all do, and how much was followed.
type chosen struct {
	versions map[int64]bool
	places   map[int64]teletext.TextLine // of the line in each version, where it is one
	lines    int
	whole    bool // whole lines
}

// words say how many versions count.
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
	subpage int // in which they are selected
}

// A followed is a line, or the cells in some of its columns.
type followed struct {
	line  teletext.TextLine
	cells teletext.Span
	whole bool
}

// find finds the versions that changed what is selected in one of them. It is nothing where no words are.
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

// add adds the versions that changed a line, and where it is in all of them.
func (c *chosen) add(all []store.VersionInfo, sayings []saying) {
	before := ""
	for i, s := range sayings {
		if s.said == "" {
			continue
		}
		if i > 0 && s.said != before { // the oldest version changed nothing
			c.versions[all[i].ID] = true
		}
		before, c.places[all[i].ID] = s.said, s.at
	}
}

// followed is the line of a stretch of cells; ok is false where it has no words.
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

// A saying is what a line, or a part of it, says in a version, "" where that has no such line, and where it is.
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

// says is what a line says that was last somewhere. Where the version has no such line, it stays there.
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

// lines are those of all subpages.
func (f *frame) lines() (all []teletext.TextLine) {
	if len(f.parts) == 1 {
		return f.parts[0].lines
	}
	for _, p := range f.parts {
		all = append(all, p.lines...)
	}
	return all
}
