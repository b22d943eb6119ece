package crm

import (
	"strings"
	"testing"
)

func TestLinesAddUp(t *testing.T) {
	for _, c := range []struct {
		specs    []DealLineSpec
		currency string
		total    string
	}{
		{[]DealLineSpec{{Name: "Chair", Quantity: "40", UnitAmount: "120"}}, "EUR", "4800.00"},
		{[]DealLineSpec{{Name: "Chair", UnitAmount: "0.99", Quantity: "3", DiscountPercent: "10"}}, "EUR", "2.67"},
		{[]DealLineSpec{{Name: "Hours", UnitAmount: "99.99", Quantity: "1.5"}, {Name: "Trip", UnitAmount: "10"}}, "USD", "159.99"},
		{[]DealLineSpec{{Name: "Rice", UnitAmount: "333", Quantity: "0.5"}}, "JPY", "167"},
		{[]DealLineSpec{{Name: "Oil", UnitAmount: "0.001", Quantity: "0.499"}}, "KWD", "0.000"},
		{[]DealLineSpec{{Name: "Gift", UnitAmount: "5", DiscountPercent: "100"}}, "EUR", "0.00"},
	} {
		_, total, err := DealLines(c.specs, c.currency)
		if err != nil || FormatMinor(total, c.currency) != c.total {
			t.Errorf("%v are %s %s, want %s (%v)", c.specs, FormatMinor(total, c.currency), c.currency, c.total, err)
		}
	}
	_, _, err := DealLines([]DealLineSpec{{Quantity: "-1", DiscountPercent: "101"}, {Name: "A", UnitAmount: "1.5", Quantity: "1.2345"}}, "JPY")
	for _, pointer := range []string{"/lines/0/name", "/lines/0/quantity", "/lines/0/discountPercent", "/lines/0/unitAmount", "/lines/1/quantity", "/lines/1/unitAmount"} {
		if err == nil || !strings.Contains(err.Error(), pointer) {
			t.Errorf("%s is not told: %v", pointer, err)
		}
	}
	many := []DealLineSpec{{Name: "A", UnitAmount: "900000000000", Quantity: "1000"}}
	if _, _, err := DealLines(many, "EUR"); err == nil {
		t.Error("too much is taken")
	}
	if _, _, err := DealLines(many, ""); CodeOf(err) != CodeRequired {
		t.Errorf("lines without a currency: %v", err)
	}
}
