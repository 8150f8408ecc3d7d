package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// kinds are licences with a text that identifies them, if checked in this order.
var kinds = []struct{ name, says string }{
	{"Apache-2.0", "Apache License"},
	{"MPL-2.0", "Mozilla Public License"},
	{"OFL-1.1", "SIL OPEN FONT LICENSE"},
	{"FTL", "The FreeType Project LICENSE"},
	{"Zlib", "Altered source versions must be plainly marked"},
	{"ISC", "Permission to use, copy, modify, and"},
	{"MIT", "Permission is hereby granted, free of charge"},
	{"Unlicense", "free and unencumbered software"},
	{"CC0-1.0", "CC0 1.0 Universal"},
	{"BSD-3-Clause", "to endorse or promote products"},
	{"BSD-2-Clause", "Redistribution and use in source and binary forms"},
	{"public domain", "public domain"},
}

// terms returns the list of the modules' licences that the program shows.
func terms() (string, error) {
	modules, err := modulesUsed()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, m := range modules {
		texts, err := licences(m.dir)
		if err != nil {
			return "", err
		}
		var names []string
		for _, path := range texts {
			text, err := os.ReadFile(filepath.Join(m.dir, path))
			if err != nil {
				return "", err
			}
			if kind := kindOf(string(text)); !slices.Contains(names, kind) && (kind != "" || len(texts) == 1) {
				names = append(names, kind)
			}
		}
		if len(names) == 0 || slices.Contains(names, "") {
			return "", fmt.Errorf("%s has terms of an unknown kind: name it in kinds", m.name)
		}
		fmt.Fprintf(&b, "%s: %s\n", m.name, strings.Join(names, ", "))
	}
	return b.String(), nil
}

// kindOf returns the name of the licence with a text, empty if it is unknown.
func kindOf(text string) string {
	plain := strings.Join(strings.Fields(text), " ")
	for _, k := range kinds {
		if strings.Contains(strings.ToLower(plain), strings.ToLower(k.says)) {
			return k.name
		}
	}
	return ""
}
