package voice

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A cell is a part of a table's row, with its columns.
type cell struct {
	text         string
	from, before int
}

// apart matches what separates cells: spaces, or leaders.
var apart = regexp.MustCompile(`[ ._=-]{3,}| {2,}`)

// cells returns the cells of a row.
func cells(row string) (list []cell) {
	at := 0
	add := func(before int) {
		text := strings.TrimSpace(row[at:before])
		if !strings.ContainsFunc(text, isSpoken) {
			return
		}
		from := utf8.RuneCountInString(row[:at+strings.Index(row[at:before], text)])
		list = append(list, cell{text, from, from + utf8.RuneCountInString(text)})
	}
	for _, gap := range apart.FindAllStringIndex(row, -1) {
		add(gap[0])
		at = gap[1]
	}
	add(len(row))
	return list
}

// table adds the rows of a table.
func (r *reader) table() {
	text := r.article.Blocks[r.block].Text
	var heads []cell
	at := 0
	for i, row := range strings.Split(text, "\n") {
		list := cells(r.withoutNumbers(at, at+len(row)))
		if i == 0 && r.heads(list, len(row)) {
			heads = list
			r.addText(at, at+len(row), joined(list, nil))
		} else {
			r.addText(at, at+len(row), joined(list, heads))
		}
		at += len(row) + 1
	}
}

// withoutNumbers returns a part of the block's text with spaces in place of links that are only page numbers: their
// targets are spoken after it.
func (r *reader) withoutNumbers(from, before int) string {
	b := &r.article.Blocks[r.block]
	text := []byte(b.Text[from:before])
	for _, l := range b.Links {
		if l.From < from || l.Before > before || strings.ContainsFunc(b.Text[l.From:l.Before], unicode.IsLetter) {
			continue
		}
		for i := l.From - from; i < l.Before-from; i++ {
			text[i] = ' '
		}
	}
	return string(text)
}

// heads reports whether the cells of a block's first row are headings of columns: several without digits and links, and
// with digits in the rows below. length is that of the first row in bytes.
func (r *reader) heads(list []cell, length int) bool {
	b := &r.article.Blocks[r.block]
	if len(list) < 2 || len(b.Links) > 0 && b.Links[0].From < length ||
		!strings.ContainsFunc(b.Text[length:], unicode.IsDigit) {
		return false
	}
	for _, c := range list {
		if strings.ContainsFunc(c.text, unicode.IsDigit) {
			return false
		}
	}
	return true
}

// joined returns a row as it is spoken: cell by cell, each after the heading above it, if there is one.
func joined(list, heads []cell) string {
	said := make([]string, len(list))
	for i, c := range list {
		said[i] = c.text
		for _, h := range heads {
			if c.from < h.before && h.from < c.before {
				said[i] = h.text + " " + c.text
				break
			}
		}
	}
	return strings.Join(said, ", ")
}
