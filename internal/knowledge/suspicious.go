package knowledge

import (
	"regexp"
	"strings"
	"unicode"
)

// orders are ways of giving orders to a model, folded, in the languages of the
// product. They are few and plain: what finds nothing here is still treated as
// data, and what finds something is shown to people, not removed.
var orders = regexp.MustCompile(strings.Join([]string{
	`(ignore|disregard|forget|override)( \w+){0,3} (previous|prior|above|earlier|all|your|the|system)( \w+){0,2} (instruction|prompt|rule|guideline|direction)`,
	`(reveal|print|repeat|show|output|leak)( \w+){0,3} (system prompt|hidden prompt|your instructions|your prompt|initial instructions)`,
	`you are (now|no longer) (a|an|the|in|chatgpt|dan)\b`,
	`(act|behave|respond|answer) as (if you were|though you were|an? (unrestricted|jailbroken|different))`,
	`(new|updated|important) (system )?(instructions?|prompt) ?(for|to)? ?(the )?(ai|assistant|model|chatbot|bot|llm)`,
	`(system|developer|assistant) ?(prompt|message|override) ?:`,
	`<\|?(im_start|im_end|system|endoftext)`, `\[/?inst\]`, `### ?(instruction|system)`, `\bjailbreak\b`, `do anything now`,
	`(ai|language model|assistant|chatbot|llm)s?,? (must|should|has to|have to) (now )?(always |never )?(reply|respond|say|tell|send|answer|ignore|recommend)`,
	`(ignora|ignore|olvida|olvide|descarta)( \w+){0,3} (instrucciones|indicaciones|reglas|ordenes)`,
	`(ignore|ignora|esqueca|desconsidere|descarte)( \w+){0,3} (instrucoes|regras|orientacoes|ordens)`,
	`(ignorez|oubliez|ignore|oublie)( \w+){0,3} (instructions|consignes|regles)`,
	`(ignoriere|vergiss|missachte)( \w+){0,3} (anweisung|regeln|vorgaben|instruktion)`,
	`(abaikan|lupakan)( \w+){0,3} (instruksi|perintah|aturan|petunjuk)`,
	`(تجاهل|انس|اهمل)( \S+){0,3} (التعليمات|تعليمات|الاوامر|القواعد)`,
	`(निर्देश|निर्देशों|नियम|नियमों|आदेश|आदेशों)( \S+){0,3} (अनदेखा|नजरअंदाज|भूल|अनदेखी)`,
	`(忽略|无视|忘记|不要理会).{0,8}(指令|指示|提示|规则|命令)`, `(系统|隐藏)提示词`,
}, "|"))

// Suspicious reports whether a text gives orders to a model.
func Suspicious(text string) bool {
	return orders.MatchString(strings.Join(strings.Fields(Fold(text)), " "))
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
