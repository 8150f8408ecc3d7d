package media

import (
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"
)

// An Item is one downloadable recording as a list of downloads tells of it. Anything may be missing.
type Item struct {
	ID          string
	Title       string
	Description string
	Duration    time.Duration
	Date        time.Time
	Size        int64 // bytes, 0 when unknown
	URL         string
	// Fields are all fields of the record as they came, recognised or not.
	Fields []Field
}

// A Field is one field of a record, flattened to text.
type Field struct{ Name, Value string }

// Items finds the records in a document: its array, or the first array of objects inside it, else
// the document itself if it looks like one record.
func Items(doc Value) []Item {
	records, ok := findRecords(doc)
	if !ok {
		return nil
	}
	items := make([]Item, 0, len(records))
	for _, m := range records {
		if it, ok := itemFrom(m); ok {
			items = append(items, it)
		}
	}
	return items
}

// findRecords looks breadth first, so that an outer list wins over one inside a record.
func findRecords(doc Value) ([]Member, bool) {
	level := []Value{doc}
	for len(level) > 0 {
		var next []Value
		for _, v := range level {
			if v.Kind == Array && isRecords(v) {
				return v.Members, true
			}
			for _, m := range v.Members {
				next = append(next, m.Value)
			}
		}
		level = next
	}
	if it, ok := itemFrom(Member{Value: doc}); ok && doc.Kind == Object && (it.ID != "" || it.URL != "") {
		return []Member{{Value: doc}}, true
	}
	return nil, false
}

// isRecords tells whether an array holds objects, or ids alone.
func isRecords(v Value) bool {
	for _, m := range v.Members {
		if m.Value.Kind == Array || m.Value.Kind == Scalar && m.Value.Text == "" {
			return false
		}
	}
	return len(v.Members) > 0
}

func itemFrom(m Member) (Item, bool) {
	v := m.Value
	if v.Kind == Scalar {
		return Item{ID: v.Text, Fields: []Field{{"id", v.Text}}}, v.Text != ""
	}
	var it Item
	it.ID = v.text("id", "mediaid", "mid", "programid", "guid", "uuid", "key")
	it.Title = v.text("title", "name", "headline", "label", "itemtitle", "programtitle")
	it.Description = v.text("description", "desc", "summary", "text", "synopsis", "subtitle", "lead")
	it.URL = v.link()
	it.Duration = v.duration()
	it.Date = v.date()
	it.Size = v.size()
	if it.ID == "" {
		it.ID = idFromURL(it.URL)
	}
	for _, f := range v.Members {
		it.Fields = append(it.Fields, Field{f.Name, f.Value.flat()})
	}
	return it, len(v.Members) > 0
}

// text is the first of the named fields that has words in it. A field of languages, such as
// {"fi": "…", "en": "…"}, gives its first.
func (v Value) text(names ...string) string {
	for _, name := range names {
		i, ok := v.field(name)
		if !ok {
			continue
		}
		f := v.Members[i].Value
		for f.Kind != Scalar && len(f.Members) > 0 {
			f = f.Members[0].Value
		}
		if s := strings.TrimSpace(f.Text); s != "" {
			return s
		}
	}
	return ""
}

// link is an address in a field that is named like one, else any that ends in .mp3.
func (v Value) link() string {
	if s := v.text("downloadurl", "mp3url", "url", "mp3", "href", "link", "file", "enclosure", "audiourl", "src"); isWebAddress(s) {
		return s
	}
	for _, m := range v.Members {
		if s := m.Value.Text; isWebAddress(s) && strings.HasSuffix(strings.ToLower(path.Ext(s)), ".mp3") {
			return s
		}
	}
	return ""
}

func isWebAddress(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

func idFromURL(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Path == "" {
		return ""
	}
	base := path.Base(u.Path)
	return strings.TrimSuffix(base, path.Ext(base))
}

// duration reads seconds, milliseconds by the field's name, 1:02:03 or ISO 8601 (PT1H2M3S).
func (v Value) duration() time.Duration {
	if ms, err := strconv.ParseFloat(v.text("durationms", "durationmillis", "lengthms"), 64); err == nil {
		return bounded(ms / 1000)
	}
	s := v.text("duration", "durationseconds", "durationsec", "durations", "seconds", "length", "lengthseconds")
	if f, err := strconv.ParseFloat(s, 64); err == nil {
		return bounded(f)
	}
	if d, ok := clockDuration(s); ok {
		return d
	}
	return isoDuration(s)
}

// bounded is a duration of up to a year; anything else is no duration.
func bounded(seconds float64) time.Duration {
	const year = 366 * 24 * 60 * 60
	if !(seconds > 0 && seconds < year) {
		return 0
	}
	return time.Duration(seconds * float64(time.Second))
}

func clockDuration(s string) (time.Duration, bool) {
	parts := strings.Split(s, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	total := 0.0
	for _, p := range parts {
		f, err := strconv.ParseFloat(p, 64)
		if err != nil || f < 0 {
			return 0, false
		}
		total = total*60 + f
	}
	return bounded(total), true
}

func isoDuration(s string) time.Duration {
	date, clock, ok := strings.Cut(strings.ToUpper(s), "T")
	if !ok || !strings.HasPrefix(date, "P") {
		return 0
	}
	total, number := 0.0, ""
	days, _ := strconv.ParseFloat(strings.TrimSuffix(date[1:], "D"), 64)
	units := map[rune]float64{'H': 3600, 'M': 60, 'S': 1}
	for _, r := range clock {
		unit, isUnit := units[r]
		if !isUnit {
			number += string(r)
			continue
		}
		f, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return 0
		}
		total, number = total+f*unit, ""
	}
	return bounded(total + days*24*3600)
}

func (v Value) date() time.Time {
	s := v.text("date", "published", "publishedat", "publicationdate", "pubdate", "publishtime", "starttime", "created", "createdat", "modified", "updated", "time", "timestamp")
	for _, layout := range [...]string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04:05Z0700", "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02", time.RFC1123Z, time.RFC1123, "2.1.2006 15:04", "2.1.2006"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t
		}
	}
	// Seconds or milliseconds since 1970, from 1973 on: smaller figures are no dates.
	if n, err := strconv.ParseInt(s, 10, 64); err == nil && n > 100_000_000 && n < 100_000_000_000_000 {
		if n > 100_000_000_000 {
			return time.UnixMilli(n).UTC()
		}
		return time.Unix(n, 0).UTC()
	}
	return time.Time{}
}

func (v Value) size() int64 {
	n, err := strconv.ParseInt(v.text("size", "filesize", "bytes", "contentlength", "sizebytes", "lengthbytes"), 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}
