package export

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"io"
	"slices"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/render"
	"sextant/app/say"
	"sextant/app/station"
	"sextant/app/teletext"
)

// A subpage without content cannot be drawn, and only the service's picture shows it.

// withContent returns the indices of the subpages that have content.
func withContent(doc *teletext.Page, subpages []int) []int {
	return slices.DeleteFunc(slices.Clone(subpages), func(i int) bool { return doc.Subpages[i].Empty() })
}

func placeOf(doc *teletext.Page, subpage int) string {
	return teletext.Address(doc.Number, doc.Subpages[subpage].Number)
}

// fetchPictures requests the service's pictures of the subpages that have no content, or show nothing.
func fetchPictures(ctx context.Context,
	st *station.Station, doc *teletext.Page, subpages []int,
) (pictures map[int][]byte, err error) {
	pictures = map[int][]byte{}
	for _, i := range subpages {
		if !doc.Subpages[i].Blank() {
			continue
		}
		a := st.Pages.Fetch(ctx, acquire.Want{Page: doc.Number, Subpage: doc.Subpages[i].Number, Picture: true})
		switch {
		case a.Picture != nil:
			pictures[i] = a.Picture.PNG
		case doc.Subpages[i].Empty() && a.PictureErr != nil && api.KindOf(a.PictureErr) != api.NotFound:
			return nil, a.PictureErr
		}
	}
	return pictures, nil
}

// writePicture writes the service's picture of a place, unchanged unless another size is wanted.
func (f Form) writePicture(w io.Writer, data []byte, place string) error {
	if data == nil {
		return say.Error("export.noPicture", "Place", place)
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return say.Wrap(err, "export.picture")
	}
	usual := image.Pt(render.PictureWidth, render.PictureHeight)
	if f.Size == usual || f.Size == picture.Bounds().Size() {
		if _, err = w.Write(data); err != nil {
			return say.Wrap(err, "export.unwritten")
		}
		return nil
	}
	scaled := image.NewRGBA(image.Rectangle{Max: f.Size})
	new(render.Scaler).Scale(scaled, picture)
	if err := png.Encode(w, scaled); err != nil {
		return say.Wrap(err, "export.picture")
	}
	return nil
}
