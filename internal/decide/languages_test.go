package decide

import (
	"io/fs"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/abadojack/whatlanggo"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/knowledge"
)

// withLanguage returns the files of the package and one more.
func withLanguage(t *testing.T, name, text string) fs.FS {
	t.Helper()
	files := fstest.MapFS{name: {Data: []byte(text)}}
	own, _ := fs.Glob(languageFiles, "languages/*.json")
	for _, path := range own {
		if path == name {
			continue
		}
		data, err := fs.ReadFile(languageFiles, path)
		if err != nil {
			t.Fatal(err)
		}
		files[path] = &fstest.MapFile{Data: data}
	}
	return files
}

const italian = `{"name": "Italian", "handOffText": "Un collega risponde qui.", "greetingText": "Ciao!",
	"wantsPerson": ["parlare con una persona"], "upset": ["delusione totale"], "greetings": ["ciao"], "closings": ["grazie mille"],
	"machines": ["risposta automatica"], "promises": ["La richiamerò"], "negations": ["non", "mai"], "notSlips": ["sette", "sente"], "dots": ["punto e"],
	"digits": ["zero", "uno", "due", "tre", "otto", "sei"], "numbers": ["otto"],
	"prices": {"free": ["a costo zero"], "half": ["a metà prezzo"], "twoForOne": ["paghi uno prendi due"], "percent": ["su cento"], "scales": ["mila"],
		"between": ["di"], "money": ["fiorini"], "moneyAlone": ["soldi"], "countedIn": ["fiorini"], "currencies": {"riyal": ["scudi"]}}}`

// A new file is all that a language needs.
func TestANewFileIsTakenUp(t *testing.T) {
	own, err := readLanguages(languageFiles)
	if err != nil {
		t.Fatal(err)
	}
	list, err := readLanguages(withLanguage(t, "languages/it.json", italian))
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != len(own)+1 {
		t.Fatalf("%d languages, want %d", len(list), len(own)+1)
	}
	check := func(known bool) {
		now := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
		decides := func(text string) Decision {
			return Decide(Facts{Now: now, Config: crm.DefaultAssistantConfig(), Conversation: crm.Conversation{LastInboundAt: &now}, OpenedAt: now,
				Burst: []Said{{Inbound: true, Type: "text", Text: text, At: now}}})
		}
		c := crm.DefaultAssistantConfig()
		passages := []knowledge.Passage{{ID: "p", Text: "Siamo aperti da lunedì a sabato, il prezzo di tutto si paga al banco."}}
		refused := func(rule, text string) bool {
			r := Gate(c, NewPrompt(c, "CANARY7XYZ", "q", nil, passages), Answer{Action: Answers, Text: "Siamo aperti da lunedì a sabato, il prezzo di tutto si paga al banco. " + text, Citations: []string{"p"}}, "it", passages)
			return r != nil && r.Rule == rule
		}
		for name, got := range map[string]bool{
			"handOffText":        HandOffText(c, "it") == "Un collega risponde qui.",
			"greetingText":       GreetingText(c, "it") == "Ciao!",
			"wantsPerson":        decides("Vorrei PARLARE con una persona!").Reason == string(crm.HandOffAsked),
			"upset":              decides("Una delusione totale, quando aprite?").Negative,
			"greetings":          decides("Ciao!").Act == ActGreet,
			"greetings language": Language("Ciao!") == "it",
			"closings":           decides("Grazie mille!").Reason == SilentClosing,
			"machines":           decides("Questa è una risposta automatica.").Act == ActPause,
			"promises":           refused("promise", "La richiamero."),
			"negations":          negations("Perché non aprite mai?") == 2,
			"notSlips":           !slip("sette", "setta"),
			"dots":               refused("link", "Vedi evil punto e com"),
			"digits":             refused("phone", "tre due tre otto sei due uno"),
			"numbers, countedIn": refused("price", "Costa otto fiorini."),
			"free":               refused("price", "È a costo zero."),
			"half":               refused("price", "Oggi a meta prezzo."),
			"twoForOne":          refused("price", "Paghi uno prendi due."),
			"percent":            refused("price", "Sconto del 90 su cento."),
			"money":              refused("price", "Costa 5 fiorini."),
			"moneyAlone":         refused("price", "Costa 5 soldi."),
			"scales":             scaleForm.MatchString("5 mila $"),
			"between":            len(pricesIn("5 di $")) == 1,
			"currencies":         currencyOf("5 SCUDI") == riyal,
		} {
			if got != known {
				t.Errorf("%s: %v, want %v", name, got, known)
			}
		}
	}
	check(false)
	learn(list)
	defer learn(own)
	check(true)
}

// The detector weighs a language that has a file, and not those that are never meant.
func TestTheDetectorKnowsEveryLanguage(t *testing.T) {
	own, err := readLanguages(languageFiles)
	if err != nil {
		t.Fatal(err)
	}
	if known := detectorLanguages(own); !known[whatlanggo.Deu] || known[whatlanggo.Fin] || known[whatlanggo.Epo] {
		t.Error("the languages of the detector are wrong")
	}
	if !detectorLanguages(append(own, language{code: "fi"}))[whatlanggo.Fin] {
		t.Error("a new language is not known to the detector")
	}
}

// A faulty file stops the program at its start, and the error names the file,
// the field and the entry.
func TestAFaultyFileIsRefused(t *testing.T) {
	change := func(from, to string) string {
		text := strings.Replace(italian, from, to, 1)
		if text == italian {
			t.Fatalf("%q is not in the file", from)
		}
		return text
	}
	for _, c := range []struct{ name, text, want string }{
		{"languages/it.json", change(`"upset"`, `"upsett"`), `languages/it.json: json: unknown field "upsett"`},
		{"languages/it.json", change(`["ciao"]`, `"ciao"`), "cannot unmarshal string"},
		{"languages/it.json", change(`["ciao"]`, `["ciao",]`), "invalid character"},
		{"languages/it.json", italian + "{}", "text after the closing brace"},
		{"languages/it.json", "", "EOF"},
		{"languages/it.json", change(`"Ciao!"`, `" "`), "greetingText is empty"},
		{"languages/it.json", change(`["ciao"]`, `[]`), "greetings: the list is empty"},
		{"languages/it.json", change(`["La richiamerò"]`, `["La richiamerò", "…"]`), `promises: "…" has no letter and no digit`},
		{"languages/it.json", change(`"non"`, `""`), `negations: "" has no letter and no digit`},
		{"languages/it.json", change(`"non"`, `"mai"`), `negations: "mai" is listed twice`},
		{"languages/it.json", change(`"non"`, `" non"`), `negations: " non" begins or ends with a space`},
		{"languages/it.json", change(`"sei"`, `"sei sette"`), `digits: "sei sette" is more than one word`},
		{"languages/it.json", change(`"soldi"`, `"`+strings.Repeat("s", longestPriceWord+1)+`"`), "is longer than 24 bytes"},
		{"languages/it.json", change(`"riyal"`, `"scudo"`), `"scudo" is not a known currency`},
		{"languages/italian.json", italian, "languages/italian.json: the file name is not a language code"},
		{"languages/IT.json", italian, "is not a language code"},
		{"languages/en.json", "{", "languages/en.json: unexpected EOF"},
	} {
		if _, err := readLanguages(withLanguage(t, c.name, c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
	if _, err := readLanguages(fstest.MapFS{"languages/it.json": {Data: []byte(italian)}}); err == nil || !strings.Contains(err.Error(), "en.json is missing") {
		t.Errorf("without English: %v", err)
	}
}

// The guide for translators tells of every field and of no other.
func TestTheGuideTellsOfEveryField(t *testing.T) {
	guide, err := os.ReadFile("languages/README.md")
	if err != nil {
		t.Fatal(err)
	}
	rules := map[string]listRule{}
	for _, rule := range (language{}).lists() {
		rules[rule.field] = rule
	}
	fields := 0
	var walk func(prefix string, of reflect.Type)
	walk = func(prefix string, of reflect.Type) {
		for i := range of.NumField() {
			field := of.Field(i)
			name := field.Tag.Get("json")
			switch {
			case name == "":
			case field.Type.Kind() == reflect.Struct:
				walk(name+".", field.Type)
			default:
				fields++
				row := "| `" + prefix + name + "` | |"
				if field.Type.Kind() == reflect.String || rules[prefix+name].required {
					row = "| `" + prefix + name + "` | yes |"
				}
				if !strings.Contains(string(guide), row) {
					t.Errorf("README.md has no row %s", row)
				}
				if field.Type.Kind() == reflect.Slice && rules[prefix+name].field == "" {
					t.Errorf("%s%s is never checked", prefix, name)
				}
			}
		}
	}
	walk("", reflect.TypeFor[language]())
	if rows := strings.Count(string(guide), "\n| `"); rows != fields {
		t.Errorf("README.md has %d rows for %d fields", rows, fields)
	}
}
