package assets

import _ "embed"

// Terms are the terms of what Sextant is made of: a line for each part, with its name and those of its licences.
//
//go:embed terms.txt
var Terms string
