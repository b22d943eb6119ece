package contact

import (
	"slices"
	"strings"
	"testing"

	"service.example/crm/internal/crm"
)

// A word is found however people write it.
func TestConsentWordsAreFound(t *testing.T) {
	w := newConsentWords(crm.BuiltInConsentSettings())
	for text, want := range map[string]struct {
		language string
		state    crm.ConsentState
	}{
		"STOP": {"en", crm.ConsentOptedOut}, "stop": {"en", crm.ConsentOptedOut}, " Stop!!! ": {"en", crm.ConsentOptedOut},
		"🛑 stop ❤️": {"en", crm.ConsentOptedOut}, "«stop».\n": {"en", crm.ConsentOptedOut}, "ＳＴＯＰ": {"en", crm.ConsentOptedOut},
		"stop\u200b": {"en", crm.ConsentOptedOut}, "Opt  out": {"en", crm.ConsentOptedOut}, "👍🏽start👍🏽": {"en", crm.ConsentOptedIn},
		"Baja": {"es", crm.ConsentOptedOut}, "cancelar suscripcion": {"es", crm.ConsentOptedOut}, "alta": {"es", crm.ConsentOptedIn},
		"sair": {"pt", crm.ConsentOptedOut}, "Cancelar inscricao": {"pt", crm.ConsentOptedOut}, "comecar": {"pt", crm.ConsentOptedIn},
		"arret": {"fr", crm.ConsentOptedOut}, "ARRÊT": {"fr", crm.ConsentOptedOut}, "De\u0301sabonner": {"fr", crm.ConsentOptedOut}, "s’abonner": {"fr", crm.ConsentOptedIn},
		"Stopp.": {"de", crm.ConsentOptedOut}, "keine Werbung!": {"de", crm.ConsentOptedOut}, "Anmelden": {"de", crm.ConsentOptedIn},
		"रोकें": {"hi", crm.ConsentOptedOut}, "बंद करें।": {"hi", crm.ConsentOptedOut}, "शुरू करें": {"hi", crm.ConsentOptedIn},
		"إيقاف": {"ar", crm.ConsentOptedOut}, "ايقاف": {"ar", crm.ConsentOptedOut}, "إِيقَاف": {"ar", crm.ConsentOptedOut}, "توقـــف؟": {"ar", crm.ConsentOptedOut},
		"الغاء الاشتراك": {"ar", crm.ConsentOptedOut}, "ابدأ": {"ar", crm.ConsentOptedIn},
		"berhenti": {"id", crm.ConsentOptedOut}, "Mulai!": {"id", crm.ConsentOptedIn},
	} {
		got, ok := w.Find(text, "")
		if !ok || got.language != want.language || got.State != want.state || !got.Answer.Enabled {
			t.Errorf("%q is %+v, %v; want %v", text, got, ok, want)
		}
	}
}

// A sentence with a word in it is no word, and Indic vowels tell words apart.
func TestSentencesAreNoConsentWords(t *testing.T) {
	w := newConsentWords(crm.BuiltInConsentSettings())
	for _, text := range []string{"", "  ", "!!!", "👍", "please stop", "stop it", "don't stop", "when do you start?", "stops", "1 stop", "S T O P",
		"रोका", "बद", "para", "لا توقف", strings.Repeat("stop ", 200), "STOP\nbut send the invoice", "\xff"} {
		if got, ok := w.Find(text, ""); ok {
			t.Errorf("%q is taken for %+v", text, got)
		}
	}
}

// A word of several languages is answered in the workspace's own.
func TestConsentWordOfSeveralLanguages(t *testing.T) {
	w := newConsentWords(crm.BuiltInConsentSettings())
	for preferred, want := range map[string]string{"": "en", "en_US": "en", "fr": "fr", "de_DE": "de", "id": "id", "ja": "en"} {
		if got, _ := w.Find("stop", preferred); got.language != want {
			t.Errorf("with %q stop is answered in %q, want %q", preferred, got.language, want)
		}
	}
}

func TestBuiltInConsentWords(t *testing.T) {
	s := crm.BuiltInConsentSettings()
	if list := newConsentWords(s).contradictions(); len(list) != 0 {
		t.Errorf("words that stop and start: %q", list)
	}
	var have []string
	for _, l := range s.Languages {
		have = append(have, l.Language)
		if len(l.StopWords) == 0 || len(l.StartWords) == 0 {
			t.Errorf("%s has no words", l.Language)
		}
	}
	if want := []string{"en", "es", "pt", "fr", "de", "hi", "ar", "id"}; !slices.Equal(have, want) {
		t.Errorf("the languages are %q, want %q", have, want)
	}
	s.Languages[0].StartWords = append(slices.Clone(s.Languages[0].StartWords), "Arrêt!")
	if list := newConsentWords(s).contradictions(); !slices.Equal(list, []string{"arret"}) {
		t.Errorf("a word that stops and starts is told as %q", list)
	}
}

func FuzzFoldWord(f *testing.F) {
	for _, l := range crm.BuiltInConsentSettings().Languages {
		for _, w := range slices.Concat(l.StopWords, l.StartWords) {
			f.Add(w)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := foldWord(s)
		if twice := foldWord(once); twice != once {
			t.Errorf("%q folds to %q and then to %q", s, once, twice)
		}
	})
}

func BenchmarkConsentWordFind(b *testing.B) {
	w := newConsentWords(crm.BuiltInConsentSettings())
	for b.Loop() {
		w.Find("Hello, when do you open tomorrow?", "en_US")
	}
}
