package playlist

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"sextant/app/say"
	"sextant/app/teletext"
)

// A Kind is what an item stands for.
type Kind int

// The kinds of items.
const (
	Pages      Kind = iota // those that exist from one number to another
	Subpage                // a single one
	Favourites             // those of the profile
	Changed                // all that changed in the last hour
)

// An Item is a word of a list.
type Item struct {
	Kind     Kind
	From, To int // pages; both the same where it is one
	Subpage  int // of the kind Subpage, else 0
	// Own are the keys in the braces of the item. With any, Manner is how it is shown: as they say, and else as its
	// list.
	Own    Keys
	Manner Manner
}

// Keys are names of keys with a space between them, dotted as in dwell.fixed. They are compared as an item is.
type Keys string

// Has reports whether a key is among them.
func (k Keys) Has(key string) bool { return slices.Contains(strings.Fields(string(k)), key) }

// ownKeys returns the keys in the braces of an item besides "show", and in place of a table those in it.
func ownKeys(item *value) Keys {
	var all []string
	for _, key := range item.keys {
		switch v := item.of[key]; {
		case key == "show":
		case v.isTable() && len(v.keys) > 0:
			for _, inside := range v.keys {
				all = append(all, key+"."+inside)
			}
		default:
			all = append(all, key)
		}
	}
	slices.Sort(all)
	return Keys(strings.Join(all, " "))
}

// The words for items that are no numbers.
const (
	favourites = "favourites"
	changed    = "changed"
)

// String is the word that stands for the item in a file.
func (i Item) String() string {
	switch {
	case i.Kind == Favourites:
		return favourites
	case i.Kind == Changed:
		return changed
	case i.Kind == Subpage:
		return teletext.Address(i.From, i.Subpage)
	case i.From == i.To:
		return strconv.Itoa(i.From)
	}
	return fmt.Sprintf("%d-%d", i.From, i.To)
}

// ParseItems reads the words of a list, which are separated by commas or spaces.
func ParseItems(text string) (items []Item, err error) {
	separates := func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == ';' }
	for _, word := range strings.FieldsFunc(text, separates) {
		item, err := ParseItem(word)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return items, nil
}

// ParseItem reads a word of a list: a page, a range of pages, a subpage, or the name of what is gathered.
func ParseItem(word string) (Item, error) {
	switch word {
	case favourites:
		return Item{Kind: Favourites}, nil
	case changed:
		return Item{Kind: Changed}, nil
	}
	if page, subpage, ok := strings.Cut(word, "/"); ok && isNumber(page) && isNumber(subpage) {
		return parseSubpage(word, page, subpage)
	}
	first, last, isRange := strings.Cut(word, "-")
	if !isRange {
		last = first
	}
	if !isNumber(first) || !isNumber(last) {
		return Item{}, say.Error("playlist.noItem", "Text", strconv.Quote(word),
			"Hint", suggestion(word, []string{favourites, changed}))
	}
	from, err := parsePage(first)
	if err != nil {
		return Item{}, err
	}
	to, err := parsePage(last)
	if err != nil {
		return Item{}, err
	}
	if from > to {
		return Item{}, say.Error("playlist.backwards", "Text",
			strconv.Quote(word), "Right", fmt.Sprintf("%d-%d", to, from))
	}
	return Item{Kind: Pages, From: from, To: to}, nil
}

// maxSubpage is the largest number that a subpage can have.
const maxSubpage = 9999

func parseSubpage(word, page, subpage string) (Item, error) {
	n, err := parsePage(page)
	if err != nil {
		return Item{}, err
	}
	s, err := strconv.Atoi(subpage)
	if err != nil || s < 1 || s > maxSubpage {
		return Item{}, say.Error("playlist.noSubpage", "Text", strconv.Quote(word), "Most", maxSubpage)
	}
	return Item{Kind: Subpage, From: n, To: n, Subpage: s}, nil
}

func parsePage(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || !teletext.ValidPage(n) {
		return 0, say.Error("playlist.noPage", "Page", s, "First", teletext.FirstPage, "Last", teletext.LastPage)
	}
	return n, nil
}

// isNumber reports whether a word is digits alone.
func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
