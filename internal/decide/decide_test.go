package decide_test

import (
	"fmt"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/decide"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// facts are those of one message that was just written.
func facts(text string) decide.Facts {
	now := noon
	return decide.Facts{Now: now, Config: crm.DefaultAssistantConfig(), Conversation: crm.Conversation{LastInboundAt: &now}, From: "+14155550123",
		OwnNumbers: []string{"+15550001000"}, OpenedAt: now, Burst: []decide.Said{{ID: "1", Inbound: true, Type: "text", Text: text, At: now}}}
}

func TestPeopleAreAskedForInEveryLanguage(t *testing.T) {
	for _, text := range []string{
		"Can I talk to a human please?", "I WANT TO SPEAK TO A REAL PERSON!!", "Quiero hablar con una persona", "¿Puedo hablar con un agente?",
		"Quero falar com um atendente", "falar com uma pessoa por favor", "Je veux parler à un conseiller", "Puis-je parler à quelqu’un ?",
		"Ich möchte mit einem Menschen sprechen", "Kann ich mit einem Mitarbeiter reden?", "मुझे किसी से बात करनी है", "एजेंट से बात कराइए",
		"أريد التحدث مع موظف", "اريد التحدث مع شخص حقيقي", "Saya mau bicara dengan CS", "tolong sambungkan ke operator", "转人工", "我要找真人客服",
	} {
		if d := decide.Decide(facts(text)); d.Act != decide.ActHandOff || d.Reason != string(crm.HandOffAsked) || !d.Tell {
			t.Errorf("%q: %s %s", text, d.Act, d.Reason)
		}
	}
	for _, text := range []string{"Do you sell human hair wigs?", "Is the agent's manual included?", "¿Tienen persianas?", "Was kostet die Person extra?", "我的订单呢"} {
		if d := decide.Decide(facts(text)); d.Act != decide.ActAnswer {
			t.Errorf("%q: %s %s", text, d.Act, d.Reason)
		}
	}
}

func TestDecisions(t *testing.T) {
	ago := func(d time.Duration) *time.Time { at := noon.Add(-d); return &at }
	said := func(text string, inbound bool, before time.Duration) decide.Said {
		return decide.Said{Inbound: inbound, Machine: !inbound, Type: "text", Text: text, At: noon.Add(-before)}
	}
	replies := func(n int, apart time.Duration) (list []crm.Turn) {
		for i := range n {
			list = append(list, crm.Turn{State: crm.TurnReplied, DecidedAt: ago(time.Duration(i+1) * apart)})
		}
		return list
	}
	for _, c := range []struct {
		name   string
		change func(*decide.Facts)
		act    decide.Act
		reason string
	}{
		{"a question", func(*decide.Facts) {}, decide.ActAnswer, ""},
		{"a person is the active speaker", func(f *decide.Facts) { f.ActiveSpeaker.Speaker = crm.SpeakerPerson }, decide.ActSilent, decide.SilentPerson},
		{"the person's time is over", func(f *decide.Facts) { f.ActiveSpeaker.Speaker, f.ActiveSpeaker.Until = crm.SpeakerPerson, ago(0) }, decide.ActAnswer, ""},
		{"stopped", func(f *decide.Facts) { f.Stopped = true }, decide.ActSilent, decide.SilentOffDuty},
		{"switched off", func(f *decide.Facts) { f.ActiveSpeaker.Switch = crm.SwitchOff }, decide.ActSilent, decide.SilentOffDuty},
		{"our own number", func(f *decide.Facts) { f.From = "+15550001000" }, decide.ActSilent, decide.SilentOwnNumber},
		{"taken back", func(f *decide.Facts) { f.Burst[0].Revoked = true }, decide.ActSilent, decide.SilentRevoked},
		{"refuses all", func(f *decide.Facts) { f.Conversation.RefusesAllAt = ago(time.Hour) }, decide.ActHandOff, "opted_out"},
		{"opted out meanwhile", func(f *decide.Facts) { f.Conversation.OptedOutAt = ago(0) }, decide.ActHandOff, "opted_out"},
		{"opted out of marketing long ago", func(f *decide.Facts) { f.Conversation.OptedOutAt = ago(time.Hour) }, decide.ActAnswer, ""},
		{"window closed", func(f *decide.Facts) { f.Conversation.LastInboundAt = ago(25 * time.Hour) }, decide.ActHandOff, "window_ending"},
		{"window ending", func(f *decide.Facts) { f.Conversation.LastInboundAt = ago(23*time.Hour + 40*time.Minute) }, decide.ActHandOff, "window_ending"},
		{"window not ending yet", func(f *decide.Facts) { f.Conversation.LastInboundAt = ago(23*time.Hour + 20*time.Minute) }, decide.ActAnswer, ""},
		{"a reply just before", func(f *decide.Facts) { f.Turns = replies(1, time.Second) }, decide.ActWait, "pace"},
		{"eight in ten minutes", func(f *decide.Facts) { f.Turns = replies(8, time.Minute) }, decide.ActHandOff, "reply_limit"},
		{"seven in ten minutes", func(f *decide.Facts) { f.Turns = replies(7, time.Minute) }, decide.ActAnswer, ""},
		{"forty in a day", func(f *decide.Facts) { f.Config.Limits.WithoutPerson = 100; f.Turns = replies(40, 30*time.Minute) }, decide.ActHandOff, "reply_limit"},
		{"twelve without a person", func(f *decide.Facts) { f.Turns = replies(12, time.Hour) }, decide.ActHandOff, "turn_limit"},
		{"twelve, and a person between", func(f *decide.Facts) { f.Turns = replies(12, time.Hour); f.ActiveSpeaker.Since = ago(3 * time.Hour) }, decide.ActAnswer, ""},
		{"a policy word", func(f *decide.Facts) {
			f.Config.HandOff.Words = []string{"opening hours"}
			f.Burst[0].Text = "What are your OPENING hours?"
		}, decide.ActHandOff, "policy_word"},
		{"a part of a policy word", func(f *decide.Facts) {
			f.Config.HandOff.Words = []string{"open"}
			f.Burst[0].Text = "When does it reopen?"
		}, decide.ActAnswer, ""},
		{"the same again", func(f *decide.Facts) {
			f.Before = []decide.Said{said("When do you open?!", true, time.Minute), said("At nine.", false, 50*time.Second)}
		}, decide.ActHandOff, "same_question_twice"},
		{"the same yesterday", func(f *decide.Facts) {
			f.Before = []decide.Said{said("When do you open?", true, 20*time.Hour), said("At nine.", false, 20*time.Hour)}
		}, decide.ActAnswer, ""},
		{"upset twice", func(f *decide.Facts) {
			f.Burst[0].Text = "This is useless, where is my parcel?"
			f.Turns = []crm.Turn{{State: crm.TurnReplied, DecidedAt: ago(time.Minute), Result: crm.TurnResult{Negative: true}}}
		}, decide.ActHandOff, "negative_twice"},
		{"upset once", func(f *decide.Facts) { f.Burst[0].Text = "This is useless, where is my parcel?" }, decide.ActAnswer, ""},
		{"a picture", func(f *decide.Facts) { f.Burst[0].Type, f.Burst[0].Text = "image", "" }, decide.ActHandOff, "media_not_understood"},
		{"a picture with words", func(f *decide.Facts) { f.Burst[0].Type, f.Burst[0].Text = "image", "Do you have this in red?" }, decide.ActAnswer, ""},
		{"another language", func(f *decide.Facts) {
			f.Config.Languages = []string{"en"}
			f.Burst[0].Text = "什么时候开门？"
		}, decide.ActHandOff, "language_not_supported"},
		{"hello", func(f *decide.Facts) { f.Burst[0].Text = "Hola!" }, decide.ActGreet, ""},
		{"thanks", func(f *decide.Facts) { f.Burst[0].Text = "Muchas gracias 🙏" }, decide.ActSilent, decide.SilentClosing},
		{"an emoji", func(f *decide.Facts) { f.Burst[0].Text = "👍" }, decide.ActSilent, decide.SilentClosing},
		{"another machine", func(f *decide.Facts) { f.Burst[0].Text = "Thank you for contacting Acme. We will get back to you." }, decide.ActPause, "loop_detected"},
		{"three alike", func(f *decide.Facts) {
			f.Before = []decide.Said{said("When do you open", true, 3*time.Minute), said("At nine.", false, 3*time.Minute),
				said("When do you open??", true, time.Minute), said("At nine o'clock.", false, time.Minute)}
		}, decide.ActPause, "loop_detected"},
		{"quicker than people read", func(f *decide.Facts) {
			for i := range 3 {
				at := time.Duration(60-10*i) * time.Second
				f.Before = append(f.Before, said(fmt.Sprint("Answer ", i), false, at), said(fmt.Sprint("Something else ", i*i), true, at-time.Second))
			}
			f.Before = append(f.Before, said("Last answer", false, time.Second))
		}, decide.ActPause, "loop_detected"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := facts("When do you open?")
			c.change(&f)
			if d := decide.Decide(f); d.Act != c.act || c.reason != "" && d.Reason != c.reason {
				t.Errorf("%s %q (%s), want %s %q", d.Act, d.Reason, d.Evidence, c.act, c.reason)
			}
		})
	}
}

func TestLanguage(t *testing.T) {
	for text, want := range map[string]string{
		"Do you deliver to the islands as well, and what does it cost?": "en", "¿Hacen envíos a las islas y cuánto cuesta el servicio?": "es",
		"Vocês entregam nas ilhas e quanto custa o frete até lá?": "pt", "Livrez-vous aussi dans les îles, et combien cela coûte-t-il ?": "fr",
		"Liefern Sie auch auf die Inseln, und was kostet das?": "de", "क्या आप द्वीपों पर भी डिलीवरी करते हैं?": "hi", "هل توصلون إلى الجزر وكم يكلف ذلك؟": "ar",
		"Apakah kalian juga mengirim ke pulau dan berapa biayanya?": "id", "你们送货到岛上吗？": "zh", "営業時間は何時からですか": "ja", "hola": "es", "ok?": "", "12345": "",
	} {
		if got := decide.Language(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestRecheck(t *testing.T) {
	if _, stands := decide.Recheck(facts("When do you open?")); !stands {
		t.Error("nothing changed, and the answer does not stand")
	}
	f := facts("When do you open?")
	f.ActiveSpeaker.Speaker = crm.SpeakerPerson
	if d, stands := decide.Recheck(f); stands || d.Act != decide.ActSilent {
		t.Errorf("a person is the active speaker: %v %+v", stands, d)
	}
}

func TestEveryLanguageHasItsTexts(t *testing.T) {
	c := crm.DefaultAssistantConfig()
	english, hello := decide.HandOffText(c, "en"), decide.GreetingText(c, "en")
	for _, l := range []string{"es", "pt", "fr", "de", "hi", "ar", "id", "zh"} {
		if decide.HandOffText(c, l) == english || decide.GreetingText(c, l) == hello {
			t.Errorf("%s has no text of its own", l)
		}
	}
	c.HandOff.Messages = map[string]string{"es": "Un momento."}
	if got := decide.HandOffText(c, "es"); got != "Un momento." {
		t.Errorf("the assistant's own text is not used: %q", got)
	}
	c.HandOff.NoMessage = true
	if got := decide.HandOffText(c, "es"); got != "" {
		t.Errorf("a text is told although none is wanted: %q", got)
	}
}
