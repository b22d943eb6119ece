package crm

import (
	"strings"
	"testing"
)

const danish = `[{"language": "da", "stopWords": ["AFMELD"], "startWords": ["TILMELD"],
	"stopConfirmation": {"enabled": true, "text": "Du er afmeldt."}, "startConfirmation": {"enabled": true, "text": "Du er tilmeldt."}}]`

func TestConsentWordsAreRead(t *testing.T) {
	list, err := readConsentWords([]byte(danish))
	if err != nil || len(list) != 1 || list[0].StopWords[0] != "AFMELD" || list[0].StartConfirmation.Text != "Du er tilmeldt." {
		t.Errorf("%+v %v", list, err)
	}
	if n := len(BuiltInConsentSettings().Languages); n < 8 {
		t.Errorf("%d languages are built in", n)
	}
}

func TestAFaultyFileOfConsentWordsIsRefused(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{`"stopWords"`, `"stopWord"`, `unknown field "stopWord"`}, {`"da"`, `"dansk"`, "no code"}, {`["AFMELD"]`, `[]`, "list of words is empty"},
		{`["TILMELD"]`, `[" "]`, "has an empty word"}, {`"Du er afmeldt."`, `""`, `language "da"`}, {`AFMELD`, strings.Repeat("A", MaxConsentWord+1), `language "da"`},
		{`}}]`, `}}] []`, "text after the list"}, {`}}]`, `}},` + danish[1:], "listed twice"},
	} {
		if _, err := readConsentWords([]byte(strings.Replace(danish, c.from, c.to, 1))); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.to, err, c.want)
		}
	}
}
