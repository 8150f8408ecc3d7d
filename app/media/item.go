package media

import (
	"cmp"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"sextant/app/printable"
)

// An Item is a recording in a list of downloads. Any field may be missing.
type Item struct {
	ID          string
	Title       string // at most maxName bytes and an ellipsis
	Description string
	Duration    time.Duration
	Date        time.Time
	Size        int64 // bytes, 0 when unknown
	URL         string
	// Fields are all fields of the record, recognised or not.
	Fields []Field
}

// Key returns the key under which data about the recording are stored.
func (it Item) Key() string {
	if it.ByAddress() {
		return "url " + it.URL
	}
	return "id " + it.ID
}

// ByAddress reports whether the recording is requested by its address and not by its id. The address of an MP3 is used
// as it is; any other may be that of a web page, so an id takes precedence.
func (it Item) ByAddress() bool {
	return it.ID == "" || strings.Contains(strings.ToLower(it.URL), ".mp3")
}

// maxName limits the name of a recording, in bytes.
const maxName = 1000

// Name returns the recording's title, else its id, else its address, cut off at maxName.
func (it Item) Name() string {
	return cutName(cmp.Or(it.Title, printable.Line(it.ID), it.URL))
}

func cutName(s string) string {
	if len(s) > maxName {
		return strings.ToValidUTF8(s[:maxName], "") + "…" // the last character may have been cut in two
	}
	return s
}

// A Field is one field of a record, flattened to text.
type Field struct{ Name, Value string }

// Items finds the records in a document: an array of objects, or an object of records by their ids, at any level; else
// an array of ids, or the document itself if it looks like one record. Dates without a zone are in the given one, nil
// for UTC.
func Items(doc Value, zone *time.Location) []Item {
	records := findRecords(doc)
	items := make([]Item, 0, len(records))
	for _, m := range records {
		if it, ok := itemFrom(m, doc.Base, zone); ok {
			items = append(items, it)
		}
	}
	if len(items) == 0 {
		return nil
	}
	return items
}

func itemFrom(m Member, base *url.URL, zone *time.Location) (Item, bool) {
	v := m.Value
	if v.Kind == Scalar {
		return Item{ID: v.Text, Fields: []Field{{"id", v.Text}}}, v.Text != ""
	}
	it := known(v, base, zone)
	if it.ID == "" && m.Name != "" { // from an object of records
		it.ID = m.Name
		it.Fields = append(it.Fields, Field{"id", m.Name})
	}
	if it.ID == "" {
		it.ID = idFromURL(it.URL)
	}
	for _, f := range v.Members {
		it.Fields = append(it.Fields, Field{printable.Line(f.Name), printable.Text(f.Value.flat())})
	}
	return it, len(v.Members) > 0
}

// known returns the recognised fields of a record: its own, or those of objects in it.
func known(v Value, base *url.URL, zone *time.Location) (it Item) {
	it.fillFrom(v, base, zone)
	switch {
	case it.ID == "" && it.Title == "" && it.URL == "":
		for _, inner := range v.inner(false) {
			it.fillFrom(inner, base, zone)
		}
	case it.Title == "":
		for _, inner := range v.inner(true) {
			it.fillFrom(inner, base, zone)
		}
	}
	return it
}

// fillFrom sets missing fields from those of an object.
func (it *Item) fillFrom(v Value, base *url.URL, zone *time.Location) {
	it.ID = cmp.Or(it.ID, v.text(idNames()...))
	it.Title = cmp.Or(it.Title, cutName(strings.TrimSpace(printable.Line(v.text(titleNames()...)))))
	it.Description = cmp.Or(it.Description, printable.Text(
		v.text("description", "desc", "summary", "text", "synopsis", "subtitle", "lead")))
	it.URL = cmp.Or(it.URL, v.link(base))
	it.Duration = cmp.Or(it.Duration, v.duration())
	it.Size = cmp.Or(it.Size, v.size())
	if it.Date.IsZero() {
		it.Date = v.date(zone)
	}
}

// text returns the first of the named fields that has a text. Of an object of languages, such as
// {"fi": "…", "en": "…"}, it returns the first.
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

// link returns the address in a field with the name of an address, else any that ends in .mp3.
func (v Value) link(base *url.URL) string {
	s := v.text("downloadurl", "mp3url", "url", "mediaurl", "mp3",
		"href", "link", "file", "enclosure", "audiourl", "src")
	if s, ok := resolve(s, base, true); ok {
		return s
	}
	for _, m := range v.Members {
		if s, ok := resolve(m.Value.Text, base, false); ok && strings.HasSuffix(strings.ToLower(path.Ext(s)), ".mp3") {
			return s
		}
	}
	return ""
}

func idFromURL(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Path == "" {
		return ""
	}
	base := path.Base(u.Path)
	return strings.TrimSuffix(base, path.Ext(base))
}

// duration parses seconds, milliseconds by the field's name or where seconds would be more than a day, 1:02:03 or ISO
// 8601 (PT1H2M3S).
func (v Value) duration() time.Duration {
	if ms, err := strconv.ParseFloat(v.text("durationms", "durationmillis", "lengthms"), 64); err == nil {
		return bounded(ms / 1000)
	}
	const day = 24 * 60 * 60
	s := v.text("duration", "durationseconds", "durationsec", "durations", "seconds", "length", "lengthseconds")
	if f, err := strconv.ParseFloat(s, 64); err == nil {
		if f > day && f < 1000*day {
			f /= 1000
		}
		return bounded(f)
	}
	if d, ok := clockDuration(s); ok {
		return d
	}
	return isoDuration(s)
}

// bounded converts seconds to a duration of up to a year; other values become 0.
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
	total, from := 0.0, 0
	days, _ := strconv.ParseFloat(strings.TrimSuffix(date[1:], "D"), 64)
	units := map[rune]float64{'H': 3600, 'M': 60, 'S': 1}
	for i, r := range clock {
		unit, isUnit := units[r]
		if !isUnit {
			continue
		}
		f, err := strconv.ParseFloat(clock[from:i], 64)
		if err != nil {
			return 0
		}
		total, from = total+f*unit, i+1 // a unit is one byte
	}
	return bounded(total + days*24*3600)
}

func (v Value) date(zone *time.Location) time.Time {
	if zone == nil {
		zone = time.UTC
	}
	s := v.text("date", "published", "publishedat", "publicationdate", "pubdate", "publishtime",
		"starttime", "created", "createdat", "modified", "updated", "time", "timestamp")
	for _, layout := range [...]string{
		time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04:05Z0700", "2006-01-02 15:04:05",
		"2006-01-02 15:04", "2006-01-02", time.RFC1123Z, time.RFC1123, "2.1.2006 15:04", "2.1.2006",
	} {
		if t, err := time.ParseInLocation(layout, s, zone); err == nil {
			return t
		}
	}
	// Seconds or milliseconds since 1970, from 1973 on: smaller numbers are no dates.
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

// idNames and titleNames return the names of the fields of a record's id and title.
func idNames() []string {
	return []string{"id", "mediaid", "mid", "programid", "guid", "uuid", "key"}
}

func titleNames() []string {
	return []string{"title", "name", "headline", "label", "itemtitle", "programtitle"}
}
