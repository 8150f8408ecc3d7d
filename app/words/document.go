package words

import (
	"sextant/app/say"
	"sextant/app/teletext"
)

// Warning returns what is odd in a page's document, as a sentence without a capital letter and a full stop.
func Warning(w teletext.Warning) string {
	return say.Text(warnings[w.Kind], "Key", w.Key, "Value", w.Value, "Number", w.Number, "Other", w.Other)
}

var warnings = map[teletext.WarningKind]string{
	teletext.WarnEncoding:    "warning.encoding",
	teletext.WarnControls:    "warning.controls",
	teletext.WarnRoot:        "warning.root",
	teletext.WarnSpace:       "warning.space",
	teletext.WarnNotString:   "warning.notString",
	teletext.WarnNotObject:   "warning.notObject",
	teletext.WarnTextKey:     "warning.textKey",
	teletext.WarnNumber:      "warning.number",
	teletext.WarnReadNumber:  "warning.readNumber",
	teletext.WarnNoNumber:    "warning.noNumber",
	teletext.WarnTime:        "warning.time",
	teletext.WarnTOPType:     "warning.toptype",
	teletext.WarnCount:       "warning.count",
	teletext.WarnNoSubpages:  "warning.noSubpages",
	teletext.WarnOrder:       "warning.order",
	teletext.WarnSubpage:     "warning.subpage",
	teletext.WarnTwice:       "warning.subpageTwice",
	teletext.WarnTooMany:     "warning.tooMany",
	teletext.WarnDwell:       "warning.dwell",
	teletext.WarnEmpty:       "warning.empty",
	teletext.WarnContent:     "warning.content",
	teletext.WarnContentType: "warning.contentType",
	teletext.WarnBlank:       "warning.contentBlank",
	teletext.WarnLine:        "warning.line",
	teletext.WarnLinePlace:   "warning.linePlace",
	teletext.WarnLineTwice:   "warning.lineTwice",
	teletext.WarnLineLong:    "warning.lineLong",
	teletext.WarnLineRuns:    "warning.lineRuns",
	teletext.WarnLineText:    "warning.lineText",
	teletext.WarnKeyword:     "warning.keyword",
	teletext.WarnRunsFill:    "warning.runsFill",
	teletext.WarnRunLength:   "warning.runLength",
	teletext.WarnColour:      "warning.colour",
	teletext.WarnNoColour:    "warning.noColour",
	teletext.WarnCharcode:    "warning.charcode",
}
