package teletext

import (
	"crypto/sha256"
	"encoding/binary"
)

// Digest identifies what the subpage says: two subpages have the same one if and only if they have the
// same number, dwell and representations. A representation that the document lacks differs from an
// empty one.
func (s *Subpage) Digest() [sha256.Size]byte {
	d := make(digest, 0, 8<<10)
	d.number(s.Number)
	d = binary.AppendVarint(d, int64(s.Dwell))
	d.lines(s.Text)
	d.lines(s.All)
	d.runLines(s.Structured)
	return sha256.Sum256(d)
}

// Digest identifies what the page says: everything in it but the time of the last change, which the
// service may renew without a change, and the warnings, which are this program's own words.
func (p *Page) Digest() [sha256.Size]byte {
	d := make(digest, 0, 1<<10)
	d.text(p.Network)
	d.number(p.Number)
	d.text(p.Name)
	d.number(p.SubpageCount)
	d.number(p.Prev)
	d.number(p.Next)
	d.text(p.TOPType)
	d.text(p.Animated)
	d.number(len(p.Subpages))
	for i := range p.Subpages {
		part := p.Subpages[i].Digest()
		d = append(d, part[:]...)
	}
	return sha256.Sum256(d)
}

// A digest gathers fields so that no two different lists of them give the same bytes: each text has its
// length before it, each list its count.
type digest []byte

func (d *digest) number(n int) { *d = binary.AppendVarint(*d, int64(n)) }

func (d *digest) text(s string) {
	d.number(len(s))
	*d = append(*d, s...)
}

// present notes whether a representation is there at all.
func (d *digest) present(there bool) bool {
	if there {
		*d = append(*d, 1)
	} else {
		*d = append(*d, 0)
	}
	return there
}

func (d *digest) lines(l *Lines) {
	if d.present(l != nil) {
		for _, line := range l {
			d.text(line)
		}
	}
}

func (d *digest) runLines(l *RunLines) {
	if !d.present(l != nil) {
		return
	}
	for _, runs := range l {
		d.number(len(runs))
		for _, r := range runs {
			*d = append(*d, byte(r.Bg), byte(r.Fg), r.Charcode)
			d.number(r.Length)
			d.text(r.Text)
			d.text(r.Link)
			d.text(r.Size)
		}
	}
}
