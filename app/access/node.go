package access

import "image"

// An ID names a node for as long as what it stands for is there, through all trees. 0 is none.
type ID uint64

// A Role is what something is.
type Role int

// The roles that there are here. Their names on a bus are those of AT-SPI 2 (AtspiRole).
const (
	Unknown Role = iota
	Application
	Window
	Panel
	ToolBar
	Page      // a page of teletext: a document
	Row       // a row of it: a paragraph
	Paragraph // of running text
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

// A State is what is true of something, as bits.
type State uint32

const (
	Focusable State = 1 << iota
	Focused
	Disabled
	Selectable
	Selected
	Checkable
	Checked
	Expandable // opens a menu or something below it
	Expanded
	Pressed
	Modal
	Active // a window that has the keyboard
	Busy   // what it shows is on its way
	Editable
	MultiLine
	ReadOnly
	Invalid // holds what cannot be used
	Visited
	Hidden // in the tree, but not in view, such as a row that was scrolled away
)

// Has reports whether all of some states are true.
func (s State) Has(all State) bool { return s&all == all }

// A Node is one thing in a window, or a window. Its fields are not changed once it is part of a tree.
type Node struct {
	ID          ID
	Role        Role
	Name        string // in the user's language
	Description string // what more is to be said, "" for nothing
	Key         string // which key does the same, as the user reads it, "" for none
	States      State
	Bounds      image.Rectangle // in pixels of the window's canvas; that of a window is its own size
	Origin      image.Point     // of a window: where its canvas begins on the screen, zero where that is not known
	Position    int             // among how many like it, from 1 on; 0 where that means nothing
	Count       int
	Level       int    // of a heading, from 1 on
	Language    string // of its text, "" for the user's
	// Announcement is what readers say when it changes, without a change of focus; "" for nothing.
	Announcement string

	Text     *Text
	Value    *Value
	Actions  []Action // the first one is what Enter or a click does
	Focus    func()   // gives it the keyboard, nil where it takes none
	Choose   func()   // selects it in its list, nil where it cannot be
	Children []*Node
}

// Text is what is written in something, in characters (Unicode code points).
type Text struct {
	Content  string
	Caret    int // in front of which character the caret stands, -1 for none
	Selected Range
	Links    []LinkRange   // in their order
	Set      func(string)  // writes something else, nil where that cannot be done
	SetCaret func(at int)  // nil where that cannot be done
	Select   func(r Range) // nil where that cannot be done
	// Extents is where some characters stand, in pixels of the window's canvas; nil where only the node's bounds are
	// known. It may be called on any goroutine.
	Extents func(r Range) image.Rectangle
}

// A Range is a stretch of characters; one that is empty is none.
type Range struct{ From, Before int }

// A LinkRange says which characters are those of a link, which is a child of the node.
type LinkRange struct {
	Range
	ID ID
}

// A Value is that of a slider or of what is under way.
type Value struct {
	Now, Least, Most, Step float64
	Words                  string            // as the user reads it
	Set                    func(now float64) // nil where that cannot be done
}

// An Action is something that can be done with a node.
type Action struct {
	Name string // in the user's language
	Key  string // which key does it, "" for none
	Do   func()
}
