package knowledge

import "testing"

func TestAlike(t *testing.T) {
	for _, pair := range [][2]string{
		{"Do you sell gift cards?", "do you have gift cards for sale"}, {"Do you deliver to Iceland", "can you delivr to iceland?"},
		{"¿Venden tarjetas de regalo?", "tarjeta de regalo venden"}, {"可以开发票吗", "请问能开发票吗？"}, {"क्या आप आइसलैंड में डिलीवरी करते हैं", "आइसलैंड डिलीवरी"},
	} {
		if got := NewSketch(pair[0]).Alike(NewSketch(pair[1])); got < AlikeLeast {
			t.Errorf("%q and %q are alike by %.2f only", pair[0], pair[1], got)
		}
	}
	for _, pair := range [][2]string{
		{"Do you sell gift cards?", "Do you repair bicycles?"}, {"Is model 12 in stock?", "Is model 13 in stock?"}, {"", ""}, {"可以开发票吗", "可以退货吗"},
		{"Where can I park my car", "Where can I see my invoice"},
	} {
		if got := NewSketch(pair[0]).Alike(NewSketch(pair[1])); got >= AlikeLeast {
			t.Errorf("%q and %q are alike by %.2f", pair[0], pair[1], got)
		}
	}
}

func TestMatch(t *testing.T) {
	hash := func(s string) [32]byte { return HashPassage("", "", s, "") }
	known := []Known{{Title: "A", Hash: hash("1")}, {Title: "A", Hash: hash("2")}, {Title: "B", Hash: hash("3")}, {Question: "Q", Hash: hash("4")}}
	passages := []Passage{{Title: "A", Hash: hash("new")}, {Title: "A", Hash: hash("1")}, {Title: "C", Hash: hash("3")}, {Question: "Q", Hash: hash("edited")}, {Title: "A", Hash: hash("more")}}
	want := []int{1, 0, 2, 3, -1}
	for i, got := range Match(known, passages) {
		if got != want[i] {
			t.Errorf("the passage %d is %d, want %d", i, got, want[i])
		}
	}
}
