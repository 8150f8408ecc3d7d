package media

// Limits of the search for records, so that no document takes long.
const (
	innerDepth   = 2  // levels below a record at which its fields may be
	innerObjects = 32 // objects there
	sampled      = 8  // records of a list that are examined to recognise it
)

// findRecords searches breadth-first, so that an outer list takes precedence over one inside a record: for an array of
// objects, or an object of records by their ids, that look like recordings, then for any array of objects. Otherwise
// the document may be one record with an address, have an array of ids, or be one record without an address.
func findRecords(doc Value) []Member {
	var f listFinder
	for level := []Value{doc}; len(level) > 0; {
		var next []Value
		for _, v := range level {
			if f.isList(v) {
				return v.Members
			}
			for _, m := range v.Members {
				next = append(next, m.Value)
			}
		}
		level = next
	}
	return f.second(doc)
}

// A listFinder stores the first lists of a document that may be the list of recordings.
type listFinder struct{ objects, ids []Member }

// isList reports whether a value is certainly the list of recordings, and stores it if it only may be.
func (f *listFinder) isList(v Value) bool {
	switch v.listed() {
	case recordsByID:
		return !holdList(v.Members)
	case records:
		if f.objects == nil {
			f.objects = v.Members
		}
		return looksLikeRecords(v.Members)
	case idsAlone:
		if f.ids == nil {
			f.ids = v.Members
		}
	}
	return false
}

// second returns the best alternative to a certain list, nil if there is none.
func (f *listFinder) second(doc Value) []Member {
	whole, it := Member{Value: doc}, Item{}
	single := doc.Kind == Object && len(doc.Members) > 0
	if single {
		it = known(doc, doc.Base, nil)
	}
	switch {
	case f.objects != nil:
		return f.objects
	case single && it.URL != "":
		return []Member{whole}
	case f.ids != nil:
		return f.ids
	case single && it.ID != "":
		return []Member{whole}
	}
	return nil
}

// listKind is the kind of list of recordings that a value can be.
type listKind int

const (
	noList listKind = iota
	records
	recordsByID
	idsAlone
)

func (v Value) listed() listKind {
	objects, scalars := 0, 0
	for _, m := range v.Members {
		switch {
		case m.Value.Kind == Object:
			objects++
		case m.Value.Kind == Scalar && m.Value.Text != "":
			scalars++
		default:
			return noList
		}
	}
	switch {
	case v.Kind == Array && objects > 0:
		return records
	case v.Kind == Array && scalars > 0:
		return idsAlone
	case v.Kind == Object && objects > 0 && scalars == 0 && v.areNamesIDs() && looksLikeRecords(v.Members):
		return recordsByID
	}
	return noList
}

// areNamesIDs reports whether the names of an object's members can be ids: none is the usual name of a part of a
// document.
func (v Value) areNamesIDs() bool {
	for _, m := range v.Members {
		if isWrapper(m.Name) || isPart(m.Name) || isAnyOf(m.Name, "audio", "video", "hls") {
			return false
		}
	}
	return true
}

// looksLikeRecords reports whether one of the first objects has a title, an id or an address.
func looksLikeRecords(members []Member) bool {
	for _, m := range members[:min(len(members), sampled)] {
		if m.Value.Kind != Object {
			continue
		}
		if it := known(m.Value, nil, nil); it.ID != "" || it.Title != "" || it.URL != "" {
			return true
		}
	}
	return false
}

// holdList reports whether the first objects contain a list whose records have an id or a title: then that is the list
// of recordings, and not the objects around it.
func holdList(members []Member) bool {
	for level, depth := members[:min(len(members), sampled)], 0; len(level) > 0 && depth <= innerDepth; depth++ {
		var next []Member
		for _, m := range level {
			if m.Value.Kind == Array {
				for _, e := range m.Value.Members[:min(len(m.Value.Members), sampled)] {
					if e.Value.Kind == Object &&
						(e.Value.text(idNames()...) != "" || e.Value.text(titleNames()...) != "") {
						return true
					}
				}
				continue
			}
			next = append(next, m.Value.Members[:min(len(m.Value.Members), innerObjects)]...)
		}
		level = next[:min(len(next), innerObjects)]
	}
	return false
}

// inner returns the objects inside a record that may have its fields: those with the name of a wrapper first, then,
// unless wrappersOnly is set, all others that are not known to be something else.
func (v Value) inner(wrappersOnly bool) (found []Value) {
	level := []Value{v}
	for range innerDepth {
		var wrapped, others []Value
		for _, outer := range level {
			for _, m := range outer.Members {
				switch {
				case m.Value.Kind != Object:
				case isWrapper(m.Name):
					wrapped = append(wrapped, m.Value)
				case !wrappersOnly && !isPart(m.Name):
					others = append(others, m.Value)
				}
			}
		}
		level = append(wrapped, others...)
		level = level[:min(len(level), innerObjects-len(found))]
		found = append(found, level...)
	}
	return found
}

// isWrapper reports whether a member's name is that of an object with a record's own fields.
func isWrapper(name string) bool {
	return isAnyOf(name, "item", "media", "data", "attributes", "record", "recording", "episode",
		"program", "programme", "content", "download", "fields", "properties", "resource", "node")
}

// isPart reports whether a name is the usual one of a part of a document.
func isPart(name string) bool {
	return isPicture(name) ||
		isAnyOf(name, "downloads", "items", "records", "recordings", "results", "result", "response", "meta",
			"metadata", "links", "paging", "pagination", "error", "errors",
			"title", "description", "name", "publisher", "series")
}

func isPicture(name string) bool {
	return isAnyOf(name, "image", "images", "picture", "thumbnail", "thumb", "logo", "cover", "artwork", "icon")
}

func isAnyOf(name string, plain ...string) bool {
	for _, p := range plain {
		if isNamed(name, p) {
			return true
		}
	}
	return false
}
