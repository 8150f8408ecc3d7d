package store

import (
	"bytes"
	"compress/zlib"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"sextant/app/api"
	"sextant/app/teletext"
)

// validatorFields returns the fields of validators in the order of their columns.
func validatorFields(v *api.Validators) []any {
	return []any{&v.ETag, &v.LastModified, &v.CacheControl, &v.Age, &v.Date}
}

// A Stored is a version of a page.
type Stored struct {
	ID int64
	// Document is decoded for each caller. Its time of change is that of the last sighting.
	Document *teletext.Page
	// First and Last are when the service gave this version first and last.
	First, Last time.Time
	// Replaced: an older version of the page is stored.
	Replaced bool
	// Validators belongs to the last sighting.
	Validators api.Validators
	// Raw is the document as the service gave it at the first sighting, in the form "json" or "xml".
	Raw  []byte
	Form string
}

// Pages has the documents of a service's pages in all their versions.
type Pages struct {
	db     *database
	packer packer
	known  givenBefore
}

// givenBefore has the places that were stored before in this run.
type givenBefore struct{ places sync.Map }

// again adds a place, and reports whether it was there already.
func (g *givenBefore) again(p teletext.Place) bool {
	_, before := g.places.LoadOrStore(p, true)
	return before
}

// SavePage stores a document that came at a time. It becomes a new version where its content differs from the newest
// one; otherwise that one's last sighting is updated. Neither doc nor raw may change any more.
func (p *Pages) SavePage(doc *teletext.Page, raw []byte, form string, at time.Time, validators api.Validators) {
	document := teletext.Place{Page: doc.Number}
	again := p.known.again(document)
	p.db.enqueue(write{size: len(raw), place: document, patient: again, do: func(w *statements) error {
		return p.savePage(w, doc, raw, form, at, validators)
	}})
}

func (p *Pages) savePage(w *statements, doc *teletext.Page,
	raw []byte, form string, at time.Time, validators api.Validators,
) error {
	newest, err := newestOf(w, doc.Number)
	if err != nil {
		return err
	}
	digest := doc.Digest()
	same := string(digest[:]) == string(newest.digest)
	if same {
		err = seeAgain(w, newest.version, doc.Modified, at, validators)
	} else {
		newest.version, err = p.addVersion(w, doc, digest[:], raw, form, at, validators)
		p.db.newVersions = append(p.db.newVersions, doc.Number)
	}
	if err == nil {
		err = enter(w, doc, newest.version, at)
	}
	if err == nil && (!same || newest.missing) {
		err = index(w, doc)
	}
	return err
}

// newest is the newest version of a page before a change. It is zero where there is none.
type newest struct {
	version int64
	digest  []byte
	missing bool
}

func newestOf(w *statements, page int) (n newest, err error) {
	_, err = w.queryRow(`SELECT version.id, content.digest, page.missing IS NOT NULL
		FROM page JOIN version ON version.id = page.version JOIN content ON content.id = version.content
		WHERE page.number = ?`, page).find(&n.version, &n.digest, &n.missing)
	return n, err
}

func (p *Pages) addVersion(w *statements, doc *teletext.Page, digest, raw []byte,
	form string, at time.Time, validators api.Validators,
) (version int64, err error) {
	var content int64
	known, err := w.queryRow("SELECT id FROM content WHERE digest = ?", digest).find(&content)
	if err == nil && !known {
		content, err = p.addContent(w, doc, digest, raw, form)
	}
	if err != nil {
		return 0, err
	}
	now := at.UnixMilli()
	err = w.queryRow(
		`INSERT INTO version (page, content, first, last, modified, etag, last_modified, cache_control, age, date)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		doc.Number, content, now, now, doc.Modified.UnixMilli(),
		validators.ETag, validators.LastModified, validators.CacheControl,
		validators.Age, validators.Date).scan(&version)
	return version, err
}

func (p *Pages) addContent(w *statements, doc *teletext.Page,
	digest, raw []byte, form string,
) (content int64, err error) {
	err = w.queryRow("INSERT INTO content (digest, form, length, packed) VALUES (?, ?, ?, ?) RETURNING id",
		digest, form, len(raw), p.packer.pack(raw)).scan(&content)
	for i := range doc.Subpages {
		if err != nil {
			break
		}
		part := &doc.Subpages[i]
		digest := part.Digest()
		_, err = w.exec("INSERT INTO part (content, subpage, digest) VALUES (?, ?, ?)", content, part.Number, digest[:])
	}
	return content, err
}

func seeAgain(w *statements, version int64, modified, at time.Time, validators api.Validators) error {
	_, err := w.exec(`UPDATE version SET last = ?, modified = ?,
		etag = ?, last_modified = ?, cache_control = ?, age = ?, date = ? WHERE id = ?`,
		at.UnixMilli(), modified.UnixMilli(),
		validators.ETag, validators.LastModified, validators.CacheControl, validators.Age, validators.Date, version)
	return err
}

// Confirm records a 304 at a time: the version of a page with a digest is current. Its validators update the stored
// ones (RFC 9111, section 4.3.4). If the newest version in the store is another one, which may have come to another
// program, nothing is recorded: with these validators that one would count as current.
func (p *Pages) Confirm(page int, digest [32]byte, at time.Time, validators api.Validators) {
	p.db.enqueue(write{place: teletext.Place{Page: page}, patient: true, do: func(w *statements) error {
		return p.confirm(w, page, digest, at, validators)
	}})
}

func (p *Pages) confirm(w *statements, page int, digest [32]byte, at time.Time, validators api.Validators) error {
	newest, err := newestOf(w, page)
	if err != nil || string(newest.digest) != string(digest[:]) {
		return err
	}
	_, err = w.exec(`UPDATE version SET last = ?, etag = coalesce(nullif(?, ''), etag),
		last_modified = coalesce(nullif(?, ''), last_modified),
		cache_control = coalesce(nullif(?, ''), cache_control), age = ?, date = ? WHERE id = ?`,
		at.UnixMilli(), validators.ETag, validators.LastModified,
		validators.CacheControl, validators.Age, validators.Date, newest.version)
	if err != nil {
		return err
	}
	_, err = w.exec("UPDATE page SET fetched = ?, missing = NULL WHERE number = ?", at.UnixMilli(), page)
	if err != nil || !newest.missing {
		return err
	}
	stored, ok, err := p.findStored(w, "version.id = ?", newest.version)
	if err != nil || !ok {
		return err
	}
	return index(w, stored.Document)
}

// MarkMissing records that a page is missing since a time. Its versions are kept, but search does not find it until it
// comes again.
func (p *Pages) MarkMissing(page int, at time.Time) {
	p.db.enqueue(write{place: teletext.Place{Page: page}, patient: true, do: func(w *statements) error {
		_, err := w.exec(`INSERT INTO page (number, fetched, missing) VALUES (?, ?, ?)
			ON CONFLICT DO UPDATE SET missing = coalesce(missing, excluded.missing)`,
			page, time.Time{}.UnixMilli(), at.UnixMilli())
		if err != nil {
			return err
		}
		return unindex(w, page)
	}})
}

// Page returns the newest version of a page, nil for none.
func (p *Pages) Page(number int) (*Stored, error) {
	p.db.await(teletext.Place{Page: number})
	v, ok, err := p.findVersion(fmt.Sprintf("page %d", number),
		"version.id = (SELECT version FROM page WHERE number = ?)", int64(number))
	if err != nil || !ok {
		return nil, err
	}
	return &v, nil
}

// ChangedSince returns the numbers of the pages whose content has changed since a time. New and missing ones are not
// among them.
func (p *Pages) ChangedSince(since time.Time) (pages []int, err error) {
	err = p.db.read("what changed", func(r *statements) (err error) {
		pages, err = list(context.Background(), r, func(page *int) []any { return []any{page} }, `
			SELECT page.number FROM page JOIN version ON version.id = page.version
			WHERE version.first >= ? AND page.missing IS NULL
				AND EXISTS (SELECT 1 FROM version AS older WHERE older.page = page.number AND older.id < version.id)
			ORDER BY page.number`, since.UnixMilli())
		return err
	})
	return pages, err
}

// Version returns a version by its ID; ok is false where it is no longer kept, though it may just have been listed.
func (p *Pages) Version(id int64) (v Stored, ok bool, err error) {
	return p.findVersion("a version of a page", "version.id = ?", id)
}

func (p *Pages) findVersion(what, where string, key int64) (v Stored, ok bool, err error) {
	err = p.db.read(what, func(r *statements) (err error) {
		v, ok, err = p.findStored(r, where, key)
		return err
	})
	return v, ok, err
}

// findStored reads the version that a condition with one key selects.
func (p *Pages) findStored(r *statements, where string, key int64) (v Stored, ok bool, err error) {
	var (
		modified time.Time
		packed   []byte
		length   int
	)
	page := 0
	fields := []any{
		&v.ID, &page, stamp{&v.First}, stamp{&v.Last}, &v.Replaced, stamp{&modified}, &v.Form, &length, &packed,
	}
	ok, err = r.queryRow(`SELECT version.id, version.page, first, last,
			EXISTS (SELECT 1 FROM version AS older WHERE older.page = version.page AND older.id < version.id),
			modified, form, length, packed, etag, last_modified, cache_control, age, date
		FROM version JOIN content ON content.id = version.content WHERE `+where, key).
		find(append(fields, validatorFields(&v.Validators)...)...)
	if err != nil || !ok {
		return Stored{}, false, err
	}
	if v.Raw, err = p.packer.unpack(packed, length); err != nil {
		return Stored{}, false, err
	}
	if v.Document, err = decode(v.Form, v.Raw); err != nil {
		return Stored{}, false, err
	}
	v.Document.Number, v.Document.Modified = page, modified // a document may lack its number
	return v, true, nil
}

func decode(form string, raw []byte) (*teletext.Page, error) {
	if form == "xml" {
		return teletext.DecodeXML(raw)
	}
	return teletext.DecodeJSON(raw)
}

// largestDocument bounds inflated documents, in bytes, so that a damaged length cannot use up the memory.
const largestDocument = 64 << 20

// A packer deflates and inflates documents. It reuses its writers and readers, which take tens of kilobytes each. The
// format has a checksum, so that damage is found.
type packer struct{ writers, readers sync.Pool }

func (p *packer) pack(data []byte) []byte {
	var b bytes.Buffer
	w, ok := p.writers.Get().(*zlib.Writer)
	if ok {
		w.Reset(&b)
	} else {
		w = zlib.NewWriter(&b)
	}
	_, _ = w.Write(data) // a buffer cannot fail
	_ = w.Close()
	p.writers.Put(w)
	return b.Bytes()
}

// unpack inflates a document of a length.
func (p *packer) unpack(packed []byte, length int) ([]byte, error) {
	if length < 0 || length > largestDocument {
		return nil, fmt.Errorf("%w: a document of %d bytes", errDamaged, length)
	}
	r, err := p.reader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	// With the spare room the buffer reads to the end, where the checksum is, without growing.
	data := bytes.NewBuffer(make([]byte, 0, length+bytes.MinRead))
	n, err := data.ReadFrom(io.LimitReader(r, int64(length)+1))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	if n != int64(length) {
		return nil, fmt.Errorf("%w: a document of another length than %d", errDamaged, length)
	}
	p.readers.Put(r)
	return data.Bytes(), nil
}

func (p *packer) reader(from io.Reader) (io.ReadCloser, error) {
	r, ok := p.readers.Get().(io.ReadCloser)
	if !ok {
		return zlib.NewReader(from)
	}
	return r, r.(zlib.Resetter).Reset(from, nil)
}

// A Listing is a page's entry in the directory.
type Listing struct {
	Page     int
	Name     string
	Subpages int
	// Prev and Next are the page's neighbours in the chain of existing pages, 0 for none.
	Prev, Next int
	// MarksLinks reports whether the service marked links on the page.
	MarksLinks bool
	// Fetched is when the service last gave the page, zero if it never did.
	Fetched time.Time
	// Changed is when the newest version was first seen, zero where none is kept.
	Changed time.Time
	// MissingSince is when the page went missing, zero where it is there.
	MissingSince time.Time
}

// Directory returns all known pages, by number.
func (p *Pages) Directory() (all []Listing, err error) {
	const query = `SELECT number, name, subpages, prev, next, marks_links, fetched,
			coalesce(version.first, ?1), coalesce(missing, ?1)
		FROM page LEFT JOIN version ON version.id = page.version ORDER BY number`
	err = p.db.read("the directory of pages", func(r *statements) (err error) {
		all, err = list(context.Background(), r, func(l *Listing) []any {
			return []any{
				&l.Page, &l.Name, &l.Subpages, &l.Prev, &l.Next, &l.MarksLinks,
				stamp{&l.Fetched},
				stamp{&l.Changed},
				stamp{&l.MissingSince},
			}
		}, query, time.Time{}.UnixMilli())
		return err
	})
	return all, err
}

// enter writes the directory's entry of a page that came at a time.
func enter(w *statements, doc *teletext.Page, version int64, at time.Time) error {
	marks := false
	for i := range doc.Subpages {
		marks = marks || doc.Subpages[i].MarkedLinks() > 0
	}
	_, err := w.exec(`INSERT INTO page (number, version, name, subpages, prev, next, marks_links, fetched)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET version = excluded.version, name = excluded.name,
			subpages = excluded.subpages, prev = excluded.prev, next = excluded.next,
			marks_links = excluded.marks_links, fetched = excluded.fetched, missing = NULL`,
		doc.Number, version, strings.TrimSpace(doc.Name), len(doc.Subpages), doc.Prev, doc.Next, marks, at.UnixMilli())
	return err
}
