package station

import (
	"cmp"
	"flag"

	"sextant/app/settings"
)

// Access is where the service is and with what credentials, after the command line and environment
// had their say over the settings.
type Access struct {
	BaseURL, MediaBaseURL, AppID, AppKey string
}

// Overrides are the address and the credentials that the command line or the environment give in the place of
// those of the settings; what is empty is left to the settings.
type Overrides struct {
	BaseURL      string
	MediaBaseURL string
	AppID        string
	AppKey       string
}

// Flags declares the options of the command line, which begin with what the environment says.
func (o *Overrides) Flags(set *flag.FlagSet, env func(string) string) {
	set.StringVar(&o.BaseURL, "base-url", env("SEXTANT_BASE_URL"), "")
	set.StringVar(&o.MediaBaseURL, "media-base-url", env("SEXTANT_MEDIA_BASE_URL"), "")
	set.StringVar(&o.AppID, "app-id", env("SEXTANT_APP_ID"), "")
	set.StringVar(&o.AppKey, "app-key", env("SEXTANT_APP_KEY"), "")
}

// Any reports whether anything of the settings is overruled.
func (o *Overrides) Any() bool { return *o != Overrides{} }

// Access gives the service's address and credentials. An address from the command line does not get
// credentials from the settings, which belong to another service.
func (o *Overrides) Access(st settings.Service, storedKey string) Access {
	if o.BaseURL != "" && o.BaseURL != st.BaseURL {
		return Access{o.BaseURL, o.MediaBaseURL, o.AppID, o.AppKey}
	}
	return Access{
		cmp.Or(o.BaseURL, st.BaseURL), cmp.Or(o.MediaBaseURL, st.MediaBaseURL),
		cmp.Or(o.AppID, st.AppID), cmp.Or(o.AppKey, storedKey),
	}
}
