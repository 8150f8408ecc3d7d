// Package control has the controls: buttons, entries, switches, sliders, tabs and menus. They show state and call back;
// what a key or a click means is decided elsewhere.
package control
