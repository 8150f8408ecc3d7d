package words

import (
	"errors"
	"strings"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/teletext"
)

func TestChangedWords(t *testing.T) {
	zone := time.FixedZone("here", 2*3600)
	now := time.Date(2026, 3, 5, 0, 30, 0, 0, zone)
	for _, tt := range []struct {
		when time.Time
		want string
	}{
		{time.Time{}, ""},
		{time.Date(2026, 3, 4, 22, 5, 0, 0, time.UTC), "changed today 00:05"},
		{time.Date(2026, 3, 4, 21, 59, 0, 0, time.UTC), "changed yesterday 23:59"},
		{time.Date(2026, 3, 1, 12, 0, 0, 0, zone), "changed Sunday 12:00"},
		{time.Date(2020, 5, 5, 10, 43, 0, 0, zone), "changed 5 May 2020, 10:43"},
		{time.Date(2026, 3, 6, 10, 0, 0, 0, zone), "changed 6 March 2026, 10:00"},
	} {
		if got := (Calendar{Zone: zone, Now: now}).Changed(tt.when); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.when, got, tt.want)
		}
	}
}

func TestFigures(t *testing.T) {
	for got, want := range map[string]string{
		PlayTime(187 * time.Second):                     "3:07",
		PlayTime(time.Hour + 2*time.Minute):             "1:02:00",
		PlayTime(-time.Second):                          "0:00",
		ByteSize(999):                                   "1\u00a0kB",
		ByteSize(1_500_000):                             "1.5\u00a0MB",
		ByteSize(2_500_000_000):                         "2.5\u00a0GB",
		ByteSize(2_000_000_000):                         "2\u00a0GB",
		ByteSize(4_010_000):                             "4.0\u00a0MB",
		ByteSize(2000 * 1_000_000):                      "2\u00a0GB",
		ByteSize(500 * 1_000_000):                       "500\u00a0MB",
		WaitWords(8 * time.Second):                      "8\u00a0s",
		WaitWords(5*time.Minute + 10*time.Second):       "5\u00a0min",
		ServiceMessage(Recording, errors.New("b")).Hint: "B.",
		FirstUpper(""):                                  "",
		FirstUpper("there is no time zone \"Mars\""):    "There is no time zone \"Mars\"",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestEveryFailureHasWords checks that each kind of failure has its own message.
func TestEveryFailureHasWords(t *testing.T) {
	seen := map[string]api.Kind{}
	for k := api.NotFound; k <= api.Misused; k++ {
		if k == api.Cancelled {
			continue
		}
		m := PageMessage(teletext.Place{Page: 123}, &api.Error{Kind: k})
		if other, ok := seen[m.Sentence]; ok || m.Sentence == "" || strings.Contains(m.Sentence, "request failed") {
			t.Errorf("%v has the words %q, like %v", k, m.Sentence, other)
		}
		seen[m.Sentence] = k
	}
}

func TestAges(t *testing.T) {
	for d, want := range map[time.Duration]string{
		30 * time.Second: "now", 5 * time.Minute: "5\u00a0min", 119 * time.Minute: "1\u00a0h",
		47 * time.Hour: "47\u00a0h", 50 * time.Hour: "2 days",
	} {
		if got := AgeWords(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
	now := time.Date(2026, 11, 21, 16, 5, 0, 0, time.UTC)
	for want, since := range map[string]time.Time{
		"Loaded 14:05, 2\u00a0h ago: no connection":                now.Add(-2 * time.Hour),
		"Loaded 16:05: no connection":                              now,
		"Loaded yesterday 14:05, 26\u00a0h ago: no connection":     now.Add(-26 * time.Hour),
		"Loaded 1 November 2026 16:05, 20 days ago: no connection": now.AddDate(0, 0, -20),
	} {
		why := &api.Error{Kind: api.NoNetwork, Op: "test"}
		if got := (Calendar{Zone: nil, Now: now}).Outdated(since, why, time.Time{}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for want, why := range map[string]*api.Error{
		"the request limit is reached":                                     {Kind: api.QuotaUsed},
		"the request limit is reached; each request makes the wait longer": {Kind: api.QuotaUsed, Err: api.ErrBlocked},
		"the network answers with a login page":                            {Kind: api.NoNetwork, Err: api.ErrPortal},
		"the service has a problem":                                        {Kind: api.Trouble, Err: api.ErrWall},
	} {
		if got := (Calendar{Zone: nil, Now: now}).Outdated(now, why, time.Time{}); got != "Loaded 16:05: "+want {
			t.Errorf("%v: %q, want %q", why, got, want)
		}
	}
}

func TestLengthWords(t *testing.T) {
	for d, want := range map[time.Duration]string{
		45 * time.Second: "45\u00a0s", 200 * time.Second: "3\u00a0min 20\u00a0s",
		4 * time.Minute: "4\u00a0min", 65 * time.Minute: "1\u00a0h 5\u00a0min",
		2 * time.Hour: "2\u00a0h", 59*time.Minute + 59*time.Second + 600*time.Millisecond: "1\u00a0h",
		0: "0\u00a0s", -time.Second: "0\u00a0s",
	} {
		if got := LengthWords(d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
}

// TestFaultsAreNamed checks the sentences of answers that are not what their status or their kind says.
func TestFaultsAreNamed(t *testing.T) {
	for fault, want := range map[error]Message{
		api.ErrPortal: {
			"A login page of the network answered instead of the service.",
			"Log in to the network in a web browser, then try again.",
		},
		api.ErrWebPage: {
			"The service sent a web page instead of an answer.",
			"If your network has a login page, log in there in a web browser. Otherwise try again later.",
		},
		api.ErrNoRoute: {
			"The server does not answer at the service’s address at the moment.",
			"If this continues, check the address in the settings.",
		},
		api.ErrBlocked: {
			"The service’s request limit has been reached.",
			"Each further request can make the wait longer. Pages that you have read can still be opened.",
		},
		api.ErrWall: {"The service does not find any of its pages at the moment.", "Try again later."},
		api.ErrRefusedNow: {
			"The service refused the request, although it accepted the app ID and key before.", "Try again later.",
		},
	} {
		for _, kind := range []api.Kind{api.NoNetwork, api.Trouble, api.QuotaUsed, api.Refused} {
			if got := ServiceMessage(Page(100), &api.Error{Kind: kind, Op: "test", Err: fault}); got != want {
				t.Errorf("%v: %+v, want %+v", fault, got, want)
			}
		}
	}
}
