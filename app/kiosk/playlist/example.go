package playlist

import _ "embed" // for the example

//go:embed example.toml
var example string

// Example is a playlist with every key, and what each of them means.
func Example() string { return example }
