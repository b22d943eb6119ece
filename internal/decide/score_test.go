package decide_test

import (
	"testing"

	"service.example/crm/internal/decide"
	"service.example/crm/internal/knowledge"
)

func TestAgreement(t *testing.T) {
	const person = "Delivery costs 4.90 euros and takes two working days: https://shop.example/delivery"
	same, _ := decide.Agreement(person, person)
	near, _ := decide.Agreement("It takes two working days and costs 4.90 euros to deliver. See https://shop.example/delivery", person)
	wrong, _ := decide.Agreement("Delivery costs 5.90 euros and takes two working days: https://shop.example/delivery", person)
	other, _ := decide.Agreement("We open at nine.", person)
	if same != 1 || near < 0.6 || wrong >= same || wrong <= other || other > 0.3 {
		t.Errorf("same %.2f, near %.2f, wrong price %.2f, other %.2f", same, near, wrong, other)
	}
	if _, ok := decide.Agreement("Yes.", " "); ok {
		t.Error("there is nothing to compare with")
	}
	if score, ok := decide.Agreement("La entrega cuesta 4.90 euros y tarda dos días laborables en total.", person); !ok || score < 0.5 || score > 0.9 {
		t.Errorf("in another language the numbers decide: %.2f", score)
	}
	if _, ok := decide.Agreement("Abrimos de lunes a sábado por la mañana y por la tarde.", "We are open every day of the week but Sunday."); ok {
		t.Error("across languages words say nothing")
	}
	if score, ok := decide.Agreement("我们早上九点开门，周日休息。", "我们早上九点开门，周日休息。"); !ok || score != 1 {
		t.Errorf("%.2f", score)
	}
}

func TestCovered(t *testing.T) {
	const answer = "We open at 9:00 and close at 18:00 from Monday to Saturday. We do not ship to islands. Write to help@shop.example."
	for fact, want := range map[string]float64{
		"9:00": 1, "opens at 9:00": 1, "open from Monday to Saturday": 1, "help@shop.example": 1, "closes at 18:00": 1,
		"closes at 19:00": 0, "open on Sunday": 0, "90": 0, "ships to islands": 0, "does not ship to islands": 1, "sales@shop.example": 0} {
		if got := decide.Covered(answer, []string{fact}); got != want {
			t.Errorf("%q is covered %v, want %v", fact, got, want)
		}
	}
	if got := decide.Covered(answer, []string{"9:00", "open on Sunday"}); got != 0.5 {
		t.Error(got)
	}
	if decide.Covered(answer, nil) != 0 || decide.Covered("", []string{"9:00"}) != 0 {
		t.Error("nothing is covered by nothing")
	}
}

func TestGrounded(t *testing.T) {
	cited := []knowledge.Passage{{ID: "p", Text: "Delivery costs 4.90 euros and takes two working days.", Language: "en"}}
	if !decide.Grounded("Delivery takes two working days.", "en", cited) || decide.Grounded("Our chef recommends the soup with fresh bread and butter.", "en", cited) ||
		decide.Grounded("Delivery takes two working days.", "en", nil) {
		t.Error("grounded is what cited passages say")
	}
}

func FuzzAgreement(f *testing.F) {
	f.Add("Delivery costs 4.90 euros.", "It costs 4.90.", "4.90")
	f.Add("", "\x00", "مرحبا ٤٫٩٠")
	f.Fuzz(func(t *testing.T, text, person, fact string) {
		if score, ok := decide.Agreement(text, person); score < 0 || score > 1 || !ok && score != 0 {
			t.Error(score, ok)
		}
		if share := decide.Covered(text, []string{fact, person}); share < 0 || share > 1 {
			t.Error(share)
		}
	})
}
