package playlist

import (
	"strings"
	"time"
)

// SetStay sets how long each subpage of an item of a list stays, 0 for as long as its list says, and leaves all else of
// the file as it is. An item that says nothing else loses its braces.
func SetStay(data []byte, list, item int, stay time.Duration) ([]byte, error) {
	s := scan(data)
	at, ok := s.findKey(list, "show")
	if !ok || data[at.value] != '[' {
		return nil, ErrTextOnly
	}
	array := splitArray(data[at.value:at.end])
	if item < 0 || item >= len(array.elements) {
		return nil, ErrTextOnly
	}
	text, err := withStay(array.elements[item].text, stay)
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

// withStay returns the text of an item with another time. What is in its braces is edited like a file of its own.
func withStay(text string, stay time.Duration) (string, error) {
	own := strings.Join([]string{"show", text}, " = ")
	if inside, braces := strings.CutPrefix(text, "{"); braces {
		pairs := scan([]byte(strings.TrimSuffix(inside, "}"))).pairs()
		own = strings.Join(pairs, "\n")
	}
	value := ""
	if stay > 0 {
		value = `"` + brief(stay) + `"`
	}
	changed, err := scan([]byte(own)).setFixed(0, value)
	if err != nil {
		return "", err
	}
	pairs := strings.Split(strings.TrimSpace(string(changed)), "\n")
	if key, value, _ := strings.Cut(pairs[0], "="); len(pairs) == 1 && strings.TrimSpace(key) == "show" {
		return strings.TrimSpace(value), nil
	}
	return "{ " + strings.Join(pairs, ", ") + " }", nil
}
