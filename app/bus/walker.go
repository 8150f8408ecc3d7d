package bus

import (
	"encoding/binary"
	"strings"
)

// deepest is the greatest depth of containers in D-Bus.
const deepest = 64

// A walker moves over encoded values without decoding them.
type walker struct {
	data  []byte
	at    int
	order binary.ByteOrder
}

// skipAll moves over values with a signature, and reports whether they are whole.
func (w *walker) skipAll(signature string) (ok bool) {
	for ok = true; ok && signature != ""; {
		signature, ok = w.skip(signature, 0)
	}
	return ok
}

// skip moves over a value with the first type of a signature, and returns the rest of the signature.
func (w *walker) skip(signature string, depth int) (rest string, ok bool) {
	if signature == "" || depth > deepest {
		return "", false
	}
	rest = signature[1:]
	if size := sizeOf(signature[0]); size > 0 {
		return rest, w.move(size, size)
	}
	switch signature[0] {
	case 's', 'o':
		n, ok := w.length()
		return rest, ok && w.text(n)
	case 'g':
		_, ok := w.signature()
		return rest, ok
	case 'v':
		inner, ok := w.signature()
		if !ok {
			return "", false
		}
		left, ok := w.skip(inner, depth+1)
		return rest, ok && left == ""
	case 'a':
		return w.skipArray(rest, depth)
	case '(':
		return w.skipMembers(rest, ")", depth)
	case '{':
		return w.skipMembers(rest, "}", depth)
	}
	return "", false
}

// skipArray moves over an array whose elements have the first type of a signature.
func (w *walker) skipArray(signature string, depth int) (rest string, ok bool) {
	n, ok := w.length()
	of := TypeLength(signature)
	if !ok || of == 0 || !w.move(alignmentOf(signature[0]), 0) || n > len(w.data)-w.at {
		return "", false
	}
	for end := w.at + n; w.at < end; {
		if left, ok := w.skip(signature[:of], depth+1); !ok || left != "" || w.at > end {
			return "", false
		}
	}
	return signature[of:], true
}

// skipMembers moves over the members of a structure or of an entry of a map.
func (w *walker) skipMembers(signature, end string, depth int) (rest string, ok bool) {
	if !w.move(8, 0) || strings.HasPrefix(signature, end) {
		return "", false
	}
	for ok = true; ok && !strings.HasPrefix(signature, end); {
		signature, ok = w.skip(signature, depth+1)
	}
	return strings.TrimPrefix(signature, end), ok
}

// move aligns, and moves by n bytes.
func (w *walker) move(alignment, n int) bool {
	at := (w.at + alignment - 1) / alignment * alignment
	if n > len(w.data)-at {
		return false
	}
	w.at = at + n
	return true
}

// length reads a length in four bytes.
func (w *walker) length() (int, bool) {
	if !w.move(4, 4) {
		return 0, false
	}
	n := w.order.Uint32(w.data[w.at-4:])
	return int(n), n <= uint32(len(w.data))
}

// text moves over n bytes and the 0 that must follow them.
func (w *walker) text(n int) bool { return w.move(1, n+1) && w.data[w.at-1] == 0 }

// signature reads a signature.
func (w *walker) signature() (string, bool) {
	if !w.move(1, 1) {
		return "", false
	}
	n := int(w.data[w.at-1])
	if !w.text(n) {
		return "", false
	}
	return string(w.data[w.at-n-1 : w.at-1]), true
}

// sizeOf returns the size of a type in bytes, which is also its alignment, 0 if the size is not fixed.
func sizeOf(kind byte) int {
	switch kind {
	case 'y':
		return 1
	case 'n', 'q':
		return 2
	case 'b', 'i', 'u', 'h':
		return 4
	case 'x', 't', 'd':
		return 8
	}
	return 0
}

// alignmentOf returns the alignment of a type in bytes.
func alignmentOf(kind byte) int {
	switch kind {
	case 's', 'o', 'a':
		return 4
	case '(', '{':
		return 8
	}
	return max(1, sizeOf(kind))
}

// TypeLength returns the length of the first complete type of a signature, 0 if there is none.
func TypeLength(signature string) int {
	depth := 0
	for i := range len(signature) {
		switch signature[i] {
		case 'a':
			continue
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		}
		if depth == 0 {
			return i + 1
		}
	}
	return 0
}
