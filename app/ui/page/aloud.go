package page

import (
	"slices"

	"sextant/app/teletext"
	"sextant/app/voice"
)

// spoken returns the utterances of the page on screen, all its subpages.
func (p *Presenter) spoken() []voice.Utterance {
	s := p.sheet
	if s.scene.Grid == nil {
		return nil
	}
	return voice.Read(s.scene.Document, p.Nav.Directory(), s.reveal)
}

// spokenNew is spoken for the rows that are new to the user.
func (p *Presenter) spokenNew() []voice.Utterance {
	doc := p.sheet.scene.Document
	return slices.DeleteFunc(p.spoken(), func(u voice.Utterance) bool {
		return !slices.ContainsFunc(u.Lines, func(l voice.Line) bool {
			return l.Subpage < len(doc.Subpages) &&
				slices.Contains(p.news.latest[doc.Subpages[l.Subpage].Number], l.Row)
		})
	})
}

// spokenHere is spoken for the selection, or, without one, from the line under the pointer on.
func (p *Presenter) spokenHere() []voice.Utterance {
	s := p.sheet
	switch list := p.spoken(); {
	case len(list) == 0:
		return nil
	case s.selected() != "" && s.reads():
		return voice.ReadText(s.selected(), nil)
	case s.selected() != "":
		return s.spokenSelection()
	case s.reads():
		if passage, at, ok := s.reading.Pointed(); ok {
			return list[voice.FromBlock(list, passage, at):]
		}
		return list
	default:
		row, ok := s.view.PointedRow()
		if !ok {
			row = 0
		}
		return list[voice.From(list, voice.Line{Subpage: s.index(), Row: row}):]
	}
}

// index returns the index of the subpage on screen.
func (s *sheet) index() int {
	_, index := s.scene.Document.Subpage(s.scene.Subpage)
	return max(0, index)
}

// spokenSelection returns the utterances of the selected cells.
func (s *sheet) spokenSelection() []voice.Utterance {
	var text string
	var rows []teletext.BlockLine
	for _, span := range s.view.Selection() {
		rows = append(rows, teletext.BlockLine{At: len(text), Subpage: s.index(), Row: span.Row})
		text += s.scene.Grid.Text([]teletext.Span{span}, teletext.TextForm{Reveal: s.reveal}) + " "
	}
	return voice.ReadText(text, rows)
}

// showRead marks the words that are read aloud, turns to their subpage, and reports whether their page is still on
// screen; nil removes the mark.
func (p *Presenter) showRead(page int, u *voice.Utterance) bool {
	s := p.sheet
	s.spoken = u
	if u == nil {
		s.markRead()
		return true
	}
	if s.scene.Page != page || s.scene.Grid == nil {
		return false
	}
	if doc := s.scene.Document; len(u.Lines) > 0 && !s.reads() && !p.versions.isOn() {
		if to := u.Lines[0].Subpage; to != s.index() && to < len(doc.Subpages) {
			p.Nav.Run(p.Nav.GoTo(teletext.Place{Page: page, Subpage: doc.Subpages[to].Number}))
		}
	}
	s.markRead()
	return true
}

// markRead marks the words of the subpage on screen that are read aloud.
func (s *sheet) markRead() {
	u := s.spoken
	if u == nil || len(u.Lines) == 0 {
		s.view.SetRead(nil)
		s.reading.ShowRead(0, 0, 0)
		return
	}
	var spans []teletext.Span
	for _, l := range u.Lines {
		if s.scene.Grid != nil && l.Subpage == s.index() && !s.scene.Grid.Covered(l.Row) {
			spans = append(spans, teletext.Span{Row: l.Row, Before: teletext.Columns})
		}
	}
	s.view.SetRead(spans)
	if s.reads() {
		s.reading.ShowRead(u.Block, u.From, u.Before)
	}
}

// Number returns the number of the page on screen, 0 for none.
func (p *Presenter) Number() int { return p.sheet.scene.Page }

// Hold stops the subpages from turning until release is called.
func (p *Presenter) Hold() (release func()) {
	if !p.Nav.Turning() {
		return func() {}
	}
	p.toggleTurning()
	return func() {
		if !p.Nav.Turning() {
			p.toggleTurning()
		}
	}
}
