package command

import "sextant/app/say"

// synonyms returns other words for commands by their IDs, of which the catalogues have a list each.
func synonyms() map[string]string {
	s := map[string]string{
		"page.turning": say.Text("turning.words"), "page.home": say.Text("go.home.words"),
		"page.back": say.Text("go.back.words"), "page.forward": say.Text("go.forward.words"),
		"page.reload": say.Text("go.reload.words"),

		"view.next": say.Text("view.words"), "view.sharp": say.Text("drawing.words"),
		"view.reveal": say.Text("reveal.words"), "view.header": say.Text("headerRow.words"),
		"view.shape": say.Text("shape.words"), "page.larger": say.Text("textSize.larger.words"),
		"page.smaller": say.Text("textSize.smaller.words"), "page.usualSize": say.Text("textSize.usual.words"),
		"window.keypad": say.Text("keypad.words"), "window.full": say.Text("fullScreen.words"),

		"page.copy": say.Text("copy.words"), "page.copyTable": say.Text("copyTable.words"),
		"page.copyAddress": say.Text("copyAddress.words"), "page.versions": say.Text("versions.words"),
		"page.info": say.Text("info.words"), "find.favourite": say.Text("favourites.words"),
		"find.watch": say.Text("watch.page.words"), "watch.line": say.Text("watch.line.words"),
		"find.watches": say.Text("watches.words"), "window.find": say.Text("finder.words"),
		"save.copyPicture": say.Text("picture.copy.words"), "save.export": say.Text("export.words"),

		"window.downloads": say.Text("recordings.words"), "media.toggle": say.Text("play.toggle.words"),
		"media.stop": say.Text("play.stop.words"), "media.previous": say.Text("play.previous.words"),
		"media.next": say.Text("play.next.words"), "media.louder": say.Text("play.louder.words"),
		"media.softer": say.Text("play.softer.words"), "media.silence": say.Text("play.skipSilence.words"),
		"media.menu": say.Text("play.menu.words"), "media.reload": say.Text("recordings.reload.words"),
		"media.mark": say.Text("mark.words"), "media.markNote": say.Text("mark.withNote.words"),

		"prefs.show": say.Text("prefs.words"), "prefs.connect": say.Text("connect.words"),
		"window.keys": say.Text("shortcut.words"), "playlists.show": say.Text("playlist.words"),
		"wall.open": say.Text("wall.words"), "window.news": say.Text("news.words"),
		"window.about": say.Text("about.words"), "window.quit": say.Text("program.quit.words"),
		"window.new": say.Text("windows.new.words"), "window.close": say.Text("windows.close.words"),
		"window.undo": say.Text("undo.words"),
	}
	for _, id := range []string{"voice.read", "voice.new", "voice.here"} {
		s[id] = say.Text("voice.read.words")
	}
	for _, id := range []string{"view.upper", "view.lower", "view.zoom"} {
		s[id] = say.Text("half.words")
	}
	for _, id := range []string{
		"screen.show", "screen.page", "screen.favourites", "screen.playlist", "screen.leave",
	} {
		s[id] = say.Text("screen.words")
	}
	for _, id := range palettes() {
		s[id] = say.Text("palette.words")
	}
	return s
}

// palettes returns the IDs of the commands that choose a palette.
func palettes() []string {
	return []string{
		"view.palette.broadcast", "view.palette.softer", "view.palette.contrast", "view.palette.redgreen",
		"view.palette.blueyellow", "view.palette.green", "view.palette.amber",
	}
}

// typedOnly returns the IDs of commands that the list of all commands does not offer until their words are typed:
// variants of others, and those that keys, buttons and the settings offer too.
func typedOnly() []string {
	return append(
		palettes(),
		"page.previous", "page.next", "page.previousSubpage", "page.nextSubpage",
		"page.colour1", "page.colour2", "page.colour3", "page.colour4", "page.up", "page.down",
		"view.sharp", "view.upper", "view.lower", "view.zoom", "view.header", "view.shape", "page.usualSize",
		"page.copyTable", "page.selectAll", "voice.new", "voice.here",
		"media.back", "media.on", "media.stop", "media.reload", "media.markNote",
		"screen.page", "screen.favourites", "screen.playlist", "screen.leave",
		"window.wider", "window.narrower", "window.back", "window.news",
	)
}
