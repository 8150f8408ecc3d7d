package listen

import (
	"errors"
	"net/http"
	"strings"
	"syscall"

	"sextant/app/api"
	"sextant/app/errno"
	"sextant/app/media"
	"sextant/app/player"
	"sextant/app/say"
	"sextant/app/sound/recordings"
	"sextant/app/words"
)

// soundMessage returns the message for a recording that cannot be heard.
func soundMessage(err error) words.Message {
	var p *player.Error
	if !errors.As(err, &p) {
		return words.Message{Sentence: say.Text("sound.unplayable"), Hint: words.Why(err)}
	}
	switch p.Kind {
	case player.KindNoDevice:
		return words.Message{Sentence: say.Text("sound.noDevice"), Hint: say.Text("sound.noDevice.hint")}
	case player.KindDeviceLost:
		return words.Message{Sentence: say.Text("sound.deviceLost"), Hint: say.Text("sound.deviceLost.hint")}
	case player.KindNotMP3:
		return words.Message{Sentence: say.Text("sound.notMP3"), Hint: say.Text("sound.notMP3.hint")}
	case player.KindUnsupported:
		return words.Message{Sentence: say.Text("sound.unsupported")}
	case player.KindLowRate:
		return words.Message{Sentence: say.Text("sound.lowRate"), Hint: say.Text("sound.lowRate.hint")}
	case player.KindDamaged:
		return words.Message{Sentence: say.Text("sound.damaged")}
	case player.KindSource:
		switch kind := api.KindOf(err); {
		case kind == 0 && isBadAnswer(err):
			return TransferMessage(err)
		case kind == 0:
			return words.Message{Sentence: say.Text("recording.unreadable"), Hint: words.Why(err)}
		case kind == api.NotFound:
			return words.Message{Sentence: say.Text("recording.none")}
		case kind == api.NoNetwork, kind == api.Trouble:
			return words.Message{Sentence: say.Text("recording.brokenOff"), Hint: say.Text("recording.brokenOff.hint")}
		}
		return words.ServiceMessage(words.Recording, err)
	}
	return words.Message{Sentence: say.Text("sound.unplayable")}
}

// isBad reports whether a recording cannot be played for its own sake, so that the next one may be: not for lack of a
// device, of room or of the network.
func isBad(err error) bool {
	switch player.KindOf(err) {
	case player.KindNotMP3, player.KindUnsupported, player.KindLowRate, player.KindDamaged:
		return true
	case player.KindSource:
		return isBadAnswer(err)
	}
	return false
}

// isBadAnswer reports whether what the service sends of a recording is of no use, and would be another time.
func isBadAnswer(err error) bool {
	for _, bad := range []error{
		recordings.ErrTooLong, recordings.ErrUnstable, recordings.ErrLength, recordings.ErrChecksum,
		recordings.ErrNoSound,
	} {
		if errors.Is(err, bad) {
			return true
		}
	}
	var e *api.Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Kind {
	case api.NotFound, api.BadContent, api.TooLarge, api.Misused:
		return true
	}
	return e.Status == http.StatusOK && errors.Is(err, api.ErrWebPage) // a page in place of the recording
}

// TransferMessage returns the message for a recording that could not be fetched.
func TransferMessage(err error) words.Message {
	for _, known := range []struct {
		err            error
		sentence, hint string
	}{
		{recordings.ErrNoRoom, "download.noRoom", "download.noRoom.hint"},
		{recordings.ErrTooLong, "download.tooLong", ""},
		{recordings.ErrUnstable, "download.unstable", ""},
		{recordings.ErrLength, "download.tooShort", "service.later"},
		{recordings.ErrElsewhere, "download.elsewhere", ""},
		{recordings.ErrChecksum, "download.checksum", "service.later"},
		{recordings.ErrNoSound, "sound.notMP3", "sound.notMP3.hint"},
		{syscall.ENOSPC, "disk.full", "disk.full.hint"},
	} {
		if errno.Is(err, known.err) {
			m := words.Message{Sentence: say.Text(known.sentence)}
			if known.hint != "" {
				m.Hint = say.Text(known.hint)
			}
			return m
		}
	}
	if kind := api.KindOf(err); kind == 0 {
		return words.Message{Sentence: words.Whole(err)}
	} else if kind == api.NotFound {
		return words.Message{Sentence: say.Text("service.missing.recording")}
	}
	return words.ServiceMessage(words.Recording, err)
}

// downloadMessage returns the message for a download that failed.
func downloadMessage(it media.Item, err error) words.Message {
	m := TransferMessage(err)
	return words.Message{
		Sentence: say.Text("download.failed", "Name", it.Name()), Hint: strings.TrimSpace(m.Sentence + " " + m.Hint),
	}
}
