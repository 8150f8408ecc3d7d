package atspi

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"

	"sextant/app/access"
	"sextant/app/testkit"
)

func TestObjectsAnswerCalls(t *testing.T) {
	t.Parallel()
	o, w := served()
	ref := func(id access.ID) string { return fmt.Sprintf("{:1.5 %s}", at(id)) }
	nobody := fmt.Sprintf("{ %s}", nullPath)
	for _, c := range []struct {
		of        access.ID
		in, name  string
		args      []any
		want      string
		afterward string
	}{
		{of: page, in: "Accessible", name: "GetRoleName", want: "[document frame]"},
		{of: page, in: "Accessible", name: "GetChildren", want: "[[" + ref(rowOne) + " " + ref(rowTwo) + "]]"},
		{
			of: page, in: "Accessible", name: "GetChildAtIndex",
			args: []any{int32(2)}, want: "org.freedesktop.DBus.Error.InvalidArgs",
		},
		{
			of: page, in: "Accessible", name: "GetChildAtIndex",
			args: []any{"2"}, want: "org.freedesktop.DBus.Error.InvalidArgs",
		},
		{
			of: page, in: "Text", name: "GetText", args: []any{int32(0), int32(-1)},
			want: "org.freedesktop.DBus.Error.UnknownInterface",
		},
		{of: page, in: "Accessible", name: "Shout", want: "org.freedesktop.DBus.Error.UnknownMethod"},
		{of: 99, in: "Accessible", name: "GetRole", want: "org.freedesktop.DBus.Error.UnknownObject"},
		{of: rowTwo, in: "Accessible", name: "GetIndexInParent", want: "[1]"},
		{of: rowOne, in: "Accessible", name: "GetRelationSet", want: "[[{10 [" + ref(rowTwo) + "]}]]"},
		{of: rowTwo, in: "Accessible", name: "GetRelationSet", want: "[[{11 [" + ref(rowOne) + "]}]]"},
		{of: entry, in: "Accessible", name: "GetRelationSet", want: "[[{2 [" + ref(labelled) + "]}]]"},
		{of: labelled, in: "Accessible", name: "GetRelationSet", want: "[[{1 [" + ref(entry) + "]}]]"},
		{
			of: choiceOne, in: "Accessible", name: "GetRelationSet",
			want: "[[{5 [" + ref(choiceOne) + " " + ref(choiceTwo) + "]}]]",
		},
		{of: itemTwo, in: "Accessible", name: "GetAttributes", want: "[map[posinset:2 setsize:2 toolkit:Sextant]]"},
		{of: itemOne, in: "Accessible", name: "GetState", want: "[[1136656640 0]]"},
		{
			of: itemOne, in: "Accessible", name: "GetInterfaces",
			want: "[[org.a11y.atspi.Accessible org.a11y.atspi.Component]]",
		},
		{of: rowTwo, in: "Component", name: "GetExtents", args: []any{uint32(toScreen)}, want: "[{1050 270 400 20}]"},
		{of: rowTwo, in: "Component", name: "GetExtents", args: []any{uint32(toWindow)}, want: "[{50 70 400 20}]"},
		{of: rowTwo, in: "Component", name: "GetExtents", args: []any{uint32(toParent)}, want: "[{0 20 400 20}]"},
		{
			of: rowTwo, in: "Component", name: "GetExtents", args: []any{uint32(3)},
			want: "org.freedesktop.DBus.Error.InvalidArgs",
		},
		{of: frame, in: "Component", name: "GetExtents", args: []any{uint32(toScreen)}, want: "[{1000 200 800 600}]"},
		{
			of: frame, in: "Component", name: "GetAccessibleAtPoint",
			args: []any{int32(1155), int32(330), uint32(toScreen)}, want: "[" + ref(dialog) + "]",
		},
		{
			of: page, in: "Component", name: "GetAccessibleAtPoint",
			args: []any{int32(155), int32(55), uint32(toWindow)}, want: "[" + ref(link101) + "]",
		},
		{
			of: frame, in: "Component", name: "GetAccessibleAtPoint",
			args: []any{int32(900), int32(0), uint32(toWindow)}, want: "[" + nobody + "]",
		},
		{of: entry, in: "Component", name: "GrabFocus", want: "[true]", afterward: "focus entry"},
		{of: page, in: "Component", name: "GrabFocus", want: "[false]"},
		{of: link101, in: "Action", name: "GetActions", want: "[[{Open  ;;Enter}]]"},
		{of: link101, in: "Action", name: "DoAction", args: []any{int32(0)}, want: "[true]", afterward: "open 101"},
		{of: link101, in: "Action", name: "DoAction", args: []any{int32(1)}, want: "[false]"},
		{of: link101, in: "Hyperlink", name: "GetObject", args: []any{int32(0)}, want: "[" + ref(link101) + "]"},
		{of: rowOne, in: "Hypertext", name: "GetLink", args: []any{int32(0)}, want: "[" + ref(link101) + "]"},
		{of: rowOne, in: "Hypertext", name: "GetLinkIndex", args: []any{int32(12)}, want: "[0]"},
		{of: rowOne, in: "Hypertext", name: "GetLinkIndex", args: []any{int32(13)}, want: "[-1]"},
		{of: rowOne, in: "Text", name: "GetText", args: []any{int32(1), int32(4)}, want: "[ber]"},
		{of: rowOne, in: "Text", name: "GetText", args: []any{int32(10), int32(-1)}, want: "[101]"},
		{of: rowOne, in: "Text", name: "GetText", args: []any{int32(10), int32(2)}, want: "[]"},
		{of: rowTwo, in: "Text", name: "GetStringAtOffset", args: []any{int32(7), uint32(2)}, want: "[Drei. 6 11]"},
		{
			of: rowTwo, in: "Text", name: "GetStringAtOffset", args: []any{int32(7), uint32(5)},
			want: "org.freedesktop.DBus.Error.InvalidArgs",
		},
		{of: rowTwo, in: "Text", name: "GetTextBeforeOffset", args: []any{int32(7), uint32(1)}, want: "[Zwei.  0 6]"},
		{
			of: rowTwo, in: "Text", name: "GetCharacterExtents",
			args: []any{int32(1), uint32(toScreen)}, want: "[1060 270 10 20]",
		},
		{
			of: rowTwo, in: "Text", name: "GetRangeExtents",
			args: []any{int32(0), int32(-1), uint32(toWindow)}, want: "[50 70 110 20]",
		},
		{
			of: rowTwo, in: "Text", name: "GetOffsetAtPoint",
			args: []any{int32(75), int32(80), uint32(toWindow)}, want: "[2]",
		},
		{of: rowTwo, in: "Text", name: "GetAttributes", args: []any{int32(0)}, want: "[map[language:de] 0 11]"},
		{of: entry, in: "Text", name: "GetSelection", args: []any{int32(0)}, want: "[1 3]"},
		{
			of: entry, in: "Text", name: "SetSelection", args: []any{int32(0), int32(0), int32(2)},
			want: "[true]", afterward: "select 0-2",
		},
		{of: entry, in: "Text", name: "SetCaretOffset", args: []any{int32(9)}, want: "[true]", afterward: "caret 4"},
		{of: entry, in: "Text", name: "GetText", args: []any{int32(0), int32(-1)}, want: "[10\uFFFD0]"},
		{
			of: entry, in: "EditableText", name: "InsertText", args: []any{int32(1), "äöü", int32(2)},
			want: "[true]", afterward: "write 1äö0\uFFFD0",
		},
		{
			of: entry, in: "EditableText", name: "DeleteText",
			args: []any{int32(0), int32(3)}, want: "[true]", afterward: "write 0",
		},
		{of: list, in: "Selection", name: "GetSelectedChild", args: []any{int32(0)}, want: "[" + ref(itemOne) + "]"},
		{of: list, in: "Selection", name: "SelectChild", args: []any{int32(1)}, want: "[true]", afterward: "choose 2"},
		{of: list, in: "Selection", name: "IsChildSelected", args: []any{int32(1)}, want: "[false]"},
		{of: logo, in: "Image", name: "GetImageSize", want: "[100 100]"},
		{of: page, in: "Document", name: "GetLocale", want: "[de]"},
	} {
		w.done = nil
		if got := said(o.answer(at(c.of), prefix+c.in, c.name, c.args)); got != c.want ||
			strings.Join(w.done, " ") != c.afterward {
			t.Errorf("%d %s.%s%v: %s, %q\nnot %s, %q", c.of, c.in, c.name, c.args, got, w.done, c.want, c.afterward)
		}
	}
}

// said formats an answer.
func said(body []any, err error) string {
	if err != nil {
		return failure(err).Name
	}
	return fmt.Sprint(body)
}

func TestProperties(t *testing.T) {
	t.Parallel()
	o, w := served()
	get := func(id access.ID, in, name string) string {
		body, err := o.answer(at(id), properties, "Get", []any{prefix + in, name})
		if err != nil {
			return failure(err).Name
		}
		return body[0].(dbus.Variant).String()
	}
	for _, c := range []struct {
		of             access.ID
		in, name, want string
	}{
		{1, "Accessible", "Name", `"Sextant"`},
		{1, "Accessible", "Parent", `@(so) (":1.0", "/org/a11y/atspi/accessible/root",)`},
		{frame, "Accessible", "Parent", `@(so) (":1.5", "/org/a11y/atspi/accessible/root",)`},
		{rowOne, "Accessible", "Locale", `"de"`},
		{rowOne, "Accessible", "ChildCount", "1"},
		{link101, "Hyperlink", "StartIndex", "10"},
		{link101, "Hyperlink", "EndIndex", "13"},
		{ok, "Hyperlink", "EndIndex", "org.freedesktop.DBus.Error.UnknownProperty"},
		{volume, "Value", "CurrentValue", "30.0"},
		{entry, "Text", "CharacterCount", "4"},
		{entry, "Text", "CaretOffset", "3"},
		{1, "Application", "AtspiVersion", `"2.1"`},
		{logo, "Image", "ImageDescription", `"A ship"`},
	} {
		if got := strings.ReplaceAll(get(c.of, c.in, c.name), "@d ", ""); got != c.want &&
			got != "@i "+c.want && got != strings.TrimSuffix(c.want, ".0") {
			t.Errorf("%s of %d: %s, not %s", c.name, c.of, got, c.want)
		}
	}
	set := func(id access.ID, in, name string, v any) string {
		return said(o.answer(at(id), properties, "Set", []any{prefix + in, name, dbus.MakeVariant(v)}))
	}
	for _, c := range []struct {
		v    any
		want string
	}{
		{50.0, "[]"},
		{1e9, "[]"},
		{math.NaN(), "org.freedesktop.DBus.Error.InvalidArgs"},
		{"x", "org.freedesktop.DBus.Error.InvalidArgs"},
	} {
		if got := set(volume, "Value", "CurrentValue", c.v); got != c.want {
			t.Errorf("a volume of %v: %s", c.v, got)
		}
	}
	if got := fmt.Sprint(w.done); got != "[volume 50 volume 100]" {
		t.Errorf("done: %s", got)
	}
	if got := set(page, "Accessible", "Name", "x"); got != "org.freedesktop.DBus.Error.PropertyReadOnly" {
		t.Errorf("setting a name: %s", got)
	}
	if set(1, "Application", "Id", int32(7)); get(1, "Application", "Id") != "7" {
		t.Errorf("the registry's number is %s", get(1, "Application", "Id"))
	}
}

// check checks that an answer has the declared signature, and can be encoded.
func check(t *testing.T, what string, body []any, signature string) {
	t.Helper()
	if got := dbus.SignatureOf(body...).String(); got != signature {
		t.Errorf("%s: %q, not %q", what, got, signature)
	}
	m := dbus.Message{
		Type: dbus.TypeMethodReply, Body: body, Headers: map[dbus.HeaderField]dbus.Variant{
			dbus.FieldReplySerial: dbus.MakeVariant(uint32(1)),
		},
	}
	if signature != "" {
		m.Headers[dbus.FieldSignature] = dbus.MakeVariant(dbus.SignatureOf(body...))
	}
	if err := m.EncodeTo(&bytes.Buffer{}, binary.LittleEndian); err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

// TestSignatures calls every method of every node.
func TestSignatures(t *testing.T) {
	t.Parallel()
	o, _ := served()
	values := map[byte]any{
		'i': int32(0), 'u': uint32(1), 'b': true, 's': prefix + "Accessible", 'v': dbus.MakeVariant(1.0),
	}
	for id := access.ID(0); id < notice; id++ {
		path := at(id)
		if id == 0 {
			path = cachePath
		}
		c := &call{shown: o.shown.Load(), o: o, n: o.shown.Load().at(path)}
		for _, f := range o.faces {
			if !f.has(c) {
				continue
			}
			for name, m := range f.calls {
				args := []any{}
				for i := 0; i < len(m.in) && m.in[0] != 'a'; i++ {
					args = append(args, values[m.in[i]])
				}
				if m.in != "" && m.in[0] == 'a' {
					args = append(args, [][]any{})
				}
				if body, err := o.answer(path, f.name, name, args); err == nil {
					check(t, fmt.Sprint(id, f.name, name), body, m.out)
				}
			}
			for name, p := range f.props {
				check(t, fmt.Sprint(id, f.name, name), []any{p.get(c)}, p.signature)
			}
		}
	}
}

// FuzzCall calls arbitrary methods with arbitrary arguments.
func FuzzCall(f *testing.F) {
	f.Add(uint8(3), uint8(4), uint16(2), "x", "y", "z", []byte{1, 2, 3, 4, 0})
	f.Fuzz(func(t *testing.T, path, in uint8, member uint16, otherPath, otherIn, otherMember string, args []byte) {
		o, _ := served()
		p, face, name := dbus.ObjectPath(otherPath), otherIn, otherMember
		if path < uint8(notice) {
			p = append([]dbus.ObjectPath{cachePath}, at(access.ID(path)))[min(path, 1)]
		}
		var m method
		if int(in) < len(o.faces) {
			face = o.faces[in].name
			names := slices.Sorted(maps.Keys(o.faces[in].calls))
			names = append(names, otherMember)
			name = names[int(member)%len(names)]
			m = o.faces[in].calls[name]
		}
		body, err := o.answer(p, face, name, arbitrary(args, otherIn))
		if err == nil && m.do != nil {
			check(t, fmt.Sprint(p, face, name), body, m.out)
		}
	})
}

// arbitrary makes arguments of all types from bytes.
func arbitrary(b []byte, s string) (args []any) {
	for len(b) >= 2 && len(args) < 8 {
		n := int32(int8(b[1]))
		if b[1] == 127 {
			n = math.MaxInt32
		} else if b[1] == 128 {
			n = math.MinInt32
		}
		args = append(args, []any{
			n, uint32(n), n > 0, s, float64(n), int16(n), dbus.MakeVariant(n), dbus.MakeVariant(math.Inf(1)),
			[]string{s},
			[][]any{{s, n}},
			dbus.ObjectPath("/"),
			map[string]dbus.Variant{},
			[]any{n, s},
			uint64(n), byte(n), nil,
		}[b[0]%16])
		b = b[2:]
	}
	return args
}

func TestIntrospection(t *testing.T) {
	t.Parallel()
	o, _ := served()
	body := testkit.Must(o.answer(at(rowOne), "org.freedesktop.DBus.Introspectable", "Introspect", nil))(t)
	for _, want := range []string{
		`<interface name="org.a11y.atspi.Hypertext">`, `<arg type="a(ua(so))" direction="out"/>`,
		`<property name="Parent" type="(so)" access="read"/>`,
		"<arg type=\"a{ss}\" direction=\"out\"/>\n   <arg type=\"i\" direction=\"out\"/>",
	} {
		if !strings.Contains(body[0].(string), want) {
			t.Errorf("no %s in %s", want, body[0])
		}
	}
}

// TestUIRefusesTooManyActionsAtOnce requests more actions than may be queued.
func TestUIRefusesTooManyActionsAtOnce(t *testing.T) {
	t.Parallel()
	o, w := served()
	var later []func()
	o.run = func(f func()) { later = append(later, f) }
	act := func() string { return said(o.answer(at(link101), prefix+"Action", "DoAction", []any{int32(0)})) }
	for range mostWaiting {
		if got := act(); got != "[true]" {
			t.Fatal(got)
		}
	}
	if got := act(); got != "[false]" || len(later) != mostWaiting || len(w.done) != 0 {
		t.Errorf("%s with %d waiting and %d done", got, len(later), len(w.done))
	}
	for _, f := range later {
		f()
	}
	if got := act(); got != "[true]" || len(w.done) != mostWaiting {
		t.Errorf("%s after %d", got, len(w.done))
	}
}

func TestEventsMatchListeners(t *testing.T) {
	t.Parallel()
	l := &link{}
	if l.listened("Object", "StateChanged", "focused") {
		t.Error("nobody listens")
	}
	l.listeners = []listener{
		{":1.1", normal("Object:BoundsChanged")},
		{":1.2", normal("window:")},
		{":1.1", normal("Object:TextChanged:Insert")},
	}
	for event, want := range map[string]bool{
		"Object/BoundsChanged/": true, "Window/Create/": true,
		"Object/TextChanged/insert": true, "Object/TextChanged/delete": false,
		"Object/TextCaretMoved/": false, "Document/LoadComplete/": false, "Object/StateChanged/focused": true,
	} {
		p := strings.Split(event, "/")
		if l.listened(p[0], p[1], p[2]) != want {
			t.Errorf("%s: %t", event, !want)
		}
	}
}

// many returns a tree of n nodes.
func many(n int) *access.Tree {
	w := &access.Node{ID: 2, Role: access.Window, States: access.Active}
	for i := 3; i <= n; i++ {
		w.Children = append(w.Children, &access.Node{
			ID: access.ID(i), Role: access.Row, Name: strings.Repeat("x", 40), Text: &access.Text{
				Content: strings.Repeat("x", 40), Caret: -1,
			},
		})
	}
	return access.NewTree(&access.Node{ID: 1, Role: access.Application, Children: []*access.Node{w}})
}

func BenchmarkGetItems(b *testing.B) {
	o, _ := served()
	o.setTree(many(500))
	b.ReportAllocs()
	for b.Loop() {
		body, err := o.answer(cachePath, prefix+"Cache", "GetItems", nil)
		if err != nil || reflect.ValueOf(body[0]).Len() != 500 {
			b.Fatal(err)
		}
		m := dbus.Message{Type: dbus.TypeMethodReply, Body: body, Headers: map[dbus.HeaderField]dbus.Variant{
			dbus.FieldReplySerial: dbus.MakeVariant(uint32(1)),
			dbus.FieldSignature:   dbus.MakeVariant(dbus.SignatureOf(body...)),
		}}
		testkit.NoError(b, m.EncodeTo(&bytes.Buffer{}, binary.LittleEndian))
	}
}

// TestWordsBeside checks the relations of a control to the texts around it: its label and its description.
func TestWordsBeside(t *testing.T) {
	const name, choice, why, reset, other = 10, 11, 12, 13, 14
	o, _ := served()
	ref := func(id access.ID) string { return fmt.Sprintf("{:1.5 %s}", at(id)) }
	o.setTree(access.NewTree(&access.Node{ID: 1, Role: access.Application, Children: []*access.Node{
		{ID: name, Role: access.Label, Name: "Theme"},
		{ID: choice, Role: access.ComboBox, Name: "Theme", Description: "By night. Default: dark."},
		{ID: why, Role: access.Label, Name: "Default: dark."},
		{ID: reset, Role: access.Button, Name: "Reset", Description: "Theme"},
		{ID: other, Role: access.Label, Name: "Sound"},
	}}))
	for _, r := range []struct {
		of   access.ID
		want string
	}{
		{name, "[[{1 [" + ref(choice) + "]} {17 [" + ref(reset) + "]}]]"},
		{choice, "[[{2 [" + ref(name) + "]} {18 [" + ref(why) + "]}]]"},
		{why, "[[{17 [" + ref(choice) + "]}]]"},
		{reset, "[[{18 [" + ref(name) + "]}]]"},
		{other, "[[]]"},
	} {
		if got := said(o.answer(at(r.of), prefix+"Accessible", "GetRelationSet", nil)); got != r.want {
			t.Errorf("%d: %s, not %s", r.of, got, r.want)
		}
	}
}
