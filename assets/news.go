package assets

import "embed"

// News says what each version brought, the newest first, in a file for each language, such as news/fi.txt: a line with
// # and the version, and lines with the ID of a command in brackets before a text.
//
//go:embed news/*.txt
var News embed.FS
