package render

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// alphabets are the small letters of each language, which are tested with their capitals. All of them must differ,
// without exceptions.
var alphabets = []struct{ language, letters string }{
	{"Finnish", "abcdefghijklmnopqrsštuvwxyzžåäö"},
	{"Swedish", "abcdefghijklmnopqrstuvwxyzåäöéü"},
	{"Norwegian", "abcdefghijklmnopqrstuvwxyzæøåéèêóòôà"},
	{"Danish", "abcdefghijklmnopqrstuvwxyzæøåé"},
	{"Icelandic", "aábdðeéfghiíjklmnoóprstuúvxyýþæö"},
	{"German", "abcdefghijklmnopqrstuvwxyzäöüßẞ"},
	{"French", "aàâæbcçdeéèêëfghiîïjklmnoôœpqrstuùûüvwxyÿz"},
	{"Spanish", "aábcdeéfghiíjklmnñoópqrstuúüvwxyzªº¿¡"},
	{"Portuguese", "aáâãàbcçdeéêfghiíjklmnoóôõpqrstuúüvwxyz"},
	{"Italian", "aàbcdeéèfghiìíîjklmnoòópqrstuùúvwxyz"},
	{"Estonian", "abcdefghijklmnopqrsšzžtuvwõäöüxy"},
	{"Latvian", "aābcčdeēfgģhiījkķlļmnņoprsštuūvzž"},
	{"Lithuanian", "aąbcčdeęėfghiįyjklmnoprsštuųūvzž"},
	{"Polish", "aąbcćdeęfghijklłmnńoóprsśtuwyzźżqvx"},
	{"Czech", "aábcčdďeéěfghiíjklmnňoópqrřsštťuúůvwxyýzž"},
	{"Slovak", "aáäbcčdďeéfghiíjklĺľmnňoóôpqrŕsštťuúvwxyýzž"},
	{"Hungarian", "aábcdeéfghiíjklmnoóöőpqrstuúüűvwxyz"},
	{"Romanian", "aăâbcdefghiîjklmnopqrsștțuvwxyzşţ"},
	{"Turkish", "abcçdefgğhıijklmnoöprsştuüvyzİâîû"},
	{"Croatian", "abcčćdđefghijklmnoprsštuvzž"},
	{"Albanian", "abcçdeëfghijklmnopqrstuvxyz"},
	{"Maltese", "abċdefġghħijklmnopqrstuvwxzżàèìòù"},
	{"Northern Sami", "aábcčdđefghijklmnŋoprsštŧuvzž"},
	{"Skolt Sami", "aâbcčʒǯdđefgǧǥhijkǩlmnŋoõprsštuvzžåä"},
	{"Azerbaijani", "abcçdeəfgğhxıijkqlmnoöprsştuüvyz"},
	{"Esperanto", "abcĉdefgĝhĥijĵklmnoprsŝtuŭvz"},
	{"Welsh", "abcdefghijlmnoprstuwyâêîôûŵŷ"},
	{"Dutch", "abcdefghijklmnopqrstuvwxyzĳéëïóöü"},
	{"Greek", "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ"},
	{"Russian", "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"},
	{"Ukrainian", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя"},
	{"Belarusian", "абвгдеёжзійклмнопрстуўфхцчшыьэюя"},
	{"Bulgarian", "абвгдежзийклмнопрстуфхцчшщъьюяѝ"},
	{"Serbian", "абвгдђежзијклљмнњопрстћуфхцчџш"},
	{"Macedonian", "абвгдѓежзѕијклљмнњопрстќуфхцчџш"},
}

// capital returns the capital of a small letter that is used in a language, even if Unicode has another one.
func capital(r rune, language string) rune {
	switch {
	case language == "Turkish" && r == 'i', language == "Azerbaijani" && r == 'i':
		return 'İ'
	case r == 'ß':
		return 'ẞ'
	case r == 'ΐ': // it is never the first letter of a word, and capitals omit the accent
		return 'Ϊ'
	case r == 'ΰ':
		return 'Ϋ'
	}
	return unicode.ToUpper(r)
}

func TestAlphabets(t *testing.T) {
	f := loadFont()
	for _, a := range alphabets {
		seen := map[glyph]rune{}
		for _, small := range a.letters {
			for _, r := range []rune{small, capital(small, a.language)} {
				g := f.lookup(r)
				if g == f.glyphs['?'] || g == (glyph{}) {
					t.Errorf("%s: %c has no shape", a.language, r)
				}
				if other, ok := seen[g]; ok && other != r {
					t.Errorf("%s: %c looks like %c", a.language, r, other)
				}
				seen[g] = r
			}
		}
	}
}

// TestSymbols checks the characters of the first and supplementary Latin sets and of all their national options (ETSI
// EN 300 706, tables 35 to 37), and other characters of pages.
func TestSymbols(t *testing.T) {
	const symbols = `!"#$%&'()*+,-./0123456789:;<=>?@[\]^_{|}~` + "`" +
		"£¤¥¢¦§¶©®™°ªº¹²³±÷×¬µ¿¡«»‹›“”‘’„†‡‰•·…–‖│♪✓€₠←→↑↓" +
		"½¼¾⅛⅜⅝⅞≤≥≠∞√∝▲▼◄►●○□´¨¯¸˘˙˚˛˜˝ˆˇ΅" +
		"ÆæÐðđĦħıĲĳĿŀŁłØøŒœßÞþŦŧŊŋŉĸΩ"
	f := loadFont()
	seen := map[glyph]rune{}
	for _, r := range symbols {
		g := f.lookup(r)
		if g == (glyph{}) || g == f.glyphs['?'] && r != '?' {
			t.Errorf("%c has no shape", r)
		}
		if other, ok := seen[g]; ok {
			t.Errorf("%c looks like %c", r, other)
		}
		seen[g] = r
	}
}

// TestSameShape checks that characters that look the same are drawn the same, whatever their names.
func TestSameShape(t *testing.T) {
	f := loadFont()
	for _, group := range []string{
		"AΑА", "BΒВ", "EΕЕ", "HΗН", "KΚК", "MΜМ", "OΟО", "PΡР", "TΤТ", "XΧХ", "CС", "SЅ", "JЈ", "YΥ", "ZΖ", "NΝ",
		"aа", "cс", "eе", "iі", "jј", "oοо", "pр", "sѕ", "xх", "yу", "vν", "ΓГ", "ΠП", "ΦФ", "κкĸ", "3З", "ÐĐ", "ћħ",
		"-‐‑\u00AD", "–—―−─", "'′ʹ", "’ʼ", "‘ʻ", ",‚", "µμ", "ΩΩ", "◄◀", "►▶", "··", ";;", "ÄӒ", "´΄", "ÏЇΪ", "ГΓ",
	} {
		first, _ := utf8.DecodeRuneInString(group)
		for _, r := range group {
			if f.lookup(r) != f.lookup(first) {
				t.Errorf("%c (%U) is not drawn like %c", r, r, first)
			}
		}
	}
}

// TestFallbacks checks what is drawn for characters without a glyph.
func TestFallbacks(t *testing.T) {
	f := loadFont()
	same := func(r, like rune) {
		t.Helper()
		if f.lookup(r) != f.lookup(like) {
			t.Errorf("%U %c is not drawn like %c", r, r, like)
		}
	}
	for _, pair := range strings.Fields("ấâ ẤÂ ǖü ǻå ợọ ḗē ḯï ᾷα ǄD ǆd ﬁf ﬆs ＡA ①1 ⁵5 ₐa ℃° ℓl №N ơo ỵy") {
		r, size := utf8.DecodeRuneInString(pair)
		like, _ := utf8.DecodeRuneInString(pair[size:])
		same(r, like)
	}
	for _, r := range "\t\u00A0\u2009\u2028\u202F\u3000\u200B\u200D\u200F\uFEFF" {
		same(r, ' ')
	}
	for _, r := range []rune{-1, 0, 0x1B, 0x301, 0xD800, 0xFFFD, utf8.MaxRune + 1, 'ɓ', 'ש', '漢', '😀'} {
		same(r, '?')
	}
	seen := map[glyph]rune{}
	for _, r := range "aâạậsṡṣṩoọōǭǫ" { // one accent above and one below
		if other, ok := seen[f.lookup(r)]; ok {
			t.Errorf("%c looks like %c", r, other)
		}
		seen[f.lookup(r)] = r
	}
}

// TestAccentsArePlaced checks accents whose position depends on the letter.
func TestAccentsArePlaced(t *testing.T) {
	f := loadFont()
	for _, r := range "ĶĻŅŖĢķļņŗȘșȚțŞşŢţÇçĄąĘęĮįŲų" {
		if g := f.lookup(r); g[8] == 0 || g[9] == 0 {
			t.Errorf("%c has nothing below", r)
		}
	}
	for _, r := range "ģďťľ" {
		if g := f.lookup(r); g[0] == 0 {
			t.Errorf("%c has nothing above", r)
		}
	}
	for _, pair := range []string{"ȘŞ", "șş", "ȚŢ", "țţ", "ÅÂ", "ÛŮ", "ĞĜ", "iı", "Iİ", "ÜŰ", "ÖŐ", "ÕÔ"} {
		a, size := utf8.DecodeRuneInString(pair)
		b, _ := utf8.DecodeRuneInString(pair[size:])
		if f.lookup(a) == f.lookup(b) {
			t.Errorf("%c looks like %c", a, b)
		}
	}
	const tall = smallTop - 1 // a capital reaches one row above small letters, even under an accent
	for _, r := range "ÁÉÍÓÚÝČĎŘŠŤŽÖÄÜÅŐÔÕŹŻĆŃĪÈЙЁЇЎЌΆΏ" {
		if g := f.lookup(r); g[tall] == 0 || g[0] == 0 {
			t.Errorf("%c is not tall, or has no accent", r)
		}
	}
}

// TestSource checks the format of glyphs.txt, on which the reader relies, and that no glyph leaves its grid: the reader
// uses five of every six columns.
func TestSource(t *testing.T) {
	names, rows := []string(nil), 0
	seen := map[string]bool{}
	end := func(line int) {
		if part := len(names) == 1 && strings.IndexByte(names[0], ':') > 0; rows != dotRows && !part && names != nil {
			t.Errorf("line %d: %d rows in the band before", line, rows)
		}
		names, rows = nil, 0
	}
	for i, line := range strings.Split(glyphSource, "\n") {
		switch {
		case line == "":
			end(i + 1)
		case strings.HasPrefix(line, "= "):
			names = strings.Fields(line[2:])
			for _, name := range names {
				if seen[name] {
					t.Errorf("line %d: %s is drawn twice", i+1, name)
				}
				seen[name] = true
			}
		case names != nil:
			rows++
			if len(line) != len(names)*dotColumns-1 || strings.Trim(line, ".# ") != "" || rows > dotRows {
				t.Errorf("line %d: bad row", i+1)
			}
			for at := glyphColumns; at < len(line); at += dotColumns {
				if line[at] != ' ' {
					t.Errorf("line %d: no gap at %d", i+1, at)
				}
			}
		case !strings.HasPrefix(line, "#"):
			t.Errorf("line %d: neither comment nor band", i+1)
		}
	}
}

// TestEveryCharacter checks that every character has a glyph, and none has dots outside the grid.
func TestEveryCharacter(t *testing.T) {
	f := loadFont()
	for r := rune(0); r <= utf8.MaxRune; r++ {
		checkGlyph(t, f, r)
	}
	if len(f.glyphs) > drawnGlyphs {
		t.Errorf("%d glyphs are drawn, room is made for %d", len(f.glyphs), drawnGlyphs)
	}
}

func checkGlyph(t *testing.T, f *font, r rune) {
	t.Helper()
	for row, dots := range f.lookup(r) {
		if dots>>glyphColumns != 0 {
			t.Errorf("%U: row %d leaves the grid", r, row)
		}
	}
}

func FuzzGlyph(f *testing.F) {
	for _, r := range "aÅậﷺ\u0345" {
		f.Add(r)
	}
	f.Add(rune(-1))
	f.Fuzz(func(t *testing.T, r rune) { checkGlyph(t, loadFont(), r) })
}

func BenchmarkLoadFont(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		parseFont(glyphSource)
	}
}

func BenchmarkGlyph(b *testing.B) {
	f := loadFont()
	for _, r := range "aÅậ" {
		b.Run(string(r), func(b *testing.B) {
			for b.Loop() {
				f.lookup(r)
			}
		})
	}
}
