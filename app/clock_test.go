package app

import (
	"strings"
	"testing"
	"time"
)

func TestHeaderRow(t *testing.T) {
	now := mustTime(t, "2026-11-21T14:05:33Z")
	row := headerCells(123, "HELM Text of the Isles", now)
	var b strings.Builder
	for _, c := range row {
		b.WriteRune(c.Rune)
	}
	if got := b.String(); got != " P123 HELM Text of Sat 21 Nov  14:05:33 " {
		t.Errorf("%q", got)
	}
}

func mustTime(t *testing.T, s string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, s)
	if err != nil {
		t.Fatal(err)
	}
	return at
}
