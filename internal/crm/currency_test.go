package crm

import "testing"

func TestAmountsHaveThePlacesOfTheirCurrency(t *testing.T) {
	for _, c := range []struct {
		text, currency string
		minor          int64
		shown          string
	}{
		{"4800.00", "EUR", 480000, "4800.00"}, {"4800", "EUR", 480000, "4800.00"}, {"0.5", "USD", 50, "0.50"}, {"0", "USD", 0, "0.00"},
		{"1200", "JPY", 1200, "1200"}, {"1200.00", "JPY", 1200, "1200"}, {"1.234", "KWD", 1234, "1.234"}, {"0.001", "KWD", 1, "0.001"}, {"7", "CLF", 70000, "7.0000"},
		{"007.10", "EUR", 710, "7.10"},
	} {
		minor, reason := ParseMinor(c.text, c.currency)
		if reason != "" || minor != c.minor {
			t.Errorf("%s %s is %d (%s), want %d", c.text, c.currency, minor, reason, c.minor)
		}
		if got := FormatMinor(minor, c.currency); got != c.shown {
			t.Errorf("%d of %s is shown as %s, want %s", minor, c.currency, got, c.shown)
		}
	}
	for _, c := range [][2]string{{"", "EUR"}, {"-1", "EUR"}, {"1,5", "EUR"}, {"1.234", "EUR"}, {"1.5", "JPY"}, {"1e3", "EUR"}, {".5", "EUR"}, {"1.", "EUR"}, {"999999999999999", "EUR"}, {" 1", "EUR"}} {
		if minor, reason := ParseMinor(c[0], c[1]); reason == "" {
			t.Errorf("%q %s is taken as %d", c[0], c[1], minor)
		}
	}
	if FormatMinor(-5, "EUR") != "-0.05" {
		t.Error("a negative total is shown as " + FormatMinor(-5, "EUR"))
	}
	for code, want := range map[string]bool{"EUR": true, "JPY": true, "KWD": true, "eur": false, "XXX": false, "": false, "EU": false, "R A": false} {
		if ValidCurrency(code) != want {
			t.Errorf("%q is a currency: %v", code, !want)
		}
	}
}
