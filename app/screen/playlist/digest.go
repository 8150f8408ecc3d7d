package playlist

import (
	"crypto/sha256"
	"fmt"
	"io"
	"reflect"
)

// Digest is the same for playlists that say the same, whatever their files look like.
func (p *Playlist) Digest() string {
	h := sha256.New()
	writeParts(h, reflect.ValueOf(*p))
	return fmt.Sprintf("%x", h.Sum(nil))[:16]
}

// writeParts writes all parts of a value, in their order, whatever its types print: secrets print nothing.
func writeParts(w io.Writer, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			writeParts(w, v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		fmt.Fprintln(w, v.Len())
		for i := range v.Len() {
			writeParts(w, v.Index(i))
		}
	case reflect.String:
		fmt.Fprintf(w, "%q\n", v.String())
	case reflect.Bool:
		fmt.Fprintln(w, v.Bool())
	case reflect.Float64:
		fmt.Fprintln(w, v.Float())
	case reflect.Uint8:
		fmt.Fprintln(w, v.Uint())
	case reflect.Int, reflect.Int64:
		fmt.Fprintln(w, v.Int())
	default:
		panic("playlist: no digest of a " + v.Type().String())
	}
}
