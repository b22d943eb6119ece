package sandbox

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// passage is a piece of knowledge found in a prompt.
type passage struct{ id, text string }

// grounded is an answer taken from passages; found is false without one.
type grounded struct {
	question   string
	text       string
	sources    []string
	found      bool
	confidence float64
	choices    choices // what may be chosen, of a prompt that has choices
}

// Answers for when no passage fits, and to a greeting.
const (
	noAnswer = "I am not sure about that. Let me connect you with a colleague."
	greeting = "Hello! How can I help you?"
)

// Ways in which prompts mark passages.
var (
	taggedPassage    = regexp.MustCompile(`(?s)<(?:passage|document|source)\b([^>]*)>(.*?)</(?:passage|document|source)>`)
	taggedMessage    = regexp.MustCompile(`(?s)<message>(.*?)</message>`)
	taggedID         = regexp.MustCompile(`(?:id|name|title)="?([^"\s>]+)`)
	bracketedPassage = regexp.MustCompile(`^\s*\[([A-Za-z0-9_.:#-]{1,80})\]:?\s*(.+)$`)
)

// answerFrom finds the question, which is the last user message, and the
// passage of the other messages that shares most words with it.
func answerFrom(p *prompt) grounded {
	question, rest := "", []string{}
	for i := len(p.turns) - 1; i >= 0; i-- {
		t := p.turns[i]
		switch {
		case t.role == "user" && question == "":
			question = t.text
		case t.role == "system" || t.role == "developer":
			rest = append(rest, t.text)
		}
	}
	knowledge := strings.Join(rest, "\n\n")
	found := passages(knowledge)
	offered := choicesIn(question)
	written := taggedMessage.FindAllStringSubmatch(question, -1)
	if marked := passages(question); hasIDs(marked) {
		// The whole prompt is one user message: its last line is the question.
		found = append(found, marked...)
		lines := strings.Split(strings.TrimSpace(question), "\n")
		question = lines[len(lines)-1]
	}
	if len(written) > 0 {
		question = ""
		for _, m := range written {
			question += data(m[1]) + "\n"
		}
	}
	cite := strings.Contains(strings.ToLower(knowledge), "cite") && !p.json
	g := best(words(question), found, cite)
	g.question, g.choices = question, offered
	return g
}

// data reads what stands in a data block: a JSON string, an object with a
// title and a text, or the text itself.
func data(block string) string {
	block = strings.TrimSpace(block)
	var text string
	var passage struct{ Title, Text string }
	switch {
	case json.Unmarshal([]byte(block), &text) == nil:
		return text
	case json.Unmarshal([]byte(block), &passage) == nil && passage.Text != "":
		return passage.Text
	}
	return block
}

func hasIDs(list []passage) bool {
	return slices.ContainsFunc(list, func(p passage) bool { return p.id != "" })
}

// passages splits a prompt: by tags, else by bracketed ids at the beginning of
// lines, else into its paragraphs.
func passages(prompt string) []passage {
	var out []passage
	for _, m := range taggedPassage.FindAllStringSubmatch(prompt, -1) {
		id := ""
		if found := taggedID.FindStringSubmatch(m[1]); found != nil {
			id = found[1]
		}
		out = append(out, passage{id, data(m[2])})
	}
	if len(out) > 0 {
		return out
	}
	if out = bracketed(prompt); len(out) > 0 {
		return out
	}
	for _, p := range strings.Split(prompt, "\n\n") {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, passage{text: p})
		}
	}
	return out
}

// bracketed reads "[id] text" with continuation lines up to an empty line.
func bracketed(prompt string) []passage {
	var out []passage
	open := false
	for _, line := range strings.Split(prompt, "\n") {
		m := bracketedPassage.FindStringSubmatch(line)
		switch {
		case m != nil:
			out, open = append(out, passage{m[1], strings.TrimSpace(m[2])}), true
		case strings.TrimSpace(line) == "":
			open = false
		case open:
			out[len(out)-1].text += "\n" + strings.TrimSpace(line)
		}
	}
	return out
}

// stopwords say nothing about what is asked.
var stopwords = strings.Fields(`a an and are at be can could de der die do does el en for from
	get have how i ich in is ist it la me my of on or please que the there to was we what when where which who
	will with you your`)

// words are the distinct words of a text, cut to their first six letters so
// that "deliver", "delivers" and "delivery" meet.
func words(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if slices.Contains(stopwords, w) {
			continue
		}
		r := []rune(w)
		if unicode.Is(unicode.Han, r[0]) {
			for i := range len(r) - 1 { // nothing parts the words there
				out[string(r[i:i+2])] = true
			}
			continue
		}
		if len(r) > 6 {
			w = string(r[:6])
		}
		out[strings.TrimSuffix(w, "s")] = true
	}
	return out
}

// best picks the passage with the largest share of the question's words; the
// earliest wins a draw.
func best(question map[string]bool, list []passage, cite bool) grounded {
	greeted := question["hello"] || question["hi"] || question["hola"]
	if len(question) == 0 || greeted && len(question) < 3 {
		return grounded{text: greeting, found: true, confidence: 1}
	}
	score, chosen := 0, -1
	for i, p := range list {
		n := 0
		for w := range words(p.text) {
			if question[w] {
				n++
			}
		}
		if n > score {
			score, chosen = n, i
		}
	}
	if chosen < 0 {
		return grounded{text: noAnswer}
	}
	g := grounded{text: list[chosen].text, found: true, confidence: float64(score) / float64(len(question))}
	if id := list[chosen].id; id != "" {
		g.sources = []string{id}
		if cite {
			g.text += " [" + id + "]"
		}
	}
	return g
}

// json fills a schema's properties by their names and types; without a schema
// it answers with answer, sources and confidence.
func (g grounded) json(schema map[string]any) string {
	v := map[string]any{"answer": g.text, "sources": g.sources, "confidence": g.confidence}
	if properties := fields(schema).sub("properties"); len(properties) > 0 {
		v = map[string]any{}
		for name := range properties {
			v[name] = g.property(strings.ToLower(name), properties.sub(name))
		}
	}
	out, _ := json.Marshal(v) // plain values only
	return string(out)
}

func (g grounded) property(name string, schema fields) any {
	kind := schema.str("type")
	if kinds := schema.list("type"); len(kinds) > 0 {
		kind, _ = text(kinds[0])
	}
	if values := schema.list("enum"); len(values) > 0 {
		return g.choose(values)
	}
	if answer, is := g.choices.answer(name, g.question); is {
		return answer
	}
	switch kind {
	case "array":
		if name == "promises" {
			return g.promises()
		}
		if g.sources != nil && strings.Contains("sources citations passages passage_ids cited used", strings.TrimSuffix(name, "s")) {
			return g.sources
		}
		return []string{}
	case "number", "integer":
		if kind == "integer" {
			return int(g.confidence)
		}
		return g.confidence
	case "boolean":
		handOff := strings.Contains(name, "hand") || strings.Contains(name, "escal") || strings.Contains(name, "human")
		return handOff != g.found
	case "object":
		return map[string]any{}
	}
	switch {
	case name == "summary":
		said := []rune(strings.Join(strings.Fields(g.question), " "))
		return "It was said: " + string(said[:min(len(said), 300)])
	case name == "language":
		return language(g.question)
	case (name == "reason" || name == "note") && g.found:
		return ""
	case name == "reason" || name == "note":
		return "no passage answers the question"
	}
	return g.text
}

// promises are what the sentences of the question commit their writer to: those that say
// "I'll" or "we will", tomorrow at nine.
func (g grounded) promises() []any {
	out := []any{}
	for _, sentence := range strings.FieldsFunc(g.question, func(r rune) bool { return r == '.' || r == '!' || r == '\n' }) {
		lower := strings.ToLower(sentence)
		if strings.Contains(lower, "i'll ") || strings.Contains(lower, "we'll ") || strings.Contains(lower, "i will ") || strings.Contains(lower, "we will ") {
			out = append(out, map[string]any{"text": strings.TrimSpace(sentence), "in_days": 1, "time": "09:00"})
		}
	}
	return out[:min(len(out), 3)]
}

// choose takes the first value when an answer was found, else one that sounds
// like handing off, else the last.
func (g grounded) choose(values []any) any {
	if g.found {
		return values[0]
	}
	for _, v := range values {
		if s, _ := text(v); strings.Contains(s, "hand") || strings.Contains(s, "escal") || strings.Contains(s, "unknown") {
			return v
		}
	}
	return values[len(values)-1]
}

// languageWords are words that tell a language written in Latin letters.
var languageWords = map[string]string{
	"es": " el los las una por para qué cuál cuándo cómo dónde está puedo tienen abren hola ",
	"pt": " o os uma não vocês você quando como onde está posso têm abrem qual fazem olá ",
	"id": " apa apakah bagaimana kapan di mana saya anda bisa berapa yang untuk dengan jam buka ",
	"fr": " le les une est vous quand comment où puis avez quel ouvrez bonjour ",
	"de": " der die das ist wann wie wo kann haben sie öffnen und ich ",
}

// language guesses the language of a text by its script, else by its words.
func language(s string) string {
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Arabic, r):
			return "ar"
		case unicode.Is(unicode.Devanagari, r):
			return "hi"
		case unicode.Is(unicode.Han, r):
			return "zh"
		case unicode.Is(unicode.Cyrillic, r):
			return "ru"
		}
	}
	found, most := "en", 0
	for _, name := range []string{"es", "pt", "id", "fr", "de"} {
		n := 0
		for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) }) {
			if strings.Contains(languageWords[name], " "+w+" ") {
				n++
			}
		}
		if n > most {
			found, most = name, n
		}
	}
	return found
}
