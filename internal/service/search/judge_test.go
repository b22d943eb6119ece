package search_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"service.example/crm/internal/config"
	"service.example/crm/internal/testkit"
)

// sentences are what people of thirteen languages write to shops.
var sentences = []string{
	"Where is my parcel? It should have come on Monday.", "I would like to change the delivery address", "The parcel arrived broken, please refund me",
	"¿Dónde está mi paquete? El número es 48213", "Quiero cambiar la dirección de envío", "El niño perdió el código",
	"Onde está a minha encomenda?", "Não recebi a confirmação do pagamento", "Quero trocar o tamanho da camisa",
	"Où est mon colis ? Il était prévu hier", "Je voudrais être remboursé", "L'élève a reçu la garçonnière",
	"Wo ist mein Paket? Die Straße heißt Müllerstraße", "Ich möchte die Größe ändern", "Können Sie mir helfen",
	"मेरा पार्सल कहाँ है", "मुझे पैसे वापस चाहिए", "क्या आप मेरी मदद कर सकते हैं",
	"أين طلبي؟ أريد استرداد المال", "مرحبا أريد تغيير العنوان", "المدرسة قريبة إلى البيت",
	"سفارش من کجاست؟", "می خواهم پولم را پس بگیرم", "آدرس کتابخانه را تغییر دهید",
	"我的包裹在哪里", "我想退款，什么时候发货", "请帮我更改地址",
	"荷物はどこですか", "返品したいのですが", "住所を変更してください",
	"제 택배는 어디에 있나요", "환불 받고 싶어요", "주소를 변경해 주세요",
	"พัสดุของฉันอยู่ที่ไหน", "ฉันต้องการคืนเงิน", "กรุณาเปลี่ยนที่อยู่",
	"Где моя посылка? Ещё не пришла", "Хочу вернуть деньги", "Пожалуйста, измените адрес ёлки",
}

// plain is a text as the judge compares it: by the tables of no package of ours.
func plain(text string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(text) {
		if to, ok := plainly[r]; ok {
			b.WriteString(to)
		} else if r != 'ـ' && (r < 0x64b || r > 0x652) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

var plainly = map[rune]string{'á': "a", 'ã': "a", 'à': "a", 'ç': "c", 'é': "e", 'è': "e", 'ê': "e", 'í': "i", 'ñ': "n", 'ó': "o", 'õ': "o", 'ö': "o", 'ô': "o",
	'ù': "u", 'ú': "u", 'ü': "u", 'ß': "ss", 'ä': "a", 'ё': "е", 'й': "и", 'أ': "ا", 'إ': "ا", 'آ': "ا", 'ى': "ي", 'ی': "ي", 'ئ': "ي", 'ؤ': "و", 'ة': "ه", 'ک': "ك", 'ँ': "ं"}

func ofPairs(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
}

// judge reports by brute force whether a text has every word of a query.
func judge(text, query string) bool {
	text = plain(text)
	split := func(s string) []string {
		return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) })
	}
	terms := split(plain(query))
	for i, term := range terms {
		r, _ := utf8.DecodeRuneInString(term)
		found := slices.ContainsFunc(split(text), func(word string) bool {
			if ofPairs(r) {
				return strings.Contains(word, term)
			}
			return word == term || i == len(terms)-1 && strings.HasPrefix(word, term)
		})
		if !found {
			return false
		}
	}
	return len(terms) > 0
}

// queries are words of the sentences, and one to four characters of them.
func queries(r *rand.Rand) (out []string) {
	for _, s := range sentences {
		words := strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) })
		for _, w := range words {
			chars := []rune(w)
			n := 1 + r.IntN(4)
			at := 0
			if ofPairs(chars[0]) {
				at = r.IntN(max(1, len(chars)-n))
			}
			part := string(chars[at:min(len(chars), at+n)])
			out = append(out, w, strings.ToUpper(w), part)
		}
		out = append(out, words[len(words)-1]+" "+string([]rune(words[0])[:1]), s)
	}
	return out
}

func afterPrefix(id string) string { _, rest, _ := strings.Cut(id, "_"); return rest }

type hit struct{ kind, id string }

// find reads all pages of a search.
func find(t *testing.T, k *testkit.Kit, key, query string) (out []hit) {
	t.Helper()
	for cursor := ""; ; {
		r := k.Do("GET", "/v1/search?limit=7&"+query+cursor, key, nil)
		if r.Status != 200 {
			t.Fatalf("%s: %d %s", query, r.Status, r.Body)
		}
		var page struct {
			Data       []struct{ Kind, ID string }
			NextCursor *string
		}
		k.Must(json.Unmarshal(r.Body, &page))
		for _, h := range page.Data {
			out = append(out, hit{h.Kind, h.ID})
		}
		if page.NextCursor == nil {
			return out
		}
		cursor = "&cursor=" + *page.NextCursor
	}
}

// Both engines find what a scan by brute force finds, in the order of time.
func TestBothEnginesFindWhatAScanFinds(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Config: func(c *config.Serve) { c.RateLimit = 100_000 }}, func(t *testing.T, k *testkit.Kit) {
		r := rand.New(rand.NewPCG(1, 2))
		type item struct {
			hit
			text string
		}
		var corpus []item
		for i := range 3 {
			for j, s := range sentences {
				text := fmt.Sprintf("%s %s", s, sentences[r.IntN(len(sentences))])
				id := k.EventuallyStored(k.CustomerWrites(fmt.Sprintf("+1415555%04d", 3000+j%9), text))
				corpus = append(corpus, item{hit{"message", id}, text})
				if j%7 == i {
					conversation := k.Message(id)["conversationId"].(string)
					note := k.Do("POST", "/v1/conversations/"+conversation+"/notes", k.Key, map[string]any{"body": text})
					corpus = append(corpus, item{hit{"note", note.Text("id")}, text})
				}
			}
		}
		var named []item // contacts, by what they are called now: some had another name, some were merged
		for j, s := range sentences {
			phone := fmt.Sprintf("+1646555%04d", 3100+j)
			made := k.Do("POST", "/v1/contacts", k.Key, map[string]any{"phone": phone, "name": s, "tags": []string{}})
			name := s
			if j%3 == 0 {
				name = sentences[(j+5)%len(sentences)]
				k.Do("PATCH", "/v1/contacts/"+made.Text("id"), k.Key, map[string]any{"name": name})
			}
			if made.Status != 201 {
				t.Fatalf("%d %s", made.Status, made.Body)
			}
			if j%8 == 7 { // into the one before, which keeps its name
				into := named[len(named)-1].id
				if r := k.Do("POST", "/v1/contacts/"+into+"/merge", k.Key, map[string]any{"contactId": made.Text("id")}); r.Status != 200 {
					t.Fatalf("%d %s", r.Status, r.Body)
				}
				continue
			}
			named = append(named, item{hit{"contact", made.Text("id")}, name})
		}
		corpus = append(corpus, named...)
		pipeline := k.Do("POST", "/v1/pipelines", k.Key, map[string]any{"name": "Sales", "stages": []any{map[string]any{"name": "New"}}}).Text("id")
		for j, s := range sentences {
			made := k.Do("POST", "/v1/deals", k.Key, map[string]any{"title": sentences[(j+9)%len(sentences)], "pipelineId": pipeline})
			k.Do("PATCH", "/v1/deals/"+made.Text("id"), k.Key, map[string]any{"title": s})
			corpus = append(corpus, item{hit{"deal", made.Text("id")}, s})
		}
		k.Indexed()
		slices.SortFunc(corpus, func(a, b item) int { return strings.Compare(afterPrefix(b.id), afterPrefix(a.id)) })
		asked, found := 0, 0
		for _, q := range queries(r) {
			if utf8.RuneCountInString(q) > 200 {
				continue
			}
			for _, kind := range []string{"message", "note", "contact", "deal"} {
				var want []hit
				for _, c := range corpus {
					if c.kind == kind && judge(c.text, q) {
						want = append(want, c.hit)
					}
				}
				got := find(t, k, k.Key, "kind="+kind+"&q="+url.QueryEscape(q))
				asked, found = asked+1, found+len(want)
				if !slices.Equal(got, want) {
					t.Errorf("%q finds %d of kind %s: %v, the scan %d: %v", q, len(got), kind, got, len(want), want)
				}
			}
		}
		if asked < 400 || found < 1000 {
			t.Errorf("%d queries found %d items only", asked, found)
		}
		t.Logf("%d queries, %d hits", asked, found)
	})
}
