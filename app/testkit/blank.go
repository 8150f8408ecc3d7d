package testkit

import "image"

// IsBlank reports whether a picture is nil or has only one colour.
func IsBlank(p *image.RGBA) bool {
	if p == nil {
		return true
	}
	for i := 4; i < len(p.Pix); i += 4 {
		if [4]byte(p.Pix[i:]) != [4]byte(p.Pix[:]) {
			return false
		}
	}
	return true
}
