package words

import (
	"testing"

	"sextant/app/store"
)

func TestStoreMessages(t *testing.T) {
	for want, o := range map[string]store.Outcome{
		"": {},
		"The page store was damaged. A new one has been started.":  {SetAside: "/x/demo.sqlite.damaged"},
		"The stored pages are from a newer Sextant.":               {InMemory: true, Cause: store.ErrNewer},
		"The stored pages can be read, but no pages can be added.": {ReadOnly: true, Cause: store.ErrReadOnly},
		"The disk is full: pages cannot be stored.":                {InMemory: true, Cause: store.ErrFull},
		"Pages cannot be stored.":                                  {InMemory: true},
	} {
		if got := StoreMessage(o); got.Sentence != want || want != "" && got.Hint == "" {
			t.Errorf("%+v: %+v, want %q", o, got, want)
		}
	}
}
