package player

import (
	"bytes"
	"encoding/binary"
)

// tagPeek is the number of bytes that tagSize needs.
const tagPeek = 32

// tagSize returns the length of the tag that starts with b, or 0 if there is none. Tags hold pictures of
// many megabytes, which may contain anything, so they are skipped by their stated length.
func tagSize(b []byte) int64 {
	switch {
	case bytes.HasPrefix(b, []byte("ID3")):
		return id3Size(b)
	case bytes.HasPrefix(b, []byte("APETAGEX")):
		return apeSize(b)
	case bytes.HasPrefix(b, []byte("TAG")):
		return 128
	default:
		return 0
	}
}

// id3Size parses the ten bytes at the start of an ID3v2 tag. The length is a synchsafe integer; a footer is
// as long as the header.
func id3Size(b []byte) int64 {
	const head = 10
	if len(b) < head {
		return 0
	}
	size := int64(0)
	for _, c := range b[6:head] {
		if c&0x80 != 0 {
			return 0
		}
		size = size<<7 | int64(c)
	}
	if b[5]&0x10 != 0 {
		size += head
	}
	return head + size
}

// apeSize parses the 32 bytes at the start of an APEv2 tag. Its length includes the items and the footer; of
// a footer alone, only the footer is skipped.
func apeSize(b []byte) int64 {
	const head = 32
	if len(b) < head {
		return 0
	}
	isHeader := binary.LittleEndian.Uint32(b[20:])&(1<<29) != 0
	if !isHeader {
		return head
	}
	return head + int64(binary.LittleEndian.Uint32(b[12:]))
}

// tagFollows reports whether b could be the start of a tag: sound may end here.
func tagFollows(b []byte) bool {
	for _, id := range []string{"TAG", "APE", "ID3", "LYR"} {
		if bytes.HasPrefix(b, []byte(id)) {
			return true
		}
	}
	return false
}
