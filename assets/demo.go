package assets

import "embed"

// Pages holds the sources of the demo service's pages as pages/100.txt and so on. Their form is described
// in package demo, which reads them.
//
//go:embed pages/*.txt
var Pages embed.FS

// Sounds holds the demo service's sounds as sounds/*.mp3, and sounds/catalogue.json, which says what
// each of them is.
//
//go:embed sounds/*.mp3 sounds/catalogue.json
var Sounds embed.FS
