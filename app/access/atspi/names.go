package atspi

import "sextant/app/access"

// The names of AT-SPI 2.
const (
	prefix       = "org.a11y.atspi."
	registryName = prefix + "Registry"
	registryPath = "/org/a11y/atspi/registry"
	devices      = prefix + "DeviceEventController" // the registry's interface for keys
	devicesPath  = registryPath + "/deviceeventcontroller"
	embedPath    = "/org/a11y/atspi/accessible/root" // of the registry, and of each program
	nodesPath    = "/org/a11y/atspi/accessible/"
	cachePath    = "/org/a11y/atspi/cache"
	nullPath     = "/org/a11y/atspi/null"
	properties   = "org.freedesktop.DBus.Properties"
)

// A role is a value of AtspiRole with its name.
type role struct {
	number uint32
	name   string
}

// roleOf returns a node's AT-SPI role.
func roleOf(n *access.Node) role {
	if n.Role == access.MenuItem && n.States.Has(access.Checkable) {
		return role{8, "check menu item"}
	}
	switch n.Role {
	case access.Application:
		return role{75, "application"}
	case access.Window:
		return role{23, "frame"}
	case access.Panel:
		return role{39, "panel"}
	case access.ToolBar:
		return role{63, "tool bar"}
	case access.Page:
		return role{82, "document frame"}
	case access.Row, access.Paragraph:
		return role{73, "paragraph"}
	case access.Heading:
		return role{83, "heading"}
	case access.Link:
		return role{88, "link"}
	case access.Button:
		return role{43, "push button"}
	case access.ToggleButton:
		return role{62, "toggle button"}
	case access.CheckBox:
		return role{7, "check box"}
	case access.RadioButton:
		return role{44, "radio button"}
	case access.ComboBox:
		return role{11, "combo box"}
	case access.Entry:
		return role{79, "entry"}
	case access.PasswordEntry:
		return role{40, "password text"}
	case access.Slider:
		return role{51, "slider"}
	case access.Progress:
		return role{42, "progress bar"}
	case access.Label:
		return role{29, "label"}
	}
	return lessCommon(n.Role)
}

func lessCommon(r access.Role) role {
	switch r {
	case access.Picture:
		return role{27, "image"}
	case access.List:
		return role{31, "list"}
	case access.ListItem:
		return role{32, "list item"}
	case access.TabList:
		return role{38, "page tab list"}
	case access.Tab:
		return role{37, "page tab"}
	case access.Menu:
		return role{33, "menu"}
	case access.MenuItem:
		return role{35, "menu item"}
	case access.Dialog:
		return role{16, "dialog"}
	case access.Notice:
		return role{101, "notification"}
	case access.Status:
		return role{54, "status bar"}
	case access.Separator:
		return role{50, "separator"}
	}
	return role{67, "unknown"}
}

// Values of AtspiRelationType.
const (
	labelFor   = 1
	labelledBy = 2
	memberOf   = 5
	flowsTo    = 10
	flowsFrom  = 11

	descriptionFor = 17
	describedBy    = 18
)

// A state is a value of AtspiStateType with the name in its events.
type state struct {
	of     access.State
	isNot  bool // it is the negation of the node's state
	number uint
	name   string
}

// states returns the states that can change. A node is always visible, and showing unless it is hidden.
func states() []state {
	return []state{
		{access.Active, false, 1, "active"},
		{access.Busy, false, 3, "busy"},
		{access.Checked, false, 4, "checked"},
		{access.Editable, false, 7, "editable"},
		{access.Disabled, true, 8, "enabled"},
		{access.Expandable, false, 9, "expandable"},
		{access.Expanded, false, 10, "expanded"},
		{access.Focusable, false, 11, "focusable"},
		{access.Focused, false, 12, "focused"},
		{access.Modal, false, 16, "modal"},
		{access.MultiLine, false, 17, "multi-line"},
		{access.Pressed, false, 20, "pressed"},
		{access.Selectable, false, 22, "selectable"},
		{access.Selected, false, 23, "selected"},
		{access.Disabled, true, 24, "sensitive"},
		{access.Hidden, true, 25, "showing"},
		{access.Invalid, false, 36, "invalid-entry"},
		{access.Visited, false, 40, "visited"},
		{access.Checkable, false, 41, "checkable"},
		{access.ReadOnly, false, 43, "read-only"},
	}
}

// The states that never change.
const (
	horizontal = 1 << 14
	singleLine = 1 << 26
	visible    = 1 << 30
)

// stateBits returns the states of a node. Each window has a focused node, but for readers only one is focused.
func stateBits(n *access.Node, focused bool) (bits uint64) {
	has := n.States &^ access.Focused
	if focused {
		has |= access.Focused | access.Focusable
	}
	for _, s := range states() {
		if has.Has(s.of) != s.isNot {
			bits |= 1 << s.number
		}
	}
	if n.Role == access.Slider || n.Role == access.Progress {
		bits |= horizontal
	}
	if n.Text != nil && !has.Has(access.MultiLine) && (n.Role == access.Entry || n.Role == access.PasswordEntry) {
		bits |= singleLine
	}
	return bits | visible
}
