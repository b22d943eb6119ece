package knowledge

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

//go:embed languages/*.json
var languageFiles embed.FS

// language is one file of the folder languages. README.md there says what each
// field means and how to add a language.
type language struct {
	Name      string     `json:"name"`
	StopWords []string   `json:"stopWords"`
	Asking    []string   `json:"asking"`
	Kindred   [][]string `json:"kindred"`
}

// kindredShare is what a kindred word counts for, beside the word itself.
const kindredShare = 0.75

// What is made of the files once, when the program starts.
var (
	// stopWords are, by language, the words that say nothing about what is asked,
	// folded as texts are. Words of negation are among them only for retrieval;
	// Normalise keeps all.
	stopWords = map[string]map[string]bool{}
	// asking cuts runs of a question in scripts without spaces in two.
	asking *strings.Replacer
	// kindred are the groups of a word, by language and stem.
	kindred = map[string]map[string][][]string{}
)

func init() {
	list, err := readLanguages(languageFiles)
	if err != nil {
		panic(err) // a test reads the same files
	}
	var pairs []string
	for _, code := range slices.Sorted(maps.Keys(list)) {
		l := list[code]
		stopWords[code] = foldWords(l.StopWords)
		kindred[code] = byStem(l.Kindred, code)
		for _, phrase := range l.Asking {
			pairs = append(pairs, phrase, " ")
		}
	}
	asking = strings.NewReplacer(pairs...)
}

// readLanguages reads every language of a folder, by code. The first fault of
// any file is an error.
func readLanguages(files fs.FS) (map[string]language, error) {
	names, err := fs.Glob(files, "languages/*.json")
	if err != nil {
		return nil, err
	}
	list := map[string]language{}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		var l language
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&l); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if err := l.check(); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		list[strings.TrimSuffix(path.Base(name), ".json")] = l
	}
	return list, nil
}

// check returns the first fault of a file: its field and the entry.
func (l language) check() error {
	if l.Name == "" {
		return fmt.Errorf("name is required")
	}
	groups := append([][]string{l.StopWords, l.Asking}, l.Kindred...)
	for i, group := range groups {
		field := "kindred"
		if i < 2 {
			field = []string{"stopWords", "asking"}[i]
		} else if len(group) < 2 {
			return fmt.Errorf("%s: %q needs two words", field, group)
		}
		for k, word := range group {
			if word == "" || strings.ContainsAny(word, " \t\n") {
				return fmt.Errorf("%s: %q is not one word", field, word)
			}
			if slices.Contains(group[:k], word) {
				return fmt.Errorf("%s: %q comes twice", field, word)
			}
		}
	}
	for k, phrase := range l.Asking {
		for _, longer := range l.Asking[k+1:] {
			if strings.HasPrefix(longer, phrase) {
				return fmt.Errorf("asking: %q must stand before %q", longer, phrase)
			}
		}
	}
	return nil
}

func foldWords(list []string) map[string]bool {
	set := map[string]bool{}
	for _, w := range list {
		words(Fold(w), func(word string, _ bool) { set[word] = true })
	}
	return set
}

func byStem(groups [][]string, code string) map[string][][]string {
	out := map[string][][]string{}
	for _, words := range groups {
		var group []string
		for _, w := range words {
			group = append(group, stem(Fold(w), code))
		}
		for _, w := range group {
			out[w] = append(out[w], group)
		}
	}
	return out
}
