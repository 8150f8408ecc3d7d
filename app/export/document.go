package export

import (
	"bytes"
	"context"
	"io"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/say"
	"sextant/app/station"
	"sextant/app/store"
	"sextant/app/teletext"
)

// writeDocument writes a page document with one of the subpages, or with all of them: the service's bytes if they are
// known.
func (f Form) writeDocument(w io.Writer, doc *teletext.Page, subpages []int) error {
	data, err := f.document(doc, subpages)
	if err != nil {
		return say.Wrap(err, "export.unwritten")
	}
	if _, err := w.Write(data); err != nil {
		return say.Wrap(err, "export.unwritten")
	}
	return nil
}

func (f Form) document(doc *teletext.Page, subpages []int) ([]byte, error) {
	cut, encode := teletext.PartJSON, (*teletext.Page).EncodeJSON
	if f.Format == XML {
		cut, encode = teletext.PartXML, (*teletext.Page).EncodeXML
	}
	some := len(subpages) < len(doc.Subpages)
	if f.Raw != nil && !some {
		return f.Raw, nil
	}
	if f.Raw != nil && len(subpages) == 1 {
		if part, err := cut(f.Raw, doc.Subpages[subpages[0]].Number); err == nil {
			return part, nil
		} // some malformed documents can be decoded but not cut
	}
	if some {
		part := *doc
		part.Subpages, part.SubpageCount = nil, len(subpages)
		for _, i := range subpages {
			part.Subpages = append(part.Subpages, doc.Subpages[i])
		}
		doc = &part
	}
	data, err := encode(doc)
	return append(bytes.TrimRight(data, "\n"), '\n'), err
}

// fetch requests the page. A page document is requested in the format in which it will be written, and kept unchanged.
func (o *exportOptions) fetch(ctx context.Context, st *station.Station, now time.Time) (*teletext.Page, error) {
	if o.form.Format != JSON && o.form.Format != XML {
		a := st.Pages.Fetch(ctx, acquire.Want{Page: o.Place.Page, Reload: true})
		return a.Document, a.DocumentErr
	}
	doc, err := st.Client.Page(ctx, o.Place.Page, api.Format(o.form.Format), api.Validators{})
	if err != nil {
		return nil, err
	}
	o.form.Raw = doc.Raw
	st.Store.SavePage(doc.Page, doc.Raw, string(doc.Format), now, doc.Validators)
	return doc.Page, nil
}

// RawDocument returns an answer's document as the service sent it, nil if it is not stored in the format.
func RawDocument(kept *store.Store, a acquire.Answer, format string) []byte {
	stored, err := kept.Page(a.Page)
	if err != nil || stored == nil || stored.Form != format || stored.Document.Digest() != a.Digest {
		return nil
	}
	return stored.Raw
}
