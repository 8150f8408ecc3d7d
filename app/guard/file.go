package guard

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"sextant/app/files"
	"sextant/app/say"
)

// maxKeyFile is the limit of the file in bytes, enough for some thousands of keys.
const maxKeyFile = 1 << 20

// mostName is the limit of a name, in characters.
const mostName = 60

// The classes of clients.
const (
	reader = "reader"
	kiosk  = "kiosk"
)

// An Entry is a client in the file. Salt and Hash are in hexadecimal; the key itself is stored nowhere.
type Entry struct {
	Name  string    `json:"name"`
	ID    string    `json:"app_id"`
	Salt  string    `json:"salt"`
	Hash  string    `json:"hash"`
	Class string    `json:"class"`
	Made  time.Time `json:"made"`
}

type content struct {
	Clients []Entry `json:"clients"`
}

// Kiosk reports whether the client is a public screen.
func (e *Entry) Kiosk() bool { return e.Class == kiosk }

// wrong returns why an entry is invalid.
func (e *Entry) wrong() error {
	if err := wrongName(e.Name); err != nil {
		return err
	}
	salt, saltErr := hex.DecodeString(e.Salt)
	hash, hashErr := hex.DecodeString(e.Hash)
	switch {
	case e.ID == "" || len(e.ID) > 64:
		return say.Error("keys.id")
	case e.Class != reader && e.Class != kiosk:
		return say.Error("keys.class", "Class", strconv.Quote(e.Class), "Reader", reader, "Kiosk", kiosk)
	case saltErr != nil || len(salt) != keySaltBytes || hashErr != nil || len(hash) != sha256.Size:
		return say.Error("keys.hash")
	}
	return nil
}

func wrongName(name string) error {
	n := utf8.RuneCountInString(name)
	if !utf8.ValidString(name) || n < 1 || n > mostName || strings.TrimSpace(name) != name ||
		strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return say.Error("keys.name", "Most", mostName)
	}
	return nil
}

// newHolder returns the holder of a valid entry.
func (e *Entry) newHolder() *holder {
	h := &holder{client: Client{e.Name, e.Kiosk()}}
	_, _ = hex.Decode(h.salt[:], []byte(e.Salt))
	_, _ = hex.Decode(h.hash[:], []byte(e.Hash))
	return h
}

// parseKeys parses a file's content.
func parseKeys(data []byte) ([]Entry, error) {
	var c content
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, say.Error("keys.follows")
	}
	if c.Clients == nil {
		return nil, say.Error("keys.noList")
	}
	names, ids := map[string]bool{}, map[string]bool{}
	for i := range c.Clients {
		e := &c.Clients[i]
		if err := e.wrong(); err != nil {
			return nil, say.Wrap(err, "keys.client", "Number", i+1)
		}
		if names[e.Name] || ids[e.ID] {
			return nil, say.Error("keys.twice", "Number", i+1)
		}
		names[e.Name], ids[e.ID] = true, true
	}
	return c.Clients, nil
}

// readKeys reads the file. Its error wraps that of the file system.
func readKeys(path string) ([]Entry, error) {
	data, err := files.Read(path, maxKeyFile)
	if err != nil {
		return nil, say.Wrap(err, "keys.unread")
	}
	var all []Entry
	if len(data) > maxKeyFile {
		err = say.Error("file.tooLarge")
	} else {
		all, err = parseKeys(data)
	}
	if err != nil {
		return nil, say.Wrap(err, "keys.unreadIn", "File", path)
	}
	return all, nil
}

// ListKeys returns the entries of a file, the oldest first, none if there is no file.
func ListKeys(path string) ([]Entry, error) {
	all, err := readKeys(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return all, err
}

// AddKey generates credentials for a new client and adds them to the file. The key cannot be read later.
func AddKey(path, name string, isKiosk bool, now time.Time) (id, key string, err error) {
	if err := wrongName(name); err != nil {
		return "", "", err
	}
	id, key = letters(idBytes), letters(keyBytes)
	salt := [keySaltBytes]byte{}
	_, _ = rand.Read(salt[:]) // it never fails
	hash := hashOf(&salt, key)
	e := Entry{
		Name: name, ID: id, Salt: hex.EncodeToString(salt[:]), Hash: hex.EncodeToString(hash[:]),
		Class: reader, Made: now.UTC().Truncate(time.Second),
	}
	if isKiosk {
		e.Class = kiosk
	}
	err = changeKeys(path, func(all []Entry) ([]Entry, error) {
		if slices.ContainsFunc(all, func(other Entry) bool { return other.Name == name }) {
			return nil, say.Error("keys.there", "Name", strconv.Quote(name))
		}
		return append(all, e), nil
	})
	if err != nil {
		return "", "", err
	}
	return id, key, nil
}

// RemoveKey removes the credentials of a client from the file.
func RemoveKey(path, name string) error {
	return changeKeys(path, func(all []Entry) ([]Entry, error) {
		left := slices.DeleteFunc(slices.Clone(all), func(e Entry) bool { return e.Name == name })
		if len(left) == len(all) {
			return nil, say.Error("keys.none", "Name", strconv.Quote(name))
		}
		return left, nil
	})
}

// letters returns random lower case letters and digits, eight for five bytes.
func letters(bytes int) string {
	b := make([]byte, bytes)
	_, _ = rand.Read(b) // it never fails
	return strings.ToLower(base32.StdEncoding.EncodeToString(b))
}

// changeKeys changes the file, while it is locked for other programs.
func changeKeys(path string, f func(all []Entry) ([]Entry, error)) error {
	free, err := files.Own(path + ".lock")
	if err != nil {
		return say.Wrap(err, "keys.unwritten")
	}
	defer free()
	all, err := ListKeys(path)
	if err != nil {
		return err
	}
	if all, err = f(all); err != nil {
		return err
	}
	data, err := json.MarshalIndent(content{append([]Entry{}, all...)}, "", "  ")
	switch {
	case err != nil:
	case len(data) >= maxKeyFile:
		err = say.Error("keys.tooMany")
	default:
		err = files.Write(path, append(data, '\n'), 0o600)
	}
	if err != nil {
		return say.Wrap(err, "keys.unwritten")
	}
	return nil
}
