package window

import (
	"testing"

	"sextant/app/access"
	"sextant/widgets/core"
)

// TestNoticeAndStripDescribeThemselves checks the description of a notice and of the strip.
func TestNoticeAndStripDescribeThemselves(t *testing.T) {
	tips := core.NewTips(func(func()) {})
	n := newNotice(tips, core.Keys{}, func() {}, func(bool) {})
	n.say(troubleNotice, "There is no page 199.", "Another one may be there.", "Try again", func() {})
	var notice, button core.Accessibility
	n.Describe(&notice)
	if notice.Role != access.Notice || notice.Name != "There is no page 199." ||
		notice.Description != "Another one may be there." || len(notice.Within) != 2 {
		t.Errorf("the notice is %+v", notice)
	}
	if n.action.Describe(&button); button.Name != "Try again" ||
		n.AccessibilityLabel() != "There is no page 199. Another one may be there." {
		t.Errorf("its button is %+v, and the toolkit hears %q", button, n.AccessibilityLabel())
	}
	s := newStrip(tips, core.Keys{}, "This is the demo.", "Close", func() {},
		stripAction{"Connect", func() {}}, stripAction{"Look around", func() {}})
	var strip core.Accessibility
	if s.Describe(&strip); strip.Role != access.Status || strip.Name != "This is the demo." {
		t.Errorf("the strip is %+v", strip)
	}
}
