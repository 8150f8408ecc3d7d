package match

import "testing"

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"Helm": "helm", "Äänekoski": "aanekoski", "Åland": "aland", "Öre": "ore", "naïve": "naive",
		"Þingvellir": "thingvellir", "Ðuro Đaković": "duro dakovic", "ÆØÅ œuvre": "aeoa oeuvre",
		"Łódź": "lodz", "ŞIĞI ılık İzmir": "sigi ilik izmir", "STRAẞE Straße": "strasse strasse",
		"Ŋŉ Ħħ Ŧŧ ĸ Ĳĳ Ŀŀ": "nn hh tt k ijij ll", "Ὀδυσσεύς ΣΟΦΟΣ": "οδυσσευσ σοφοσ", "Ёжик Й": "ежик и",
		"e\u0301": "e", "Ϋ": "υ", "ⅷ²": "ⅷ²", "שָׁלוֹם": "שלום",
	} {
		if got := Fold(text); got != want {
			t.Errorf("%q folds to %q, want %q", text, got, want)
		}
	}
}
