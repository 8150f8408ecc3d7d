package teletext_test

import (
	"math/rand/v2"
	"strings"

	"sextant/app/teletext"
)

const rows, columns = teletext.Rows, teletext.Columns

// A rawPage is lines 1 to 24 as they are broadcast, in codes 00 to 7F.
type rawPage [rows][columns]byte

// A charset is a character set of EN 300 706, table 32, with its characters of table 36 at nationalCodes.
type charset struct {
	number   int
	national string
}

const nationalCodes = "#$@[\\]^_`{|}~"

// After an odd number of {ESC}, libzvbi shows the set of the same national option in region 0. For Swedish, Finnish and
// Hungarian this changes nothing; Estonian becomes Swedish.
var (
	swedish  = charset{2, "#¤ÉÄÖÅÜ_éäöåü"}
	estonian = charset{34, "#õŠÄÖŽÜÕšäöžü"}
)

// char returns the character of a code in alpha mode.
func (c charset) char(code byte) rune {
	if i := strings.IndexByte(nationalCodes, code); i >= 0 {
		return []rune(c.national)[i]
	}
	if code == 0x7F {
		return '■'
	}
	return rune(code)
}

// The control codes that libzvbi handles in its own way, or that are frequent in random pages.
const (
	normal, doubleHeight, doubleWidth, doubleSize = 0x0C, 0x0D, 0x0E, 0x0F
	contiguous, separated, escape                 = 0x19, 0x1A, 0x1B
	hold, release                                 = 0x1E, 0x1F
)

// randomPages returns pages that conform to all display rules, the same ones each time. In turn they have uniformly
// distributed codes, mostly control codes, mosaics with all codes that change them, and text.
func randomPages(n int) []rawPage {
	r := rand.New(rand.NewPCG(300706, 15))
	kinds := [...]func() int{
		func() int { return r.IntN(0x80) },
		func() int { return r.IntN([...]int{0x80, 0x20, 0x20, 0x20}[r.IntN(4)]) },
		func() int { return mosaicRich(r) },
		func() int { return max(r.IntN(0x80), r.IntN(0x80), r.IntN(0x80)) },
	}
	pages := make([]rawPage, n)
	for i := range pages {
		for row := range rows {
			fillRow(&pages[i][row], r, kinds[i%len(kinds)])
		}
	}
	return pages
}

// fillRow repeats every tenth code on average, because boxes open and close between two equal codes.
func fillRow(row *[columns]byte, r *rand.Rand, code func() int) {
	for col := range row {
		row[col] = byte(code())
		if col > 0 && r.IntN(10) == 0 {
			row[col] = row[col-1]
		}
	}
}

func mosaicRich(r *rand.Rand) int {
	switch r.IntN(8) {
	case 0, 1:
		return 0x10 + r.IntN(8)
	case 2:
		return [...]int{hold, hold, hold, release, contiguous, separated}[r.IntN(6)]
	case 3:
		return [...]int{r.IntN(8), normal, normal, doubleHeight, doubleWidth, doubleSize}[r.IntN(6)]
	}
	return 0x20 + r.IntN(0x60)
}

// document returns the page as the service sends it, in all three representations or only in content type all.
func (p *rawPage) document(s charset, complete bool) ([]byte, error) {
	all := &teletext.Lines{}
	for row, codes := range p {
		all[row] = serviceLine(codes, s)
	}
	sub := teletext.Subpage{Number: 1, All: all}
	if complete {
		g := teletext.DecodeAll(all)
		sub.Text, sub.Structured = g.TextLines(), g.Structured(func(int) bool { return false })
	}
	page := teletext.Page{Network: "Helm", Number: 200, SubpageCount: 1, Subpages: []teletext.Subpage{sub}}
	return page.EncodeJSON()
}

// serviceLine formats a row as content type all: control codes as keywords, mosaics as the ASCII characters of their
// codes, and everything else as the character that it shows.
func serviceLine(codes [columns]byte, s charset) string {
	var b strings.Builder
	mosaic := false
	for _, code := range codes {
		switch {
		case code < 0x20:
			b.WriteString("{" + teletext.Keyword(int(code)) + "}")
			if code&0x08 == 0 { // a colour
				mosaic = code >= 0x10
			}
		case mosaic && code&0x20 != 0:
			b.WriteByte(code)
		default:
			b.WriteRune(s.char(code))
		}
	}
	return b.String()
}

// gridOf returns the cells of a document as the user sees them.
func gridOf(document []byte) (*teletext.Grid, error) {
	page, err := teletext.DecodeJSON(document)
	if err != nil {
		return nil, err
	}
	return page.Subpages[0].Grid(), nil
}
