package media

import (
	"slices"
	"strconv"
	"strings"
)

// A place is where the members of several documents' objects or arrays stand beside each other.
type place struct {
	at        []*Value
	own       []string // the name that each document's member has, or its number
	name      string
	array     bool     // it is an element of the first document that has it
	field     bool     // a document has it as a field,
	fieldName string   // of this name,
	renamed   bool     // and another under another
	keys      []string // by which a member of another document is recognised
	first     int      // the column of the first document that has it
	next      int      // the place after it, 0 at the end
	taken     bool     // by the document that is being merged
}

// An alignment is places in their order, chained behind the first one, which holds nothing.
type alignment struct {
	places  []place
	columns int
	newest  int  // the first column that has members here
	mixed   bool // some of the values are objects, and some arrays
}

// align sets the members of values beside each other. Of each value it looks at so many members as there
// is room for, and tells whether there were more.
func align(values []*Value, room int) (places []*place, cut bool) {
	a := alignment{places: make([]place, 1), columns: len(values)}
	var kinds [Array + 1]bool
	for column, v := range slices.Backward(values) {
		if v != nil {
			kinds[v.Kind] = true
			if v.Kind != Scalar {
				a.newest = column
			}
		}
	}
	a.mixed = kinds[Object] && kinds[Array]
	for column, v := range values {
		if v == nil || v.Kind == Scalar {
			continue
		}
		members := v.Members
		if len(members) > room {
			members, cut = members[:room], true
		}
		a.merge(column, v.Kind == Array, members)
	}
	return a.inOrder(), cut
}

// merge finds the place of each member of one value, and makes new places for the others, each behind
// that of the member before it; all of them at the end where none is found.
func (a *alignment) merge(column int, array bool, members []Member) {
	found, keys := a.match(array, members)
	last := 0
	if !slices.ContainsFunc(found, func(at int) bool { return at != 0 }) {
		last = a.end()
	}
	for i := range members {
		at := found[i]
		if at == 0 {
			at = a.insert(last, column, array, members[i].Name)
		}
		a.places[at].put(column, i, array, &members[i])
		for _, k := range keys[i] {
			if k != "" && !slices.Contains(a.places[at].keys, k) {
				a.places[at].keys = append(a.places[at].keys, k)
			}
		}
		last = at
	}
	for i := range a.places {
		a.places[i].taken = false
	}
}

// put puts a member into its place.
func (p *place) put(column, position int, array bool, m *Member) {
	p.at[column], p.own[column] = &m.Value, m.Name
	switch {
	case array:
		p.own[column] = strconv.Itoa(position + 1)
	case !p.field:
		p.field, p.fieldName = true, m.Name
	case m.Name != p.fieldName:
		p.renamed = true
	}
}

// end is the last place.
func (a *alignment) end() int {
	at := 0
	for a.places[at].next != 0 {
		at = a.places[at].next
	}
	return at
}

// insert makes a place behind another one, and behind what older documents than the newest have there.
func (a *alignment) insert(last, column int, array bool, name string) int {
	for next := a.places[last].next; next != 0 && a.places[next].first != a.newest && !a.places[next].taken; next = a.places[last].next {
		last = next
	}
	a.places = append(a.places, place{
		at: make([]*Value, a.columns), own: make([]string, a.columns), name: name, array: array, first: column, next: a.places[last].next, taken: true,
	})
	a.places[last].next = len(a.places) - 1
	return len(a.places) - 1
}

// match finds the places of members by their keys, the surest first, each place being given to one
// member only; 0 stands for none. It gives the keys of the members too.
func (a *alignment) match(array bool, members []Member) (found []int, keys [][]string) {
	known := map[string][]int{}
	for i := a.places[0].next; i != 0; i = a.places[i].next {
		for _, k := range a.places[i].keys {
			known[k] = append(known[k], i)
		}
	}
	found, keys = make([]int, len(members)), make([][]string, len(members))
	sought := make([][]string, len(members))
	for i := range members {
		keys[i], sought[i] = a.memberKeys(array, i, &members[i])
	}
	for rank := range ranks {
		for i := range members {
			if found[i] == 0 && sought[i][rank] != "" {
				found[i] = a.take(known, sought[i][rank])
			}
		}
	}
	return found, keys
}

// take gives the first free place with a key.
func (a *alignment) take(known map[string][]int, key string) int {
	list := known[key]
	for len(list) > 0 && a.places[list[0]].taken {
		list = list[1:]
	}
	if known[key] = list; len(list) == 0 {
		return 0
	}
	a.places[list[0]].taken = true
	return list[0]
}

// ranks is how many ways there are to recognise a member.
const ranks = 9

// memberKeys are the keys that a member's place gets, and those by which it is sought, the surest first.
// A field has its name, and an element what identifies it; one without anything is sought by its position
// alone, and any other by its position only among those without. Where one document has an object and
// another an array, a field and an element are the same if the same identifies them.
func (a *alignment) memberKeys(array bool, position int, m *Member) (keys, sought []string) {
	var own, others []string
	if array || a.mixed {
		id, url, name := m.Value.identity()
		if id+url+name != "" {
			own = []string{both(id, url), id, url, name}
		}
	}
	if a.mixed {
		prefix := map[bool]string{true: "element ", false: "field with "}
		for i, k := range own {
			if k != "" {
				own[i] = prefix[array] + k
				others = append(others, prefix[!array]+k)
			}
		}
	}
	if !array {
		key := []string{"field " + m.Name}
		return append(key, own...), ranked(key, others)
	}
	here := "at " + strconv.Itoa(position)
	if own == nil {
		return []string{here, "nameless " + here}, ranked(nil, []string{ranks - 1: here})
	}
	last := make([]string, ranks-len(own))
	copy(last, others)
	last[len(last)-1] = "nameless " + here
	return append(own, here), append(own[:len(own):len(own)], last...)
}

// ranked joins keys into a list of all ranks.
func ranked(first, then []string) []string {
	list := make([]string, ranks)
	copy(list[copy(list, first):], then)
	return list
}

// both joins two keys into a surer one, which there is only if there are both.
func both(a, b string) string {
	if a == "" || b == "" {
		return ""
	}
	return a + "\n" + b
}

// identity is what tells an object from others in its array. An address is taken without its query, in
// which signatures change from one answer to the next.
func (v *Value) identity() (id, url, name string) {
	for _, m := range v.Members {
		text := strings.TrimSpace(m.Value.Text)
		if v.Kind != Object || m.Value.Kind != Scalar || text == "" {
			continue
		}
		switch plain(m.Name) {
		case "id", "mediaid", "guid", "uuid":
			id = "id " + text
		case "url", "href", "src", "link":
			text, _, _ = strings.Cut(text, "?")
			url = "url " + text
		case "name", "title", "label":
			name = "name " + text
		}
	}
	return id, url, name
}

// inOrder lists the places in their order, the elements of arrays counted from 1.
func (a *alignment) inOrder() []*place {
	list := make([]*place, 0, len(a.places)-1)
	elements := 0
	for i := a.places[0].next; i != 0; i = a.places[i].next {
		p := &a.places[i]
		if p.array {
			elements++
			p.name = strconv.Itoa(elements)
		}
		list = append(list, p)
	}
	return list
}
