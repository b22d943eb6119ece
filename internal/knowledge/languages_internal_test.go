package knowledge

import (
	"strings"
	"testing"
	"testing/fstest"
)

// A faulty file names itself, the field and the entry.
func TestFaultyLanguages(t *testing.T) {
	for text, want := range map[string]string{
		`{`:                          "languages/nl.json: unexpected EOF",
		`{"stopWords":["de"]}`:       "name is required",
		`{"name":"Dutch","stop":[]}`: `unknown field "stop"`,
		`{"name":"Dutch","stopWords":["de","het","de"]}`:   `stopWords: "de" comes twice`,
		`{"name":"Dutch","stopWords":["de het"]}`:          `stopWords: "de het" is not one word`,
		`{"name":"Dutch","asking":["wat","wat kost"]}`:     `asking: "wat kost" is not one word`,
		`{"name":"Dutch","asking":["wat","watkost"]}`:      `asking: "watkost" must stand before "wat"`,
		`{"name":"Dutch","kindred":[["winkel"]]}`:          `kindred: ["winkel"] needs two words`,
		`{"name":"Dutch","kindred":[["winkel","winkel"]]}`: `kindred: "winkel" comes twice`,
	} {
		_, err := readLanguages(fstest.MapFS{"languages/nl.json": {Data: []byte(text)}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// The words of every file are used.
func TestLanguagesAreRead(t *testing.T) {
	list, err := readLanguages(languageFiles)
	if err != nil || len(list) < 10 {
		t.Fatalf("%d languages, %v", len(list), err)
	}
	for code, l := range list {
		for _, w := range l.StopWords {
			words(Fold(w), func(word string, _ bool) {
				if !stopWords[code][word] {
					t.Errorf("%s: the stop word %q is not used", code, w)
				}
			})
		}
		for _, group := range l.Kindred {
			for _, w := range group {
				if len(kindred[code][stem(Fold(w), code)]) == 0 {
					t.Errorf("%s: the kindred word %q is not used", code, w)
				}
			}
		}
	}
}
