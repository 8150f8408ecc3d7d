package page

import (
	"strings"

	"sextant/app/browse"
	"sextant/app/say"
	"sextant/app/teletext"
	"sextant/app/ui/host"
	"sextant/app/words"
)

// followLink goes to the target of a link.
func (p *Presenter) followLink(l teletext.Link) {
	if l.URL == "" {
		p.Nav.Run(p.Nav.GoTo(placeOf(l)))
	} else {
		host.Browse(p.host, l.URL)
	}
}

// selected returns the selected text, empty for none.
func (s *sheet) selected() string {
	if s.reads() {
		return s.reading.Selected()
	}
	if s.scene.Grid == nil {
		return ""
	}
	form := teletext.TextForm{Sextants: s.page.look().CopySextants, Reveal: s.reveal}
	return s.scene.Grid.Text(s.view.Selection(), form)
}

// hasSelection reports whether anything is selected.
func (s *sheet) hasSelection() bool {
	return len(s.view.Selection()) > 0 || s.reading.Selected() != ""
}

// HasSelection reports whether anything is selected.
func (p *Presenter) HasSelection() bool { return p.sheet.hasSelection() }

// copySelection copies the selection to the clipboard.
func (s *sheet) copySelection() {
	text := s.selected()
	if text == "" {
		s.page.host.Mention(say.Text("copy.nothing", "Keys", s.page.host.Command("page.selectAll").InBrackets()))
		return
	}
	s.page.host.Copy(text)
}

// copyTable copies the selection to the clipboard as cells separated by tabs, which spreadsheets paste as columns.
func (s *sheet) copyTable() {
	text := s.selected()
	if s.scene.Grid != nil && !s.reads() { // with the spaces before it, so that columns stay aligned
		lines := strings.Split(text, "\n")
		for i, span := range s.view.Selection() {
			lines[i] = strings.Repeat(" ", span.From) + lines[i]
		}
		text = strings.Join(lines, "\n")
	}
	if strings.TrimSpace(text) == "" {
		s.copySelection()
		return
	}
	var rows []string
	for _, row := range teletext.CutColumns(strings.Split(text, "\n")) {
		for i := range row {
			row[i] = words.TableCell(row[i])
		}
		rows = append(rows, strings.Join(row, "\t"))
	}
	s.page.host.Copy(strings.Join(rows, "\n"))
	s.page.host.Done(say.Text("copyTable.done"))
}

// copyAddress copies the address of the subpage on screen to the clipboard.
func (s *sheet) copyAddress() {
	if shown := s.page.Nav.Shown(); shown.Page != 0 {
		s.page.CopyAddress(shown)
	}
}

// CopyAddress copies the address of a page to the clipboard.
func (p *Presenter) CopyAddress(of teletext.Place) {
	address := browse.AddressScheme + of.String()
	p.host.Copy(address)
	p.host.Done(say.Text("copy.done", "Text", address))
}

func (s *sheet) selectAll() {
	if s.reads() {
		s.reading.SelectAll()
	} else {
		s.view.SelectAll()
	}
}

// clearSelection clears the selection, and reports whether there was one.
func (s *sheet) clearSelection() bool {
	if s.reads() {
		return s.reading.ClearSelection()
	}
	return s.view.ClearSelection()
}
