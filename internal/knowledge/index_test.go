package knowledge

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
)

func passage(id, source, title, question, text, language string) Passage {
	return Passage{ID: id, SourceID: source, Title: title, Question: question, Text: text, Language: language, Hash: HashPassage(title, question, text, language)}
}

var shop = []Passage{
	passage("p1", "s1", "Shop › Delivery", "", "Parcels arrive within three working days. Delivery costs 4.90 and is free from 50 euros.", "en"),
	passage("p2", "s1", "Shop › Returns", "", "You may send goods back within 30 days. The refund is made to the card that paid.", "en"),
	passage("p3", "s2", "", "When are you open?", "Monday to Friday from 9 to 18.", "en"),
	passage("p4", "s3", "Tienda › Envíos", "", "Los paquetes llegan en tres días laborables. El envío cuesta 4,90.", "es"),
	passage("p5", "s4", "商店 › 退货", "", "商品可以在三十天内退货，退款将退回原支付卡。", "zh"),
	passage("p6", "s5", "المتجر", "", "يمكن إرجاع المنتجات خلال ثلاثين يوما من الشراء", "ar"),
	passage("p7", "s6", "दुकान", "", "सामान तीस दिनों के भीतर वापस किया जा सकता है", "hi"),
	passage("p8", "s7", "Toko", "", "Pengiriman barang memakan waktu tiga hari kerja", "id"),
}

func ids(list []Passage) (out []string) {
	for _, p := range list {
		out = append(out, p.ID)
	}
	return out
}

func TestSearch(t *testing.T) {
	x := newIndex(shop, [][]string{{"money back", "refund"}, {"timings", "open"}})
	for query, want := range map[string]string{
		"how much is delivery?":    "p1",
		"delivry costs":            "p1",
		"can I return things":      "p2",
		"I want my money back":     "p2",
		"timings please":           "p3",
		"when do you open":         "p3",
		"¿cuánto cuesta el envio?": "p4",
		"怎么退货":                     "p5",
		"كيف ارجاع المنتج":         "p6",
		"क्या मैं सामान वापस कर सकता हूँ": "p7",
		"kapan barang saya dikirim": "p8",
	} {
		got := x.Search(query, Options{})
		if len(got) == 0 || got[0].ID != want || !Confident(got) {
			t.Errorf("%q finds %v: %+v", query, ids(got), got)
		}
	}
	for _, query := range []string{"do you repair bicycles", "", "?!", "quantum chromodynamics lecture"} {
		if got := x.Search(query, Options{}); Confident(got) || Evidence(got) != nil {
			t.Errorf("%q finds %v (%v)", query, ids(got), got[0].Confidence)
		}
	}
	if got := x.Search("delivery costs", Options{Sources: []string{"s2", "s3"}}); len(got) > 0 && got[0].ID == "p1" {
		t.Error("a source is searched that was not asked")
	}
}

// However an index came about, equal passages give equal results.
func TestWith(t *testing.T) {
	whole := newIndex(shop, nil)
	parts := newIndex(shop[5:], nil).With([]Passage{passage("p1", "s1", "", "", "Something else that was there before", "en")}, nil, nil)
	parts = parts.With(shop[:5], nil, nil).With([]Passage{passage("p9", "s9", "", "", "delivery delivery delivery", "en")}, nil, nil).With(nil, []string{"s9"}, nil)
	for _, query := range []string{"delivery costs", "退货", "barang dikirim", "devlivery cots"} {
		if a, b := whole.Search(query, Options{}), parts.Search(query, Options{}); !reflect.DeepEqual(a, b) {
			t.Errorf("%q: %+v and %+v", query, a, b)
		}
	}
	if p, ok := whole.Passage("p5"); !ok || p.Language != "zh" || whole.Len() != len(shop) {
		t.Errorf("the passage is %+v", p)
	}
	// Words of texts that are gone do not stay for ever.
	var many []Passage
	for i := range 500 {
		many = append(many, passage(fmt.Sprint("q", i), "many", "", "", fmt.Sprintf("word%dx other%dy third%dz", i, i, i), "en"))
	}
	shrunk := whole.With(many, nil, nil).With(nil, []string{"many"}, nil).With(nil, nil, nil)
	if len(shrunk.names) != len(whole.names) {
		t.Errorf("%d words, where %d are in use", len(shrunk.names), len(whole.names))
	}
}

func TestSearchesSideBySide(t *testing.T) {
	x := newIndex(shop, nil)
	want := x.Search("delivery refund", Options{})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				if got := x.Search("delivery refund", Options{}); !reflect.DeepEqual(got, want) {
					t.Errorf("%+v", got)
				}
			}
		})
	}
	all.Wait()
}

func TestNormalise(t *testing.T) {
	for in, want := range map[string]string{
		"  What   is\tthe PRICE?? 😀 ": "what is the price",
		"Ｐｒｉｃｅ １２":                    "price 12",
		"سعر ١٢٣؟":                    "سعر 123",
		"कीमत १०":                     "कीमत 10",
		"a\u200bb\u202ec\x00":         "abc",
		"Not 5, but 6.":               "not 5, but 6",
		"¿Envío?":                     "¿envío",
		"Straße":                      "strasse",
		"20%":                         "20%",
		"你好。":                         "你好",
	} {
		if got := Normalise(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
	for _, pair := range [][2]string{{"is it open", "is it not open"}, {"refund in 5 days", "refund in 15 days"}, {"año", "ano"}, {"5%", "5"}} {
		if Normalise(pair[0]) == Normalise(pair[1]) {
			t.Errorf("%q and %q are the same question", pair[0], pair[1])
		}
	}
}

func TestLanguage(t *testing.T) {
	for text, want := range map[string]string{
		"How much does the delivery cost": "en", "¿Cuánto cuesta el envío para la isla?": "es", "Quanto custa o frete para a minha cidade?": "pt",
		"Berapa biaya pengiriman untuk kota saya?": "id", "डिलीवरी का कितना चार्ज है": "hi", "كم سعر التوصيل": "ar", "运费多少钱": "zh", "送料はいくらですか": "ja",
		"Wie viel kostet der Versand": "de", "": "", "12 34": "",
	} {
		if got := Language(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func FuzzNormalise(f *testing.F) {
	for _, s := range []string{"Hello?", "ﷺ", "a\u0301\u200d😀", "٣٤", "\xff\xfe", "İ", "ŉ…"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := Normalise(s)
		if again := Normalise(once); again != once {
			t.Errorf("%q becomes %q and then %q", s, once, again)
		}
		if strings.ContainsFunc(once, invisible) {
			t.Errorf("%q has characters that nobody sees", once)
		}
	})
}

func FuzzSearch(f *testing.F) {
	x := newIndex(shop, [][]string{{"money back", "refund"}})
	for _, s := range []string{"delivery", "退", "١٢", "1,000.5", "\xff", strings.Repeat("長", 3000)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, p := range x.With([]Passage{passage("x", "x", s, s, s, "")}, nil, [][]string{{s, "delivery"}}).Search(s, Options{}) {
			if p.Confidence < 0 || p.Confidence > 1.0001 || p.Score <= 0 {
				t.Errorf("%q: %+v", s, p)
			}
		}
	})
}

// newIndex returns an index of passages. Synonyms are groups of words or
// phrases that stand for each other.
func newIndex(passages []Passage, synonyms [][]string) *Index {
	return (&Index{}).With(passages, nil, synonyms)
}
