package playlist

import (
	"image/color"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2/unstable"

	"sextant/app/render"
	"sextant/app/say"
)

// A reader takes values out of a tree. It records what is wrong with them as mistakes.
type reader struct {
	*Mistakes
	torn bool // some of the file could not be read, and may be what seems to be missing
	late int  // pages that break in
	// above are the keys that stand above all sections.
	above []string
}

// A field takes over the value of a key.
type field func(v *value)

// fields are the keys that a table may have.
type fields map[string]field

// kindWords are what values are called.
func kindWords(k unstable.Kind) string {
	switch k {
	case unstable.String:
		return say.Text("playlist.kind.string")
	case unstable.Bool:
		return say.Text("playlist.kind.bool")
	case unstable.Integer:
		return say.Text("playlist.kind.integer")
	case unstable.Float:
		return say.Text("playlist.kind.float")
	case unstable.Array:
		return say.Text("playlist.kind.array")
	case unstable.ArrayTable:
		return say.Text("playlist.kind.sections")
	case unstable.Table, unstable.InlineTable:
		return say.Text("playlist.kind.section")
	}
	return say.Text("playlist.kind.time")
}

// isOf reports whether a value is of one of some kinds, and records a mistake where it is not.
func (r *reader) isOf(v *value, kinds ...unstable.Kind) bool {
	if slices.Contains(kinds, v.kind) {
		return true
	}
	r.addMistake(v.line,
		say.Text("playlist.kind", "Key", v.name, "Wanted", kindWords(kinds[0]), "Found", kindWords(v.kind)))
	return false
}

// readFields reads the keys of a table, of which some are needed.
func (r *reader) readFields(table *value, known fields, needed ...string) {
	for _, key := range table.keys {
		v := table.of[key]
		if read := known[key]; read != nil {
			read(v)
			continue
		}
		keys := slices.Sorted(maps.Keys(known))
		hint := suggestion(key, keys)
		switch {
		case hint != "":
		case v.kind != unstable.Table && slices.Contains(r.above, key):
			hint = say.Text("playlist.above")
		default:
			hint = say.Text("playlist.only", "Keys", strings.Join(keys, ", "))
		}
		r.addMistake(v.line, say.Text("playlist.noKey", "Key", strconv.Quote(v.name), "Hint", hint))
	}
	for _, key := range needed {
		if table.of[key] != nil || r.torn {
			continue
		}
		where := say.Text("playlist.file")
		if table.name != "" {
			where = table.name
		}
		r.addMistake(table.line, say.Text("playlist.needs", "Where", where, "Key", strconv.Quote(key)))
	}
}

// section reads a section that is there once.
func (r *reader) section(known fields, needed ...string) field {
	return func(v *value) {
		switch {
		case v.kind == unstable.ArrayTable:
			r.addMistake(v.line, say.Text("playlist.oneSection", "Name", v.name))
		case r.isOf(v, unstable.Table, unstable.InlineTable):
			r.readFields(v, known, needed...)
		}
	}
}

// sections reads those that may be there several times.
func (r *reader) sections(read field) field {
	return func(v *value) {
		switch {
		case v.kind == unstable.Table:
			r.addMistake(v.line, say.Text("playlist.sections", "Name", v.name))
		case !r.isOf(v, unstable.ArrayTable, unstable.Array):
		case len(v.list) > maxSections:
			r.addMistake(v.line,
				say.Text("playlist.tooManySections", "Number", len(v.list), "Name", v.name, "Most", maxSections))
		default:
			for _, one := range v.list {
				read(one)
			}
		}
	}
}

// integer reads a whole number as TOML writes them.
func integer(text string) (int, error) {
	n, err := strconv.ParseInt(strings.ReplaceAll(text, "_", ""), 0, 0)
	return int(n), err
}

// whole reads a whole number within bounds.
func (r *reader) whole(into *int, least, most int) field {
	return func(v *value) {
		if !r.isOf(v, unstable.Integer) {
			return
		}
		n, err := integer(v.text)
		if err != nil || n < least || n > most {
			r.addMistake(v.line,
				say.Text("playlist.range", "Key", v.name, "Least", least, "Most", most, "Text", v.text))
			return
		}
		*into = n
	}
}

// oneOf reads a whole number of a few.
func (r *reader) oneOf(into *int, few ...int) field {
	return func(v *value) {
		if !r.isOf(v, unstable.Integer) {
			return
		}
		n, err := integer(v.text)
		if err != nil || !slices.Contains(few, n) {
			var words []string
			for _, f := range few {
				words = append(words, strconv.Itoa(f))
			}
			r.addMistake(v.line,
				say.Text("playlist.choice", "Key", v.name, "Choices", choice(words), "Text", v.text, "Hint", ""))
			return
		}
		*into = n
	}
}

// Together returns how many pages can be on the screen at once.
func Together() []int { return []int{1, 2, 3, 4, 6, 9} }

// choice joins words of which one is to be chosen.
func choice(words []string) string {
	return say.Text("playlist.or", "First", strings.Join(words[:len(words)-1], ", "), "Last", words[len(words)-1])
}

// number reads a number within bounds.
func (r *reader) number(into *float64, least, most float64) field {
	return func(v *value) {
		if !r.isOf(v, unstable.Float, unstable.Integer) {
			return
		}
		n, err := strconv.ParseFloat(strings.ReplaceAll(v.text, "_", ""), 64)
		if err != nil || !(least <= n && n <= most) {
			r.addMistake(v.line,
				say.Text("playlist.range", "Key", v.name, "Least", least, "Most", most, "Text", v.text))
			return
		}
		*into = n
	}
}

func (r *reader) yesNo(into *bool) field {
	return func(v *value) {
		if r.isOf(v, unstable.Bool) {
			*into = v.text == "true"
		}
	}
}

// textField reads a text that is not empty, of so many characters at most.
func (r *reader) textField(into *string, most int) field {
	return func(v *value) {
		switch {
		case !r.isOf(v, unstable.String):
		case strings.TrimSpace(v.text) == "":
			r.addMistake(v.line, say.Text("playlist.empty", "Key", v.name))
		case utf8.RuneCountInString(v.text) > most:
			r.addMistake(v.line, say.Text("playlist.tooLong", "Key", v.name, "Most", most))
		default:
			*into = v.text
		}
	}
}

// wordField reads one of a few words.
func (r *reader) wordField(into *string, few ...string) field {
	return func(v *value) {
		if !r.isOf(v, unstable.String) {
			return
		}
		if !slices.Contains(few, v.text) {
			var quoted []string
			for _, f := range few {
				quoted = append(quoted, strconv.Quote(f))
			}
			r.addMistake(v.line,
				say.Text("playlist.choice", "Key", v.name, "Choices", choice(quoted),
					"Text", strconv.Quote(v.text), "Hint", suggestion(v.text, few)))
			return
		}
		*into = v.text
	}
}

func (r *reader) paletteField(into *string) field {
	var names []string
	for _, p := range render.Palettes() {
		names = append(names, p.Name)
	}
	return r.wordField(into, names...)
}

// colour reads a colour as on the web.
func (r *reader) colour(into *color.RGBA) field {
	return func(v *value) {
		if !r.isOf(v, unstable.String) {
			return
		}
		digits, ok := strings.CutPrefix(v.text, "#")
		n, err := strconv.ParseUint(digits, 16, 32)
		if !ok || err != nil || len(digits) != 6 {
			r.addMistake(v.line, say.Text("playlist.colour", "Key", v.name, "Text", strconv.Quote(v.text)))
			return
		}
		*into = color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255}
	}
}

// maxMargin is how many percent a margin can have.
const maxMargin = 25

// marginsField reads one margin for all edges, or one for each.
func (r *reader) marginsField(into *Margins) field {
	edges := []*float64{&into.Top, &into.Right, &into.Bottom, &into.Left}
	return func(v *value) {
		if v.kind != unstable.Array {
			r.number(&into.Top, 0, maxMargin)(v)
			into.Right, into.Bottom, into.Left = into.Top, into.Top, into.Top
			return
		}
		if len(v.list) != len(edges) {
			r.addMistake(v.line, say.Text("playlist.margins", "Key", v.name))
			return
		}
		for i, one := range v.list {
			r.number(edges[i], 0, maxMargin)(one)
		}
	}
}

// itemField reads a single one into a list.
func (r *reader) itemField(into *[]Item) field {
	return func(v *value) {
		if !r.isOf(v, unstable.String, unstable.Integer) { // a page's number needs no quotes
			return
		}
		i, err := ParseItem(v.text)
		if err != nil {
			r.addMistake(v.line, err.Error())
			return
		}
		*into = append(*into, i)
	}
}

// ownField reads an item in braces, with a manner of its own.
func (r *reader) ownField(into *[]Item, list Manner) field {
	return func(v *value) {
		var one []Item
		manner := list
		r.readFields(v, r.mannerFields(&manner, fields{"show": r.itemField(&one)}), "show")
		for _, i := range one {
			if i.Own = ownKeys(v); i.Own != "" {
				i.Manner = manner
			}
			*into = append(*into, i)
		}
	}
}

// itemsField reads a list of items, which has to have some. manner is that of the list; without it only pages are
// allowed, of which only pages with numbers.
func (r *reader) itemsField(into *[]Item, manner *Manner) field {
	onlyPages := manner == nil
	return func(v *value) {
		switch {
		case !r.isOf(v, unstable.Array):
			return
		case len(v.list) == 0:
			r.addMistake(v.line, say.Text("playlist.nothing", "Key", v.name))
			return
		case len(v.list) > maxItems:
			r.addMistake(v.line, say.Text("playlist.parts", "Key", v.name, "Number", len(v.list), "Most", maxItems))
			return
		}
		for _, one := range v.list {
			if one.kind == unstable.InlineTable && !onlyPages {
				r.ownField(into, *manner)(one)
			} else {
				r.itemField(into)(one)
			}
			if n := len(*into); onlyPages && n > 0 && (*into)[n-1].From == 0 {
				r.addMistake(one.line, say.Text("playlist.pages", "Key", v.name, "Text", strconv.Quote(one.text)))
				*into = (*into)[:n-1]
			}
		}
		pages := 0
		for _, i := range *into {
			pages += i.To - i.From + 1
		}
		if onlyPages {
			r.late += pages
			pages = r.late
		}
		if pages > maxPages {
			number, most := say.Number(int64(pages)), say.Number(maxPages)
			r.addMistake(v.line, say.Text("playlist.tooManyPages", "Key", v.name, "Number", number, "Most", most))
		}
	}
}
