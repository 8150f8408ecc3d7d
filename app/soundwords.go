package app

import (
	"errors"
	"syscall"

	"sextant/app/acquire"
	"sextant/app/player"
	"sextant/app/service"
)

// soundMessage tells why a recording cannot be heard.
func soundMessage(err error) message {
	var p *player.Error
	if !errors.As(err, &p) {
		return message{"The recording cannot be played.", err.Error()}
	}
	switch p.Kind {
	case player.KindNoDevice:
		return message{"There is no sound device.", "Connect one, or check the system's sound settings, and play again."}
	case player.KindDeviceLost:
		return message{"The sound device went away.", "It goes on when the device is back."}
	case player.KindNotMP3:
		return message{"This is no MP3 file.", "The service sent something else under this name."}
	case player.KindUnsupported:
		return message{"This kind of MP3 cannot be played yet.", ""}
	case player.KindDamaged:
		return message{"The MP3 file is damaged.", ""}
	case player.KindSource:
		switch service.KindOf(err) {
		case 0:
			return message{"The recording could not be read.", err.Error()}
		case service.NotFound:
			return message{"There is no such recording.", ""}
		case service.NoNetwork, service.Trouble:
			return message{"The connection was lost while the recording came in.", "Play asks for it again."}
		}
		return serviceMessage("the recording", err)
	}
	return message{"The recording cannot be played.", ""}
}

// transferMessage tells why a recording could not be brought.
func transferMessage(err error) message {
	for _, known := range []struct {
		err  error
		says message
	}{
		{acquire.ErrNoRoom, message{"What is kept leaves no room for it.", "Let something go, or allow more in the settings (Ctrl+,)."}},
		{acquire.ErrTooLong, message{"It is too long to be a recording.", ""}},
		{acquire.ErrUnstable, message{"The service gives another recording at every try.", ""}},
		{acquire.ErrLength, message{"It is shorter than the service says.", "Try again later."}},
		{acquire.ErrElsewhere, message{sentence: "Another window is fetching it, and gets nothing just now."}},
		{acquire.ErrChecksum, message{"It did not come as the service sent it.", "Try again later."}},
		{syscall.ENOSPC, message{"The disk is full.", "Make room, and try again."}},
	} {
		if errors.Is(err, known.err) {
			return known.says
		}
	}
	if kind := service.KindOf(err); kind == 0 {
		return message{firstUpper(err.Error()) + ".", ""}
	} else if kind == service.NotFound {
		return message{"The service has no such recording.", ""}
	}
	return serviceMessage("the recording", err)
}
