package guard

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"io/fs"
	"sync/atomic"
)

// KeysFile is the name of the file in the profile with the credentials of a relay's clients: an app_id and an app_key
// for each, which they send as to the teletext service. They are unrelated to the relay's own credentials.
//
// Keys are stored as a salted SHA-256. They have 200 random bits, so that they cannot be guessed even with a fast hash;
// passwords would need a slow one.
const KeysFile = "relay-keys.json"

// The lengths in bytes. Base32 encodes five bytes as eight letters.
const (
	idBytes      = 10
	keyBytes     = 25
	keyLength    = keyBytes / 5 * 8
	keySaltBytes = 12
)

// A Client is a client of a relay.
type Client struct {
	Name string
	// Kiosk is set for a public screen, where no reader waits for an answer.
	Kiosk bool
}

// A holder is a client with the salt and hash of its key.
type holder struct {
	client Client
	salt   [keySaltBytes]byte
	hash   [sha256.Size]byte
}

// nobody is the holder to compare with if there is no such ID, so that it takes as long.
var nobody holder

// A Ring has the keys of a file. Its methods may be called on any goroutine.
type Ring struct {
	path    string
	holders atomic.Pointer[map[string]*holder] // by ID; a map is immutable
}

// OpenRing reads the keys of a file. Without a file the ring is empty. The error is that of the file system, or why the
// file is invalid.
func OpenRing(path string) (*Ring, error) {
	r := &Ring{path: path}
	err := r.Reload()
	if errors.Is(err, fs.ErrNotExist) {
		r.holders.Store(&map[string]*holder{})
		err = nil
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Reload reads the file again. After an error, also if the file no longer exists, the keys stay as they were.
func (r *Ring) Reload() error {
	all, err := readKeys(r.path)
	if err != nil {
		return err
	}
	holders := make(map[string]*holder, len(all))
	for i := range all {
		holders[all[i].ID] = all[i].newHolder()
	}
	r.holders.Store(&holders)
	return nil
}

// Empty reports whether there are no keys.
func (r *Ring) Empty() bool { return len(*r.holders.Load()) == 0 }

// stamp is [Door.Stamp] of a key of the file.
func (r *Ring) stamp(id string) (stamp, name string, kiosk bool) {
	h := (*r.holders.Load())[id]
	if h == nil {
		return "", "", false
	}
	sum := sha256.Sum256(append(h.salt[:], h.hash[:]...))
	return hex.EncodeToString(sum[:]), h.client.Name, h.client.Kiosk
}

// kiosks returns the names of the public screens.
func (r *Ring) kiosks() (names []string) {
	for _, h := range *r.holders.Load() {
		if h.client.Kiosk {
			names = append(names, h.client.Name)
		}
	}
	return names
}

// Has reports whether there are credentials with an ID.
func (r *Ring) Has(id string) bool { return (*r.holders.Load())[id] != nil }

// Check returns the client with the credentials, and whether there is one. Its time does not depend on how much of the
// key is right, nor on whether the ID exists.
func (r *Ring) Check(id, key string) (Client, bool) {
	if len(key) != keyLength {
		return Client{}, false
	}
	h, found := (*r.holders.Load())[id]
	if !found {
		h = &nobody
	}
	hash := hashOf(&h.salt, key)
	if subtle.ConstantTimeCompare(hash[:], h.hash[:]) != 1 || !found {
		return Client{}, false
	}
	return h.client, true
}

// hashOf returns the hash of a key, which must have the right length.
func hashOf(salt *[keySaltBytes]byte, key string) [sha256.Size]byte {
	var both [keySaltBytes + keyLength]byte
	copy(both[:], salt[:])
	copy(both[keySaltBytes:], key)
	return sha256.Sum256(both[:])
}
