package store

import (
	"crypto/sha256"
	"fmt"
	"time"

	"sextant/app/api"
	"sextant/app/teletext"
)

// A PictureKey names a picture by what it shows: Digest is that of the subpage's content, so that a
// subpage that did not change keeps its picture when another one of its page did.
type PictureKey struct {
	teletext.Place
	Digest [sha256.Size]byte
}

// Pictures has the service's pictures of its pages.
type Pictures struct {
	db    *database
	known givenBefore
}

// SavePicture keeps the service's picture of a subpage, which came at a time. It belongs to the documents
// that show the subpage so, and is kept as long as one of them is: the document has to be saved before.
// png must not change any more.
func (p *Pictures) SavePicture(k PictureKey, png []byte, at time.Time, validators api.Validators) {
	picture := teletext.Place{Page: k.Page, Subpage: k.Subpage}
	again := p.known.again(picture)
	p.db.enqueue(write{size: len(png), place: picture, patient: again, do: func(w *statements) error {
		return savePicture(w, k, png, at, validators)
	}})
}

func savePicture(w *statements, k PictureKey, png []byte, at time.Time, validators api.Validators) error {
	var shown bool
	err := w.queryRow(`SELECT EXISTS (SELECT 1 FROM part JOIN version ON version.content = part.content
		WHERE part.digest = ? AND part.subpage = ? AND version.page = ?)`, k.Digest[:], k.Subpage, k.Page).scan(&shown)
	if err != nil || !shown {
		return err
	}
	hash := sha256.Sum256(png)
	var image int64
	known, err := w.queryRow("SELECT id FROM image WHERE hash = ?", hash[:]).find(&image)
	if err == nil && !known {
		err = w.queryRow("INSERT INTO image (hash, png) VALUES (?, ?) RETURNING id", hash[:], png).scan(&image)
	}
	if err != nil {
		return err
	}
	_, err = w.exec(`INSERT INTO picture
			(page, subpage, digest, image, fetched, etag, last_modified, cache_control, age, date)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET image = excluded.image, fetched = excluded.fetched, etag = excluded.etag,
			last_modified = excluded.last_modified, cache_control = excluded.cache_control,
			age = excluded.age, date = excluded.date`,
		k.Page, k.Subpage, k.Digest[:], image, at.UnixMilli(),
		validators.ETag, validators.LastModified, validators.CacheControl, validators.Age, validators.Date)
	return err
}

// Picture returns the picture of a subpage, with when it came and its validators. png is nil where there is none.
func (p *Pictures) Picture(k PictureKey) (png []byte, fetched time.Time, validators api.Validators, err error) {
	p.db.await(teletext.Place{Page: k.Page, Subpage: k.Subpage})
	err = p.db.read(fmt.Sprintf("the picture of page %d/%d", k.Page, k.Subpage), func(r *statements) error {
		var hash []byte
		fields := append([]any{&hash, &png, stamp{&fetched}}, validatorFields(&validators)...)
		found, err := r.queryRow(`SELECT hash, png, fetched, etag, last_modified, cache_control, age, date
			FROM picture JOIN image ON image.id = picture.image
			WHERE page = ? AND subpage = ? AND digest = ?`, k.Page, k.Subpage, k.Digest[:]).find(fields...)
		if is := sha256.Sum256(png); found && string(is[:]) != string(hash) {
			png = nil
			return fmt.Errorf("%w: another picture", errDamaged)
		}
		return err
	})
	return png, fetched, validators, err
}

// Media is a document of the media endpoints.
type Media struct {
	Text       []byte
	Validators api.Validators
	// Confirmed is when the service gave it, or confirmed it with 304.
	Confirmed time.Time
}

const (
	// mostMedia bounds the documents, and apart from them those without text, which are the headers of recordings. The
	// least recently confirmed are removed.
	mostMedia = 1000
	// mediaShare is the part of the store's limit that they may have beside pages: one in so many. mediaOverhead is
	// what one counts for besides its text, in bytes.
	mediaShare    = 8
	mediaOverhead = 300
)

// MediaDocuments has the documents of the media endpoints, by path.
type MediaDocuments struct{ db *database }

// Media returns the document under a path, nil for none.
func (d *MediaDocuments) Media(path string) (m *Media, err error) {
	err = d.db.read("a media document", func(r *statements) error {
		var kept Media
		fields := append([]any{&kept.Text, stamp{&kept.Confirmed}}, validatorFields(&kept.Validators)...)
		found, err := r.queryRow(
			"SELECT text, confirmed, etag, last_modified, cache_control, age, date FROM media WHERE path = ?",
			path).find(fields...)
		if err == nil && found {
			m = &kept
		}
		return err
	})
	return m, err
}

// SetMedia stores a document under a path. Its text must not change any more.
func (d *MediaDocuments) SetMedia(path string, m Media) {
	d.db.enqueue(write{size: len(m.Text), do: func(w *statements) error {
		_, err := w.exec(`INSERT INTO media (path, text, confirmed, etag, last_modified, cache_control, age, date)
			VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
			ON CONFLICT DO UPDATE SET text = ?2, confirmed = ?3, etag = ?4, last_modified = ?5, cache_control = ?6,
				age = ?7, date = ?8`,
			path, m.Text, m.Confirmed.UnixMilli(), m.Validators.ETag, m.Validators.LastModified,
			m.Validators.CacheControl, m.Validators.Age, m.Validators.Date)
		if err != nil {
			return err
		}
		_, err = w.exec(`DELETE FROM media WHERE path IN (
			SELECT path FROM media WHERE (length(text) = 0) = ? ORDER BY confirmed DESC LIMIT -1 OFFSET ?)`,
			len(m.Text) == 0, mostMedia)
		return err
	}})
}

// removeMedia takes a step towards a number of bytes of documents, and reports whether any was removed.
func removeMedia(w *statements, bytes int64) (removed bool, err error) {
	n, err := w.exec(`DELETE FROM media WHERE (SELECT sum(length(text) + ?) FROM media) > ?
		AND path IN (SELECT path FROM media ORDER BY confirmed LIMIT ?)`, mediaOverhead, bytes, trimMedia)
	return n > 0, err
}
