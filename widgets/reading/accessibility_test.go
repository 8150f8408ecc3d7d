package reading

import (
	"reflect"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sextant/app/access"
	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// TestReadingDescribesItselfToReaders checks the description of the passages of a text and their links, and opens a
// fold.
func TestReadingDescribesItselfToReaders(t *testing.T) {
	var followed []int
	r := NewText(Actions{
		Follow: func(l int) { followed = append(followed, l) }, Menu: func(fyne.Position) {}, Keys: core.Keys{
			Key: func(fyne.KeyName) {}, Rune: func(rune) {},
		},
	})
	w := widgettest.Show(t, r, 300, 400)
	prose := "Päivän sää, " + strings.Repeat("sanoja ", 20) + "sivulla 401."
	at := strings.Index(prose, "401")
	r.SetPassages([]Passage{
		{Kind: Heading, Text: "Weather"},
		{Text: prose, Links: []Link{{at, at + 3, 5}}},
		{Kind: Reference, Text: "402 Sea", Link: 6},
		{Kind: Field, Name: "id", Text: "link", Links: []Link{{0, 4, 9}}},
		{Kind: Fold, Text: "More"},
		{Text: "folded"},
	})
	describe := func() []core.Part {
		var described core.Accessibility
		r.flow.Describe(&described)
		return described.Parts
	}
	parts := describe()
	var roles []access.Role
	for _, p := range parts {
		roles = append(roles, p.Role)
	}
	if want := []access.Role{
		access.Heading, access.Paragraph, access.Link, access.Paragraph, access.Button,
	}; !reflect.DeepEqual(roles, want) {
		t.Fatalf("roles %v", roles)
	}
	p := parts[1]
	if got := string([]rune(p.Text.Content)[p.Links[0].From:p.Links[0].Before]); got != "401" ||
		p.Parts[0].Name != "401" {
		t.Errorf("the link is %q", got)
	}
	if pos, size := p.Extents(p.Links[0]); pos.Y <= p.At.Y || pos.Y+size.Height != p.At.Y+p.Size.Height {
		t.Errorf("the link is at %v, %v of %v, %v", pos, size, p.At, p.Size)
	}
	field := parts[3]
	if got := string(
		[]rune(field.Text.Content)[field.Links[0].From:field.Links[0].Before]); field.Text.Content != "id, link" ||
		got != "link" {
		t.Errorf("the field is %q with the link %q", field.Text.Content, got)
	}
	parts[2].Actions[0].Do()
	parts[1].Parts[0].Actions[0].Do()
	if !reflect.DeepEqual(followed, []int{6, 5}) {
		t.Errorf("followed %v", followed)
	}
	field.Parts[0].Focus()
	if now := describe(); !now[3].Parts[0].States.Has(access.Focused) || w.Canvas().Focused() != r.flow {
		t.Errorf("the link is %+v", now[3].Parts[0])
	}
	parts[4].Actions[0].Do()
	if now := describe(); len(now) != 6 ||
		!now[4].States.Has(access.Expandable|access.Expanded) || now[5].Name != "folded" {
		t.Errorf("open it has %d passages", len(now))
	}
	r.SelectAll()
	if now := describe(); now[1].Text.Selected != (access.Range{Before: len([]rune(prose))}) {
		t.Errorf("selected %v", now[1].Text.Selected)
	}
}
