package access

import "image"

// An ID identifies a node across trees, for as long as its object exists. 0 is none.
type ID uint64

// A Role is the kind of a node.
type Role int

// The roles, a part of those of AT-SPI 2 (AtspiRole).
const (
	Unknown Role = iota
	Application
	Window
	Panel
	ToolBar
	Page      // a teletext page: a document
	Row       // a row of a page: a paragraph
	Paragraph // of continuous text
	Heading
	Link
	Button
	ToggleButton
	CheckBox
	RadioButton
	ComboBox
	Entry
	PasswordEntry
	Slider
	Progress
	Label
	Picture
	List
	ListItem
	TabList
	Tab
	Menu
	MenuItem
	Dialog
	Notice // spoken as soon as it appears
	Status
	Separator
)

// A State is a set of a node's states.
type State uint32

const (
	Focusable State = 1 << iota
	Focused
	Disabled
	Selectable
	Selected
	Checkable
	Checked
	Expandable // opens a menu or a part below it
	Expanded
	Pressed
	Modal
	Active // a window that has the keyboard
	Busy   // its content is loading
	Editable
	MultiLine
	ReadOnly
	Invalid // has an invalid value
	Visited
	Hidden // not in view, such as a row that was scrolled away
)

// Has reports whether all given states are set.
func (s State) Has(all State) bool { return s&all == all }

// A Node is a window or an object in one. It is immutable once it is part of a tree.
type Node struct {
	ID          ID
	Role        Role
	Name        string // in the user's language
	Description string // "" for none
	Key         string // the keyboard shortcut, as the user reads it, "" for none
	States      State
	Bounds      image.Rectangle // in pixels of the window's canvas; of a window its own size
	Origin      image.Point     // of a window: its canvas's position on the screen, zero if not known
	Position    int             // among its siblings in a set, from 1 on; 0 for none
	Count       int
	Level       int    // of a heading, from 1 on
	Language    string // of its text, "" for the user's
	// Announcement is spoken by readers when it changes, without a change of focus; "" for nothing.
	Announcement string

	Text     *Text
	Value    *Value
	Actions  []Action // the first one is that of Enter or a click
	Focus    func()   // gives it the keyboard, nil if it takes none
	Choose   func()   // selects it in its list, nil if it cannot be selected
	Children []*Node
}

// Text is the text of a node, in characters (Unicode code points).
type Text struct {
	Content  string
	Caret    int // the index of the character after the caret, -1 for none
	Selected Range
	Links    []LinkRange   // in their order
	Set      func(string)  // replaces the text, nil if it is read-only
	SetCaret func(at int)  // nil if there is none
	Select   func(r Range) // nil if nothing can be selected
	// Extents returns the bounds of some characters, in pixels of the window's canvas; nil if only the node's bounds
	// are known. It may be called on any goroutine.
	Extents func(r Range) image.Rectangle
}

// A Range is a range of characters; an empty one stands for none.
type Range struct{ From, Before int }

// A LinkRange is the range of characters of a link, which is a child of the node.
type LinkRange struct {
	Range
	ID ID
}

// A Value is the value of a slider or a progress bar.
type Value struct {
	Now, Least, Most, Step float64
	Words                  string            // as the user reads it
	Set                    func(now float64) // nil if it is read-only
}

// An Action is an action on a node.
type Action struct {
	Name string // in the user's language
	Key  string // its keyboard shortcut, "" for none
	Do   func()
}
