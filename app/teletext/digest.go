package teletext

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"
)

// Digest identifies the subpage's content: two subpages have the same digest if and only if they have the same
// number, dwell and representations. A missing representation differs from an empty one.
func (s *Subpage) Digest() [sha256.Size]byte {
	d := make(digest, 0, 8<<10)
	d.addNumber(s.Number)
	d = binary.AppendVarint(d, int64(s.Dwell))
	d.addLines(s.Text)
	d.addLines(s.All)
	d.addRunLines(s.Structured)
	return sha256.Sum256(d)
}

// Digest identifies the page's content: all of it except the time of the last change, which the service may
// update without a change, and the warnings, which are this program's.
func (p *Page) Digest() [sha256.Size]byte {
	d := make(digest, 0, 1<<10)
	d.addText(p.Network)
	d.addNumber(p.Number)
	d.addText(p.Name)
	d.addNumber(p.SubpageCount)
	d.addNumber(p.Prev)
	d.addNumber(p.Next)
	d.addText(p.TOPType)
	d.addText(p.Animated)
	d.addNumber(len(p.Subpages))
	for i := range p.Subpages {
		part := p.Subpages[i].Digest()
		d = append(d, part[:]...)
	}
	return sha256.Sum256(d)
}

// A digest encodes fields unambiguously: each text is preceded by its length, each list by its count.
type digest []byte

func (d *digest) addNumber(n int) { *d = binary.AppendVarint(*d, int64(n)) }

func (d *digest) addText(s string) {
	d.addNumber(len(s))
	*d = append(*d, s...)
}

// present encodes whether a representation is there, and returns it.
func (d *digest) present(there bool) bool {
	if there {
		*d = append(*d, 1)
	} else {
		*d = append(*d, 0)
	}
	return there
}

func (d *digest) addLines(l *Lines) {
	if d.present(l != nil) {
		for _, line := range l {
			d.addText(line)
		}
	}
}

func (d *digest) addRunLines(l *RunLines) {
	if !d.present(l != nil) {
		return
	}
	for _, runs := range l {
		d.addNumber(len(runs))
		for _, r := range runs {
			*d = append(*d, byte(r.Bg), byte(r.Fg), r.Charcode)
			d.addNumber(r.Length)
			d.addText(r.Text)
			d.addText(r.Link)
			d.addText(r.Size)
		}
	}
}

// SameContent reports whether two pages have the same content, whatever way their documents spell blanks: a blank line
// may be spaces, empty or missing, and a blank run may have spaces or no text.
func (p *Page) SameContent(other *Page) bool { return p.trimmed().Digest() == other.trimmed().Digest() }

// trimmed returns a copy of the page without what only spells blanks.
func (p *Page) trimmed() *Page {
	page := *p
	page.Subpages = slices.Clone(p.Subpages)
	for i := range page.Subpages {
		s := &page.Subpages[i]
		s.Text, s.All, s.Structured = s.Text.trimmed(), s.All.trimmed(), s.Structured.trimmed()
	}
	return &page
}

func (l *Lines) trimmed() *Lines {
	if l == nil {
		return nil
	}
	lines := *l
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return &lines
}

func (l *RunLines) trimmed() *RunLines {
	if l == nil {
		return nil
	}
	lines := *l
	for i, runs := range l {
		lines[i] = slices.Clone(runs)
		nothing := true
		for k := range lines[i] {
			r := &lines[i][k]
			r.Text = strings.TrimRight(r.Text, " ")
			nothing = nothing && r.Text == "" && r.Bg.Base() == Black && r.Link == "" && (r.Charcode == 0 || r.blank())
		}
		if nothing {
			lines[i] = nil
		}
	}
	return &lines
}
