package reply_test

import (
	"net/http"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testshop"
)

// alikes are questions in the languages of the product with what is the same
// question, and with what looks alike and is another one: another number, in
// digits of any script or in words, or a negation.
var alikes = []struct {
	language, knowledge, question string
	same, others                  []string
}{
	{"en", "Delivery of parcels to the islands costs 4.90 euros and takes two working days.",
		"How much does delivery of 2 parcels to the islands cost and how many working days does it take?",
		[]string{"how much does delivery of ２ parcels to the islands COST and how many working days does it take", "How much does delivery of ٢ parcels to the islands cost and how many working days does it take?!"},
		[]string{"How much does delivery of 3 parcels to the islands cost and how many working days does it take?", "How much does delivery of ٥ parcels to the islands cost and how many working days does it take?",
			"How much does delivery of 12 parcels to the islands cost and how many working days does it take?", "How much does delivery of two parcels to the islands cost and how many working days does it take?",
			"How much does delivery of 2 parcels to the islands cost and how many working days does it not take?", "How much does delivery of 2 parcels to the islands not cost and how many working days does it take?"}},
	{"es", "El envío de paquetes a las islas cuesta 4,90 euros y tarda dos días laborables.",
		"¿Cuánto cuesta el envío de 2 paquetes a las islas y cuántos días laborables tarda?",
		[]string{"¿CUÁNTO cuesta el envío de ٢ paquetes a las islas y cuántos días laborables tarda?"},
		[]string{"¿Cuánto cuesta el envío de 3 paquetes a las islas y cuántos días laborables tarda?", "¿Cuánto cuesta el envío de ٥ paquetes a las islas y cuántos días laborables tarda?",
			"¿Cuánto cuesta el envío de 2 paquetes a las islas y cuántos días laborables no tarda?"}},
	{"pt", "O envio de pacotes para as ilhas custa 4,90 euros e demora dois dias úteis.",
		"Quanto custa o envio de 2 pacotes para as ilhas e quantos dias úteis demora?",
		[]string{"quanto custa o envio de ２ pacotes para as ilhas e quantos dias úteis demora"},
		[]string{"Quanto custa o envio de 3 pacotes para as ilhas e quantos dias úteis demora?", "Quanto custa o envio de ٥ pacotes para as ilhas e quantos dias úteis demora?",
			"Quanto custa o envio de 2 pacotes para as ilhas e quantos dias úteis não demora?"}},
	{"hi", "द्वीपों पर पार्सल की डिलीवरी का शुल्क 490 रुपये है और दो कार्य दिवस लगते हैं।",
		"द्वीपों पर 2 पार्सल की डिलीवरी का शुल्क कितना है और कितने कार्य दिवस लगते हैं?",
		[]string{"द्वीपों पर २ पार्सल की डिलीवरी का शुल्क कितना है और कितने कार्य दिवस लगते हैं"},
		[]string{"द्वीपों पर 3 पार्सल की डिलीवरी का शुल्क कितना है और कितने कार्य दिवस लगते हैं?", "द्वीपों पर ५ पार्सल की डिलीवरी का शुल्क कितना है और कितने कार्य दिवस लगते हैं?",
			"द्वीपों पर 2 पार्सल की डिलीवरी का शुल्क कितना है और कितने कार्य दिवस नहीं लगते हैं?"}},
	{"ar", "تكلفة توصيل الطرود إلى الجزر 490 ريالا ويستغرق توصيل الطرود يومي عمل.",
		"كم تكلفة توصيل 2 طرود إلى الجزر وكم يوم عمل يستغرق توصيل الطرود؟",
		[]string{"كم تكلفة توصيل ٢ طرود إلى الجزر وكم يوم عمل يستغرق توصيل الطرود"},
		[]string{"كم تكلفة توصيل 3 طرود إلى الجزر وكم يوم عمل يستغرق توصيل الطرود؟", "كم تكلفة توصيل ٥ طرود إلى الجزر وكم يوم عمل يستغرق توصيل الطرود؟",
			"كم تكلفة توصيل 2 طرود إلى الجزر وكم يوم عمل لا يستغرق توصيل الطرود؟"}},
	{"id", "Pengiriman paket ke pulau dikenakan biaya 49.000 rupiah dan memakan waktu dua hari kerja.",
		"Berapa biaya pengiriman 2 paket ke pulau dan berapa hari kerja waktu pengiriman?",
		[]string{"berapa biaya pengiriman ２ paket ke pulau dan berapa hari kerja waktu pengiriman"},
		[]string{"Berapa biaya pengiriman 3 paket ke pulau dan berapa hari kerja waktu pengiriman?", "Berapa biaya pengiriman ٥ paket ke pulau dan berapa hari kerja waktu pengiriman?",
			"Berapa biaya pengiriman 2 paket ke pulau dan bukan berapa hari kerja waktu pengiriman?"}},
	{"zh", "包裹寄往海岛的运费为49元，需要两个工作日送达。",
		"2个包裹寄往海岛的运费是多少，需要几个工作日送达？",
		[]string{"２个包裹寄往海岛的运费是多少，需要几个工作日送达"},
		[]string{"3个包裹寄往海岛的运费是多少，需要几个工作日送达？", "٥个包裹寄往海岛的运费是多少，需要几个工作日送达？", "三个包裹寄往海岛的运费是多少，需要几个工作日送达？",
			"2个包裹寄往海岛的运费是多少，不需要几个工作日送达？"}},
}

// In every language an answer is remembered for the same question, and never
// given to one with another number or a negation.
func TestOtherNumbersAndNegationsNeverHit(t *testing.T) {
	withChain(t, nil, func(t *testing.T, d *desk, _ []string) {
		for _, a := range alikes {
			d.Settled(d.Add(crm.KnowledgeSource{Kind: crm.SourceArticle, Title: a.language, Content: a.knowledge}).ID)
		}
		n := 0
		ask := func(text string) testshop.Upsert {
			n++
			return d.Decided(d.Writes(testshop.Customer(n), text))
		}
		for _, a := range alikes {
			first := ask(a.question)
			if first.CacheHit || first.AITokensUsed == 0 || first.AIMessageID == nil {
				t.Errorf("%s: the first answer is %+v; people were asked for %v", a.language, first, d.HandOffs())
				continue
			}
			for _, text := range append([]string{a.question}, a.same...) {
				if u := ask(text); !u.CacheHit || u.AITokensUsed != 0 || u.AIReply != first.AIReply {
					t.Errorf("%s: %q is the same question: %+v", a.language, text, u)
				}
			}
			for _, text := range a.others {
				if u := ask(text); u.CacheHit {
					t.Errorf("%s: %q is another question, and is answered from the cache: %q", a.language, text, u.AIReply)
				}
			}
			// Nor did what was asked since take the place of the first answer.
			if u := ask(a.question); !u.CacheHit || u.AIReply != first.AIReply {
				t.Errorf("%s: %+v", a.language, u)
			}
		}
	})
}

// The answers that people approved are held to the same: they are given to the
// question with a mistyped letter, and to no other.
func TestOtherNumbersAndNegationsAreNotApproved(t *testing.T) {
	bothEngines(t, nil, func(t *testing.T, d *desk) {
		for _, a := range alikes {
			d.Settled(d.Pair(a.question, a.knowledge).ID)
		}
		n := 0
		source := func(text string) string {
			n++
			u := d.Decided(d.Writes(testshop.Customer(n), text))
			if u.AIMessageID == nil {
				return ""
			}
			mark, _ := d.Message(*u.AIMessageID)["assistant"].(map[string]any)
			from, _ := mark["source"].(string)
			return from
		}
		for _, a := range alikes {
			for _, text := range append([]string{a.question}, a.same...) {
				if got := source(text); got != "approved" {
					t.Errorf("%s: %q is the same question, and its answer is of the %s", a.language, text, got)
				}
			}
			for _, text := range a.others {
				if got := source(text); got == "approved" {
					t.Errorf("%s: %q is another question, and gets the approved answer", a.language, text)
				}
			}
		}
		if got := source("How much does delivery of 2 parsels to the islands cost and how many working days does it take?"); got != "approved" {
			t.Errorf("a mistyped letter: %q", got)
		}
	})
}

// Two workspaces have the very same assistant, knowledge and question: what one
// of them has remembered is nothing to the other, whose model is asked.
func TestAnotherWorkspaceNeverHits(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		var desks []*desk
		for range 2 {
			desks = append(desks, newDesk(t, k, map[string]any{"providerIds": testshop.NewChain(k, k.Key, "model")}))
			k.Tenant, k.Other = k.Other, k.Tenant
		}
		asked := func() int64 { return k.Sandbox().AIUsage()["model"].Calls }
		for i, d := range desks {
			before := asked()
			for again := range 2 {
				u := d.Decided(d.Ask(testshop.Customer(10*i+again), testshop.AsksDelivery))
				if hit := again == 1; u.CacheHit != hit || (u.AITokensUsed == 0) != hit || u.AIReply != testshop.Delivery {
					t.Errorf("workspace %d, question %d: %+v", i+1, again+1, u)
				}
			}
			if n := asked() - before; n != 1 {
				t.Errorf("workspace %d: the model was asked %d times", i+1, n)
			}
			if n := d.Count("ai_cache", "workspace_id = '"+d.WorkspaceID+"'"); n != 1 {
				t.Errorf("workspace %d remembers %d answers", i+1, n)
			}
			k.Tenant, k.Other = k.Other, k.Tenant
		}
		// Whose answers are deleted is asked anew; the other one's stay.
		if r := k.Do(http.MethodDelete, "/v1/assistant-cache", k.Key, nil); r.Status != http.StatusNoContent {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		for i, hit := range []bool{false, true} {
			if u := desks[i].Decided(desks[i].Ask(testshop.Customer(100+i), testshop.AsksDelivery)); u.CacheHit != hit {
				t.Errorf("after the first workspace's answers were deleted, workspace %d: %+v", i+1, u)
			}
			k.Tenant, k.Other = k.Other, k.Tenant
		}
	})
}
