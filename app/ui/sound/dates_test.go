package sound

import (
	"strings"
	"testing"
	"time"

	"sextant/app/media"
	"sextant/app/sound/recordings"
	"sextant/app/testkit"
	"sextant/app/words"
)

// TestRecordingDates checks that the date of a recording is in the service's time zone, whatever the computer's zone
// is.
func TestRecordingDates(t *testing.T) {
	helsinki := testkit.Must(time.LoadLocation("Europe/Helsinki"))(t)
	now := time.Date(2026, 11, 21, 22, 45, 0, 0, time.UTC) // 00:45 of the 22nd in Helsinki
	doc := testkit.Must(media.Parse([]byte(`[{"id":"7","title":"Tide","date":"2026-11-22T00:30:00"}]`)))(t)
	for _, zone := range []string{"UTC", "Europe/Helsinki", "America/Los_Angeles"} {
		here := testkit.Must(time.LoadLocation(zone))(t)
		calendar := words.Calendar{Zone: helsinki, Now: now.In(here)}
		r := &rows{listen: newListening(t, threeItems).listen, calendar: func() words.Calendar { return calendar }}
		it := media.Items(doc, calendar.Zone)[0]
		if got := strings.Join(r.details(All, &it, &recordings.Download{}),
			" · "); !strings.Contains(got, "Today") {
			t.Errorf("in %s the recording's row has %q", zone, got)
		}
		if got := fileName(it, calendar); got != "2026-11-22 Tide.mp3" {
			t.Errorf("in %s its file is %q", zone, got)
		}
	}
}
