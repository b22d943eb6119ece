package knowledge

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// orders are ways of giving orders to a model, folded, in the languages of the
// product. They are few and plain: what finds nothing here is still treated as
// data, and what finds something is shown to people, not removed. An expression
// is tried only on a text that has one of its words: it costs a microsecond per
// letter.
var orders = []struct {
	words []string
	is    *regexp.Regexp
}{
	{oneOf("ignore|disregard|forget|override"), regexp.MustCompile(`(ignore|disregard|forget|override)( \w+){0,3} (previous|prior|above|earlier|all|your|the|system)( \w+){0,2} (instruction|prompt|rule|guideline|direction)`)},
	{oneOf("system prompt|hidden prompt|your instructions|your prompt|initial instructions"), regexp.MustCompile(`(reveal|print|repeat|show|output|leak)( \w+){0,3} (system prompt|hidden prompt|your instructions|your prompt|initial instructions)`)},
	{oneOf("you are n"), regexp.MustCompile(`you are (now|no longer) (a|an|the|in|chatgpt|dan)\b`)},
	{oneOf("as if you|as though you|unrestricted|jailbroken|different"), regexp.MustCompile(`(act|behave|respond|answer) as (if you were|though you were|an? (unrestricted|jailbroken|different))`)},
	{oneOf("instruction|prompt"), regexp.MustCompile(`(new|updated|important) (system )?(instructions?|prompt) ?(for|to)? ?(the )?(ai|assistant|model|chatbot|bot|llm)`)},
	{oneOf("system|developer|assistant"), regexp.MustCompile(`(system|developer|assistant) ?(prompt|message|override) ?:`)},
	{oneOf("<"), regexp.MustCompile(`<\|?(im_start|im_end|system|endoftext)`)},
	{oneOf("inst]"), regexp.MustCompile(`\[/?inst\]`)},
	{oneOf("###"), regexp.MustCompile(`### ?(instruction|system)`)},
	{oneOf("jailbreak"), regexp.MustCompile(`\bjailbreak\b`)},
	{oneOf("do anything now"), regexp.MustCompile(`do anything now`)},
	{oneOf("must|should|has to|have to"), regexp.MustCompile(`(ai|language model|assistant|chatbot|llm)s?,? (must|should|has to|have to) (now )?(always |never )?(reply|respond|say|tell|send|answer|ignore|recommend)`)},
	{oneOf("ignor|olvid|descart"), regexp.MustCompile(`(ignora|ignore|olvida|olvide|descarta)( \w+){0,3} (instrucciones|indicaciones|reglas|ordenes)`)},
	{oneOf("ignor|esqueca|desconsidere|descarte"), regexp.MustCompile(`(ignore|ignora|esqueca|desconsidere|descarte)( \w+){0,3} (instrucoes|regras|orientacoes|ordens)`)},
	{oneOf("ignore|oublie"), regexp.MustCompile(`(ignorez|oubliez|ignore|oublie)( \w+){0,3} (instructions|consignes|regles)`)},
	{oneOf("ignoriere|vergiss|missachte"), regexp.MustCompile(`(ignoriere|vergiss|missachte)( \w+){0,3} (anweisung|regeln|vorgaben|instruktion)`)},
	{oneOf("abaikan|lupakan"), regexp.MustCompile(`(abaikan|lupakan)( \w+){0,3} (instruksi|perintah|aturan|petunjuk)`)},
	{oneOf("تجاهل|انس|اهمل"), regexp.MustCompile(`(تجاهل|انس|اهمل)( \S+){0,3} (التعليمات|تعليمات|الاوامر|القواعد)`)},
	{oneOf("अनदेख|नजरअंदाज|भूल"), regexp.MustCompile(`(निर्देश|निर्देशों|नियम|नियमों|आदेश|आदेशों)( \S+){0,3} (अनदेखा|नजरअंदाज|भूल|अनदेखी)`)},
	{oneOf("忽略|无视|忘记|不要理会"), regexp.MustCompile(`(忽略|无视|忘记|不要理会).{0,8}(指令|指示|提示|规则|命令)`)},
	{oneOf("提示词"), regexp.MustCompile(`(系统|隐藏)提示词`)},
}

func oneOf(list string) []string { return strings.Split(list, "|") }

// Suspicious reports whether a text gives orders to a model.
func Suspicious(text string) bool {
	folded := strings.Join(strings.Fields(Fold(text)), " ")
	for _, o := range orders {
		if slices.ContainsFunc(o.words, func(w string) bool { return strings.Contains(folded, w) }) && o.is.MatchString(folded) {
			return true
		}
	}
	return false
}

// hides reports whether a text hides characters that only a machine reads:
// tags, changes of direction, or a number of zero-width ones.
func hides(text string) bool {
	hidden := 0
	for _, r := range text {
		switch {
		case r >= 0xe0000 && r <= 0xe007f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
			return true
		case unicode.Is(unicode.Cf, r) && !strings.ContainsRune("\u200c\u200d\u00ad\ufeff\u200e\u200f", r):
			hidden++
		}
	}
	return hidden > 3
}
