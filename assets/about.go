package assets

// Version is the program's version, and that of its packages.
const Version = "0.1.0"

// ID is the program's identifier on the desktop, and the name of its desktop entry.
const ID = "teletext.sextant"

// Class is the class of its windows on X.
const Class = "sextant"
