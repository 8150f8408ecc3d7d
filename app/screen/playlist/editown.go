package playlist

import "strings"

// SetOwn changes a key of an item of a list to a value as TOML writes it, or takes the key away where the value is
// empty, so that the item is as its list, and leaves all else of the file as it is. A dot separates the key from its
// section, as in [Set]. An item that says nothing else loses its braces.
func SetOwn(data []byte, list, item int, key, value string) ([]byte, error) {
	s := scan(data)
	at, ok := s.findKey(list, "show")
	if !ok || data[at.value] != '[' {
		return nil, ErrTextOnly
	}
	array := splitArray(data[at.value:at.end])
	if item < 0 || item >= len(array.elements) {
		return nil, ErrTextOnly
	}
	text, err := withOwn(array.elements[item].text, key, value)
	if err != nil {
		return nil, err
	}
	array.elements[item].text = text
	all := make([]Word, len(array.elements))
	for i := range all {
		all[i].Was = i
	}
	return splice(data, at.value, at.end, array.with(all)), nil
}

// withOwn returns the text of an item with another value of a key. What is in its braces is edited like a file of its
// own.
func withOwn(text, key, value string) (string, error) {
	own := strings.Join([]string{"show", text}, " = ")
	if inside, braces := strings.CutPrefix(text, "{"); braces {
		pairs := scan([]byte(strings.TrimSuffix(inside, "}"))).pairs()
		own = strings.Join(pairs, "\n")
	}
	changed, err := Set([]byte(own), 0, key, value)
	if err != nil {
		return "", err
	}
	pairs := scan(changed).pairs()
	if key, value, _ := strings.Cut(pairs[0], "="); len(pairs) == 1 && plainKey(key) == "show" {
		return strings.TrimSpace(value), nil
	}
	return "{ " + strings.Join(pairs, ", ") + " }", nil
}
