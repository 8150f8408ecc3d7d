package guard

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"io/fs"
	"sync/atomic"
)

// KeysFile is the name of the file in the profile with the credentials that a relay gives its clients: an app_id and
// an app_key for each, which they send as they would to the teletext service. They say nothing of the credentials
// with which the relay itself asks the service.
//
// Of each key it has no more than a hash. Keys are of the relay's own making and have 200 random bits, which nobody
// can guess however fast the hash is; so it is a salted SHA-256, and not one of the slow hashes that words which
// people think of need.
const KeysFile = "relay-keys.json"

// The lengths in bytes. Base32 writes five bytes as eight letters.
const (
	idBytes      = 10
	keyBytes     = 25
	keyLength    = keyBytes / 5 * 8
	keySaltBytes = 12
)

// A Client is who asks.
type Client struct {
	Name string
	// Kiosk is set for a public screen, where nobody waits for an answer as a reader does.
	Kiosk bool
}

// A holder is a client with what its key is compared with.
type holder struct {
	client Client
	salt   [keySaltBytes]byte
	hash   [sha256.Size]byte
}

// nobody is compared with where there is no such id, which takes as long.
var nobody holder

// A Ring has the keys of a file. Its methods may be called from any goroutine.
type Ring struct {
	path    string
	holders atomic.Pointer[map[string]*holder] // by id; a map does not change
}

// OpenRing reads the keys of a file. Where there is none, the ring is empty. The error is that of the file's system,
// or says what makes no sense in the file.
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

// Reload reloads the file. After an error, which may be that the file is gone, the keys stay those that there were.
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

// Empty reports whether there are no keys: then everybody may ask.
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

// kiosks are the names of the public screens.
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

// Check returns whose credentials these are, and whether they are anybody's. How long it takes does not depend on how
// much of a key is right, nor on whether there is such an id.
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

// hashOf is the hash of a key, which must be of the right length.
func hashOf(salt *[keySaltBytes]byte, key string) [sha256.Size]byte {
	var both [keySaltBytes + keyLength]byte
	copy(both[:], salt[:])
	copy(both[keySaltBytes:], key)
	return sha256.Sum256(both[:])
}
