package teletext

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"sextant/app/printable"
)

// A Warning is a deviation of a document from the specification. It knows no language.
type Warning struct {
	Kind WarningKind
	// Key is the name of an attribute, an element or a content type, and Value what the document has there, cut.
	Key, Value string
	// Number is a line, a subpage or a number read, and Other a number that belongs to it.
	Number, Other int
}

// String returns the warning for logs and tests.
func (w Warning) String() string {
	return fmt.Sprintf("%s key=%q value=%q number=%d other=%d", w.Kind, w.Key, w.Value, w.Number, w.Other)
}

// WarningKind is the kind of a Warning.
type WarningKind string

// The kinds of warnings of documents and pages, with the fields that they set.
const (
	WarnEncoding    WarningKind = "encoding"        // other than stated. Value
	WarnControls    WarningKind = "controls"        // control characters are read as spaces
	WarnRoot        WarningKind = "root"            // the root is not named teletext
	WarnSpace       WarningKind = "space"           // xml:space is not preserve
	WarnNotString   WarningKind = "not a string"    // Key
	WarnNotObject   WarningKind = "not an object"   // Key
	WarnTextKey     WarningKind = "text key"        // text in place of Text
	WarnNumber      WarningKind = "number"          // no number. Key, Value
	WarnReadNumber  WarningKind = "read number"     // Key, Value, Number
	WarnNoNumber    WarningKind = "no page number"  //
	WarnTime        WarningKind = "time"            // Value
	WarnTOPType     WarningKind = "toptype"         // Value
	WarnCount       WarningKind = "subpage count"   // Number as stated, Other as they are
	WarnNoSubpages  WarningKind = "no subpages"     //
	WarnOrder       WarningKind = "subpage order"   //
	WarnSubpage     WarningKind = "subpage number"  // none or too large. Number as it is shown
	WarnTwice       WarningKind = "subpage twice"   // Number, Other as it is shown
	WarnTooMany     WarningKind = "subpages"        // left out, since no number is free
	WarnDwell       WarningKind = "dwell"           // Number in seconds
	WarnEmpty       WarningKind = "subpage empty"   // Number
	WarnContent     WarningKind = "content"         // left out. Value: its type
	WarnContentType WarningKind = "content type"    // read as Key. Value
	WarnBlank       WarningKind = "content blank"   // not shown. Key, Number: the subpage
	WarnLine        WarningKind = "line"            // left out. Value: its number
	WarnLinePlace   WarningKind = "line place"      // Number by its place, Value
	WarnLineTwice   WarningKind = "line twice"      // Number
	WarnLineLong    WarningKind = "line long"       // Number
	WarnLineRuns    WarningKind = "line runs"       // runs where only text belongs. Number
	WarnLineText    WarningKind = "line text"       // text where runs belong. Number
	WarnKeyword     WarningKind = "unknown keyword" // Number: the line, Value
	WarnRunsFill    WarningKind = "runs fill"       // Number: the line, Other: characters
	WarnRunLength   WarningKind = "run length"      // Number: the line, Value
	WarnColour      WarningKind = "colour"          // Key, Value
	WarnNoColour    WarningKind = "no colour"       // Key
	WarnCharcode    WarningKind = "charcode"        // Value
)

// EncodingWarning returns the warning that a text is not in the encoding that it states.
func EncodingWarning(stated string) Warning { return Warning{Kind: WarnEncoding, Value: cut(stated)} }

// maxWarnings limits the warnings of a badly broken document.
const maxWarnings = 50

// warnings collects deviations, each once, in the order of their first occurrence.
type warnings struct {
	list []Warning
	seen map[Warning]bool
}

func (w *warnings) warn(found Warning) {
	if len(w.list) >= maxWarnings {
		return
	}
	if found.Value = cut(found.Value); w.seen[found] {
		return
	}
	if w.seen == nil {
		w.seen = map[Warning]bool{}
	}
	w.seen[found] = true
	w.list = append(w.list, found)
}

// cut shortens a value from the document for a warning.
func cut(s string) string {
	const longest = 24
	if utf8.RuneCountInString(s) <= longest {
		return s
	}
	return string([]rune(s)[:longest]) + "…"
}

// clean replaces control characters, which documents should not contain, with spaces.
func (w *warnings) clean(s string) string {
	if isASCII(s) || strings.IndexFunc(s, isControl) < 0 {
		return s
	}
	w.warn(Warning{Kind: WarnControls})
	return strings.Map(func(r rune) rune {
		if isControl(r) {
			return ' '
		}
		return r
	}, s)
}

// isControl reports whether r is not allowed in a line. U+007F is a teletext code and stays.
func isControl(r rune) bool { return r != 0x7F && printable.IsControl(r) }

// isASCII reports whether s has only printable ASCII characters, as most texts have.
func isASCII(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
