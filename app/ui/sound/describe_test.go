package sound

import (
	"testing"

	"sextant/app/access"
	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// TestRecordingsDescribeThemselvesToReaders checks the description of the panel, its list and the player's bar.
func TestRecordingsDescribeThemselvesToReaders(t *testing.T) {
	asked := &widgettest.Asked{}
	p, _ := newDownloads(t, asked, someDownloads())
	p.Choose(Queued)
	var panel, list core.Accessibility
	p.Describe(&panel)
	p.parts.list.Describe(&list)
	if panel.Role != access.Panel || panel.Name != "Recordings" ||
		list.Name != "Queue" || len(list.Parts) != 2 || list.Parts[1].Name != "Five" {
		t.Errorf("the panel is %+v, its list %+v", panel.Node, list)
	}
	b := newPlayerBar(core.NewTips(func(func()) {}), playerActions{
		tip:    func(name, title string) string { return title + " (" + name + ")" },
		timeAt: func(float64) string { return "0:30" }, seek: func(share float64) { asked.Add("seek %v", share) },
	})
	b.setInfo(playerInfo{
		title: "News", time: "0:12", length: "5:50", position: 0.25, seekable: true, playing: true, volume: 0.8,
	})
	var bar, play, seek, volume core.Accessibility
	b.Describe(&bar)
	b.play.Describe(&play)
	b.seek.Describe(&seek)
	b.volume.Describe(&volume)
	if bar.Role != access.ToolBar || bar.Name != "Player" || play.Name != "Pause" || play.Key != "toggle" {
		t.Errorf("the bar is %+v, its button %+v", bar.Node, play.Node)
	}
	if seek.Name != "Place in the recording" || seek.Value.Words != "0:12 of 5:50" ||
		volume.Name != "Volume" || volume.Value.Words != "80%" {
		t.Errorf("the sliders are %q at %q and %q at %q", seek.Name, seek.Value.Words, volume.Name, volume.Value.Words)
	}
	seek.Value.Set(0.5)
	asked.Expect(t, "seek 0.5")
}
