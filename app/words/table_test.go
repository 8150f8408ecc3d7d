package words

import "testing"

// TestCells checks which cells are formulas for a spreadsheet.
func TestCells(t *testing.T) {
	for _, text := range []string{
		"=1+1", "-2+3", "+1-1", "- HYPERLINK(\"http://a.example\")", "- cmd|' /C calc'!A0", "@SUM(A1)", "=cmd()", "+A1",
		"-A1", "＝1+1", "＋A1", "－A1", "＠SUM(A1)", "\t=1+1", "\r=1+1", "-1(2)", "-1!A1", "- news", "+5abcd", "=a", "-/1",
	} {
		if got := TableCell(text); got != "'"+text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
	for _, text := range []string{
		"", "-", "=", "---", "1-0", "2/3", "-12.50", "-12,50", "+358 40 123", "-5 °C", "-5°", "+0.5 %",
		"- 3", "-1 000", "+12 kn", "Wind -5", "3+4",
	} {
		if got := TableCell(text); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}
