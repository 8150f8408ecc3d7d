package store

import (
	"context"
	"fmt"
	"time"

	"sextant/app/teletext"
)

// A VersionInfo has the times of a version.
type VersionInfo struct {
	ID                    int64
	First, Last, Modified time.Time
}

// Versions returns the stored versions of a page, the oldest first.
func (p *Pages) Versions(page int) (all []VersionInfo, err error) {
	p.db.await(teletext.Place{Page: page})
	err = p.db.read(fmt.Sprintf("the versions of page %d", page), func(r *statements) (err error) {
		all, err = list(context.Background(), r, func(v *VersionInfo) []any {
			return []any{&v.ID, stamp{&v.First}, stamp{&v.Last}, stamp{&v.Modified}}
		}, "SELECT id, first, last, modified FROM version WHERE page = ? ORDER BY id", page)
		return err
	})
	return all, err
}

// versionsAtOnce is how many documents are read with one query. Between two queries no lock is held.
const versionsAtOnce = 64

// A packedVersion is a version as the file has it.
type packedVersion struct {
	id, content int64
	form        string
	length      int
	packed      []byte
}

// EachVersion calls each with the documents of a page's versions from one on, the oldest first, until ctx ends. It
// skips those that cannot be decoded. Versions with the same content share a document, which must not be changed.
func (p *Pages) EachVersion(ctx context.Context, page int, from int64, each func(id int64, doc *teletext.Page)) error {
	var content int64
	var doc *teletext.Page
	for {
		var some []packedVersion
		err := p.db.read(fmt.Sprintf("the versions of page %d", page), func(r *statements) (err error) {
			some, err = list(ctx, r, func(v *packedVersion) []any {
				return []any{&v.id, &v.content, &v.form, &v.length, &v.packed}
			}, `SELECT version.id, content.id, form, length, packed
				FROM version JOIN content ON content.id = version.content
				WHERE page = ? AND version.id >= ? ORDER BY version.id LIMIT ?`, page, from, versionsAtOnce)
			return err
		})
		if err != nil {
			return err
		}
		for _, v := range some {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if v.content != content || doc == nil {
				content, doc = v.content, p.unpackDocument(v)
			}
			if doc != nil {
				each(v.id, doc)
			}
			from = v.id + 1
		}
		if len(some) < versionsAtOnce {
			return nil
		}
	}
}

// unpackDocument returns the document of a version, nil where it cannot be decoded.
func (p *Pages) unpackDocument(v packedVersion) *teletext.Page {
	raw, err := p.packer.unpack(v.packed, v.length)
	if err != nil {
		return nil
	}
	doc, err := decode(v.form, raw)
	if err != nil {
		return nil
	}
	return doc
}
