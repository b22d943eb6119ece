package crm

import "testing"

// The quick replies of a template are the answers, in their order, and a tap on one is
// that of a question. What cannot ask says so.
func TestTemplatesThatAsk(t *testing.T) {
	s := DefaultRatingSettings()
	button := func(kind string) ButtonForm { return ButtonForm{Type: kind, Text: "x"} }
	three := []ButtonForm{button("QUICK_REPLY"), button("QUICK_REPLY"), button("QUICK_REPLY")}
	for name, c := range map[string]struct {
		form   Form
		scores string
		method RatingMethod
		code   Code
	}{
		"three":          {Form{Buttons: three}, "531", RateByButtons, ""},
		"behind another": {Form{Buttons: append([]ButtonForm{button("URL")}, three...)}, "531", RateByButtons, ""},
		"five":           {Form{Buttons: append(three[:3:3], three[:2]...)}, "54321", RateByList, ""},
		"none":           {Form{}, "", "", CodeNotAllowed},
		"two":            {Form{Buttons: three[:2]}, "", "", CodeNotAllowed},
		"with a value":   {Form{Buttons: three, Body: []string{"1"}}, "531", RateByButtons, CodeNotAllowed},
		"with a header":  {Form{Buttons: three, Header: HeaderForm{Format: "IMAGE"}}, "531", RateByButtons, CodeNotAllowed},
	} {
		var f Faults
		content, method := s.AskByTemplate(&Template{Name: "rate_us", Language: "en_US", Form: &c.form}, sampleEpisode, &f)
		if f.Empty() != (c.code == "") || !f.Empty() && AsError(f.Err()).Fields[0].Code != c.code {
			t.Errorf("%s: %v", name, f.Err())
		}
		r, got := Rating{State: RatingAsked, Method: method}, ""
		for _, b := range content.Buttons {
			m := &Message{Content: Content{Reply: &Reply{Type: "templateButton", ID: b.Payload}}}
			episode, score, ok := m.RatingTap()
			if !ok || episode != sampleEpisode || !r.Offered(score) || c.form.Buttons[b.Index].Type != "QUICK_REPLY" {
				t.Errorf("%s: button %d says %q", name, b.Index, b.Payload)
			}
			got += string(rune('0' + score))
		}
		if got != c.scores || method != c.method {
			t.Errorf("%s offers %s by %s", name, got, method)
		}
	}
}
