package archtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// maxWords is how many words of its own the project may have.
const maxWords = 120

// Every word of CONTEXT.md has one line and one meaning, and none is to be
// avoided elsewhere.
func TestWordsHaveOneMeaning(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "CONTEXT.md"))
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]bool{}
	avoided := map[string]string{}
	for _, line := range strings.Split(string(text), "\n") {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || strings.Contains(line, "---") || strings.TrimSpace(cells[1]) == "word" {
			continue
		}
		word, meaning := strings.TrimSpace(cells[1]), strings.TrimSpace(cells[2])
		if words[word] || strings.Contains(word, ",") || meaning == "" {
			t.Errorf("%q has more than one line, is more than one word, or has no meaning", word)
		}
		words[word] = true
		for _, a := range strings.Split(cells[3], ",") {
			avoided[strings.TrimSpace(a)] = word
		}
	}
	if len(words) < 40 || len(words) > maxWords {
		t.Errorf("CONTEXT.md has %d words; between 40 and %d are expected", len(words), maxWords)
	}
	for word := range words {
		if avoided[word] != "" {
			t.Errorf("%q is a word, and %q says to avoid it", word, avoided[word])
		}
	}
}
