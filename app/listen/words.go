package listen

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"sextant/app/acquire"
	"sextant/app/media"
	"sextant/app/player"
	"sextant/app/service"
	"sextant/app/words"
)

// soundMessage tells why a recording cannot be heard.
func soundMessage(err error) words.Message {
	var p *player.Error
	if !errors.As(err, &p) {
		return words.Message{Sentence: "The recording cannot be played.", Hint: err.Error()}
	}
	switch p.Kind {
	case player.KindNoDevice:
		return words.Message{Sentence: "There is no sound device.", Hint: "Connect one, or check the system's sound settings, and play again."}
	case player.KindDeviceLost:
		return words.Message{Sentence: "The sound device went away.", Hint: "It goes on when the device is back."}
	case player.KindNotMP3:
		return words.Message{Sentence: "This is no MP3 file.", Hint: "The service sent something else under this name."}
	case player.KindUnsupported:
		return words.Message{Sentence: "This kind of MP3 cannot be played yet.", Hint: ""}
	case player.KindDamaged:
		return words.Message{Sentence: "The MP3 file is damaged.", Hint: ""}
	case player.KindSource:
		switch service.KindOf(err) {
		case 0:
			return words.Message{Sentence: "The recording could not be read.", Hint: err.Error()}
		case service.NotFound:
			return words.Message{Sentence: "There is no such recording.", Hint: ""}
		case service.NoNetwork, service.Trouble:
			return words.Message{Sentence: "The connection was lost while the recording came in.", Hint: "Play asks for it again."}
		}
		return words.ServiceMessage("the recording", err)
	}
	return words.Message{Sentence: "The recording cannot be played.", Hint: ""}
}

// TransferMessage tells why a recording could not be brought.
func TransferMessage(err error) words.Message {
	for _, known := range []struct {
		err  error
		says words.Message
	}{
		{acquire.ErrNoRoom, words.Message{Sentence: "What is kept leaves no room for it.", Hint: "Let something go, or allow more in the settings (Ctrl+,)."}},
		{acquire.ErrTooLong, words.Message{Sentence: "It is too long to be a recording.", Hint: ""}},
		{acquire.ErrUnstable, words.Message{Sentence: "The service gives another recording at every try.", Hint: ""}},
		{acquire.ErrLength, words.Message{Sentence: "It is shorter than the service says.", Hint: "Try again later."}},
		{acquire.ErrElsewhere, words.Message{Sentence: "Another window is fetching it, and gets nothing just now."}},
		{acquire.ErrChecksum, words.Message{Sentence: "It did not come as the service sent it.", Hint: "Try again later."}},
		{syscall.ENOSPC, words.Message{Sentence: "The disk is full.", Hint: "Make room, and try again."}},
	} {
		if errors.Is(err, known.err) {
			return known.says
		}
	}
	if kind := service.KindOf(err); kind == 0 {
		return words.Message{Sentence: words.FirstUpper(err.Error()) + ".", Hint: ""}
	} else if kind == service.NotFound {
		return words.Message{Sentence: "The service has no such recording.", Hint: ""}
	}
	return words.ServiceMessage("the recording", err)
}

// downloadMessage tells that a recording could not be downloaded, and why.
func downloadMessage(it media.Item, err error) words.Message {
	m := TransferMessage(err)
	return words.Message{
		Sentence: fmt.Sprintf("“%s” could not be downloaded.", it.Name()), Hint: strings.TrimSpace(m.Sentence + " " + m.Hint),
	}
}
