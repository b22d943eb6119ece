package onboarding

import (
	"strings"
	"testing"

	"service.example/crm/internal/crm"
)

// Numbers are understood as people of their country write them.
func TestNumbersByPlan(t *testing.T) {
	for written, want := range map[string]string{
		"1 (650) 555-3000": "+16505553000", "1 1 415 555 0178": "+14155550178", "44 07911 123456": "+447911123456", "49 0151 23456789": "+4915123456789",
		"39 06 6982 1234": "+390669821234", "225 0712345678": "+2250712345678", "242 066123456": "+242066123456", "229 0195123456": "+2290195123456",
		"55 11 91234 5678": "+5511912345678", "52 55 1234 5678": "+525512345678", "52 1 55 1234 5678": "+525512345678", "54 9 11 2345 6789": "+5491123456789",
		"7 8 912 345 67 89": "+79123456789", "91 098765 43210": "+919876543210", "800 1234 5678": "+80012345678", "1 800 555 0199": "+18005550199", "61 1300 123456": "+611300123456",
		"999 1234567": "no country", "1 650555": "too short", "1 65055512345678": "too long", "44 909 879 0000": "premium rate",
	} {
		code, national, _ := strings.Cut(written, " ")
		var f crm.Faults
		n := crm.NewNumber{CountryCode: code, Number: national, Name: "Lucky Shrub"}.Check(&f)
		n = byPlan(n, &f)
		if err := f.Err(); err != nil {
			if list := crm.AsError(err).Fields; strings.HasPrefix(want, "+") || !strings.Contains(list[0].Detail, want) {
				t.Errorf("%s is refused: %v", written, list)
			}
		} else if n.E164() != want {
			t.Errorf("%s is %s, want %s", written, n.E164(), want)
		}
	}
}
