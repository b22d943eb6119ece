package decide

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Looking only around digits finds the same prices as looking everywhere.
func TestPricesAreFoundAroundDigits(t *testing.T) {
	pieces := []string{"5", "1,299.00", "12'000", "$", "€", "R$", "rs.", "usd", "euros", "रुपये", "دولار", "元", "cents", "centsible", " thousand", "लाख", "万", " hong kong ", "in ",
		" ", "  ", ".", "\n", "the lamp costs", "é", strings.Repeat("x", 40), strings.Repeat(" ", 100), strings.Repeat("元", 30), strings.Repeat("no price ", 12)}
	random := rand.New(rand.NewPCG(1, 2))
	prices := 0
	for range 4_000 {
		var b strings.Builder
		for range 1 + random.IntN(14) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		text := b.String()
		want := priceForm.FindAllString(text, -1)
		prices += len(want)
		if got := pricesIn(text); !slices.Equal(got, want) {
			t.Fatalf("in %q: %q, want %q", text, got, want)
		}
	}
	if prices < 1_000 {
		t.Errorf("only %d prices were made", prices)
	}
}

// The same figure in another currency is another price.
func TestCurrencies(t *testing.T) {
	for _, c := range []struct {
		answer, ground string
		refused        bool
	}{
		{"It costs 50 dollars.", "The price is Rs. 50.", true},
		{"It costs 50 dollars.", "The price is $50.", false},
		{"It costs Rs 50.", "The price is ₹50.", false},
		{"Cuesta 50 dólares.", "El precio es 50 euros.", true},
		{"Cuesta 1 dólar.", "El precio es 1 euro.", true},
		{"Cuesta 1 dólar.", "El precio es $1.", false},
		{"To kosztuje 50 zł.", "To jest dobre.", true},
		{"यह 5 यूरो का है।", "यह अच्छा है।", true},
		{"这个5美元。", "这个很好。", true},
		{"Harganya Rp 50.000.", "The price is $50,000.", true},
	} {
		if r := prices(c.answer, c.ground); (r != nil) != c.refused {
			t.Errorf("%q from %q: %v", c.answer, c.ground, r)
		}
	}
}

func BenchmarkPrices(b *testing.B) {
	passage := strings.Repeat("The warehouse packs every order on the day it comes in and hands it to the carrier before six. ", 12)
	ground := strings.Repeat(passage+"Delivery costs 4.90 euros and takes 2 working days. ", 6)
	for b.Loop() {
		if r := prices("Delivery costs 4.90 euros.", ground); r != nil {
			b.Fatal(r)
		}
	}
}
