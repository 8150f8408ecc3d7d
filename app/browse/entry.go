package browse

import "strconv"

// An entry is a page number that is being typed.
type entry struct{ typed string }

// Entry is the page number being typed, such as "12-", or "" when none is.
func (e *entry) Entry() string {
	if e.typed == "" {
		return ""
	}
	return (e.typed + "--")[:3]
}

// Clear drops the typed digits.
func (e *entry) Clear() { e.typed = "" }

// addDigit adds a digit, unless no page number begins with it, and reports whether it did.
func (e *entry) addDigit(d int) bool {
	if e.typed == "" && (d < 1 || d > 8) {
		return false
	}
	e.typed += strconv.Itoa(d)
	return true
}

// page returns the number with zeros for the missing digits: 35 is 350. There must be a first digit.
func (e *entry) page() int {
	page, _ := strconv.Atoi((e.typed + "00")[:3])
	return page
}
