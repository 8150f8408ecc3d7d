package station

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"

	"sextant/app/settings"
)

// Access is the address of a service and the credentials, from the command line, the environment or the settings.
type Access struct {
	BaseURL, MediaBaseURL, AppID, AppKey string
	// Late, which may be nil, is the key if it is not known yet.
	Late *LateKey
}

// account returns sixteen bits of a hash of the credentials, by which what was learned of them is known again.
func (a Access) account() string {
	sum := sha256.Sum256([]byte(a.AppID + "\x00" + a.AppKey))
	return hex.EncodeToString(sum[:2])
}

// Overrides are the address and the credentials from the command line or the environment. Empty ones are those of the
// settings.
type Overrides struct {
	BaseURL      string
	MediaBaseURL string
	AppID        string
	AppKey       string
}

// Any reports whether anything of the settings is overridden.
func (o *Overrides) Any() bool { return *o != Overrides{} }

// Access returns the service's address and credentials. An address from the command line does not get the credentials
// of the settings, which belong to another service.
func (o *Overrides) Access(st settings.Service, storedKey string) Access {
	if o.BaseURL != "" && o.BaseURL != st.BaseURL {
		return Access{BaseURL: o.BaseURL, MediaBaseURL: o.MediaBaseURL, AppID: o.AppID, AppKey: o.AppKey}
	}
	return Access{
		BaseURL: cmp.Or(o.BaseURL, st.BaseURL), MediaBaseURL: cmp.Or(o.MediaBaseURL, st.MediaBaseURL),
		AppID: cmp.Or(o.AppID, st.AppID), AppKey: cmp.Or(o.AppKey, storedKey),
	}
}
