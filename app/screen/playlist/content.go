package playlist

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"aead.dev/minisign"

	"sextant/app/files"
	"sextant/app/say"
	"sextant/app/words"
)

// signatureEnding follows the name or address of a playlist in that of its signature.
const signatureEnding = ".minisig"

// maxSignature is how many bytes a signature has at most.
const maxSignature = 4 << 10

// parseKey reads a minisign public key, alone or with its comment, nil where there is none.
func parseKey(text string) (*minisign.PublicKey, error) {
	if text = strings.TrimSpace(text); text == "" {
		return nil, nil
	}
	key := new(minisign.PublicKey)
	if err := key.UnmarshalText([]byte(text)); err != nil {
		return nil, say.Error("playlist.badKey")
	}
	return key, nil
}

// parse reads the playlist, after its signature where there is a key.
func (c *content) parse(key *minisign.PublicKey) (*Playlist, error) {
	if key != nil && !minisign.Verify(*key, c.Data, c.Signature) {
		return nil, say.Error("playlist.badSignature")
	}
	return Parse(c.Data)
}

func (c *content) equals(other *content) bool {
	return bytes.Equal(c.Data, other.Data) && bytes.Equal(c.Signature, other.Signature)
}

// A copyFile is a file that keeps the last good playlist of a source. With an empty path it keeps nothing.
type copyFile struct{ path string }

// copyFileOf is the copy of a source, in a folder.
func copyFileOf(folder, where string) copyFile {
	if folder == "" {
		return copyFile{}
	}
	sum := sha256.Sum256([]byte(where))
	return copyFile{filepath.Join(folder, fmt.Sprintf("playlist-%x.json", sum[:8]))}
}

// save keeps a playlist in place of the one before.
func (s copyFile) save(c *content) error {
	if s.path == "" {
		return nil
	}
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	if err = files.MakeFolder(filepath.Dir(s.path), 0o700); err == nil {
		err = files.Write(s.path, data, 0o600)
	}
	if err != nil {
		return words.Reason(err)
	}
	return nil
}

// get is the playlist that is kept, nil for none.
func (s copyFile) get() (*content, error) {
	if s.path == "" {
		return nil, nil
	}
	f, err := files.Open(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	c := new(content)
	if err = json.NewDecoder(io.LimitReader(f, 4*MaxFile)).Decode(c); err != nil {
		return nil, err
	}
	return c, nil
}
