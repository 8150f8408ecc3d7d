package assets

import "embed"

// Translations are the catalogues of all words that people read: a file for each language, such as fi.json.
//
//go:embed translations/*.json
var Translations embed.FS
