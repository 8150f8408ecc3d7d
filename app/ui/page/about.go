package page

import (
	"strings"

	"sextant/app/access"
	"sextant/app/navigate"
	"sextant/app/say"
	"sextant/app/voice"
	"sextant/widgets/core"
	"sextant/widgets/pageview"
	"sextant/widgets/reading"
)

// about returns the accessible description of the page on screen.
func (s *sheet) about() pageview.About {
	_, loading := s.page.Nav.Target()
	return pageview.About{
		Name: s.words(), Language: voice.LanguageOf(s.page.parts.Tuner.Current().Zone.String()),
		Busy: loading, Rests: true, Aloud: s.aloud, News: s.page.news.announced,
	}
}

// aboutText is about for the text view.
func (s *sheet) aboutText() reading.About {
	a := s.about()
	return reading.About{
		Role: access.Page, Name: a.Name, Language: a.Language, Busy: a.Busy, Rests: a.Rests, News: a.News,
	}
}

// words returns the page's title, its number, and which of its subpages is on screen, "" if there is no page.
func (s *sheet) words() string {
	doc := s.scene.Document
	if doc == nil || s.scene.Page == 0 {
		return ""
	}
	part := ""
	if count := len(doc.Subpages); count > 1 {
		part = say.Text("bar.subpage", "Number", s.index()+1, "Of", count)
	}
	return core.Joined(strings.TrimSpace(doc.Name), say.Text("access.page", "Page", s.scene.Page), part)
}

// aloud returns the text of the subpage on screen as it is read aloud.
func (s *sheet) aloud() string { return aloud(s.page.spoken(), s.scene) }

// aloud returns what is read aloud of a page for the subpage of a scene.
func aloud(list []voice.Utterance, scene navigate.Scene) string {
	if scene.Document == nil {
		return ""
	}
	_, index := scene.Document.Subpage(scene.Subpage)
	var said []string
	for _, u := range list {
		if len(u.Lines) > 0 && u.Lines[0].Subpage == max(0, index) {
			said = append(said, u.Text)
		}
	}
	return strings.Join(said, " ")
}
