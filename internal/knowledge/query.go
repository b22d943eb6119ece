package knowledge

import "slices"

// terms cuts a query into words and finds what stands for each in the index:
// the word in the form of every language that the index has, its synonyms, and
// words that are written like it.
func (x *Index) terms(query, language string, a *account) []term {
	guessed := Language(query)
	if guessed == "" {
		guessed = language
	}
	languages := x.languages
	if guessed != "" && !slices.Contains(languages, guessed) {
		languages = append(slices.Clip(languages), guessed)
	}
	list := split(query, guessed, language)
	instead := x.synonyms.of(list)
	var out []term
	seen := map[string]bool{}
	for i, word := range list {
		if seen[word] || len(out) == maxTerms {
			continue
		}
		seen[word] = true
		t := term{}
		if unspacedWord(word) {
			x.pair(&t, word)
		} else {
			x.word(&t, word, languages, a)
		}
		for _, s := range instead[i] {
			for _, l := range languages {
				x.exact(&t, stem(s.word, l), s.like)
			}
			if unspacedWord(s.word) {
				x.pair(&t, s.word)
			}
		}
		x.kindred(&t, word, languages, guessed)
		x.weigh(&t)
		out = append(out, t)
	}
	return out
}

// split cuts a query into folded words and pairs of characters, without those
// that say nothing, unless nothing else is left.
func split(query, guessed, language string) []string {
	folded := Fold(query)
	pass := func(text string, stops bool) (out []string) {
		words(text, func(word string, run bool) {
			if !run {
				if !stops || !stopWords[guessed][word] && !stopWords[language][word] {
					out = append(out, word)
				}
				return
			}
			rs := []rune(word)
			if len(rs) == 1 {
				out = append(out, word)
			}
			for i := range len(rs) - 1 {
				out = append(out, string(rs[i:i+2]))
			}
		})
		return out
	}
	if list := pass(asking.Replace(folded), true); len(list) > 0 {
		return list
	}
	return pass(folded, false)
}

func unspacedWord(word string) bool {
	for _, r := range word {
		return unspaced(r)
	}
	return false
}

// exact adds a word of the index.
func (x *Index) exact(t *term, word string, like float64) bool {
	id, ok := x.vocabulary[word]
	if !ok || x.starts[id] == x.starts[id+1] {
		return false
	}
	for i := range t.matches {
		if t.matches[i].word == id {
			t.matches[i].like = max(t.matches[i].like, like)
			return true
		}
	}
	t.matches = append(t.matches, alike{id, like})
	return true
}

// pair adds two characters, and each of them for less.
func (x *Index) pair(t *term, word string) {
	x.exact(t, word, 1)
	rs := []rune(word)
	if len(rs) < 2 {
		return
	}
	for _, r := range rs {
		x.exact(t, string(r), singleShare)
	}
}

// word adds a word in the forms of the languages, and words that are like it.
func (x *Index) word(t *term, word string, languages []string, a *account) {
	x.exact(t, word, 1)
	var forms []string
	for _, l := range languages {
		if form := stem(word, l); form != "" && !slices.Contains(forms, form) {
			forms = append(forms, form)
		}
	}
	for _, f := range forms {
		x.exact(t, f, 1)
	}
	if !slices.Contains(forms, word) { // a stem of a mistyped word may be cut too short to be recognised
		forms = append(forms, word)
	}
	known := len(t.matches) > 0
	for _, f := range forms {
		for _, near := range x.like(f, a) {
			like := near.like * near.like * fuzzyShare
			if known { // it is spelled right: others are other words, perhaps of the same root
				like *= 0.6
			}
			x.exact(t, x.names[near.word], like)
		}
	}
}

// kindred adds what is commonly said instead of a word, in the language of the
// query or, where that cannot be told, in each of the index.
func (x *Index) kindred(t *term, word string, languages []string, guessed string) {
	if guessed != "" {
		languages = []string{guessed}
	}
	for _, l := range languages {
		for _, group := range kindred[l][stem(word, l)] {
			for _, w := range group {
				x.exact(t, w, kindredShare)
			}
		}
	}
}

// weigh sets how much a word of the query tells: as much as the rarest form in
// which the index knows it.
func (x *Index) weigh(t *term) {
	if len(t.matches) == 0 {
		t.weight = unknownShare * x.idf(0)
		return
	}
	most := 0.0
	for _, m := range t.matches {
		most = max(most, m.like)
	}
	n := 0
	for _, m := range t.matches {
		if m.like == most {
			n += len(x.of(m.word))
		}
	}
	t.weight = x.idf(min(n, len(x.docs)))
}

// synonyms are words and phrases that stand for each other, by first word.
type synonyms map[string][]phrase

type phrase struct {
	words  []string // that must follow each other in the query
	others []string // words of what stands for them
	share  []float64
}

type instead struct {
	word string
	like float64
}

func newSynonyms(groups [][]string) synonyms {
	out := synonyms{}
	for _, group := range groups {
		cut := make([][]string, 0, len(group))
		for _, text := range group {
			if list := split(text, "", ""); len(list) > 0 {
				cut = append(cut, list)
			}
		}
		for i, from := range cut {
			p := phrase{words: from}
			for k, to := range cut {
				if k == i {
					continue
				}
				for _, w := range to {
					p.others = append(p.others, w)
					p.share = append(p.share, synonymShare/float64(len(to)))
				}
			}
			out[from[0]] = append(out[from[0]], p)
		}
	}
	return out
}

// of returns, per word of a query, what may stand in its place.
func (s synonyms) of(list []string) [][]instead {
	out := make([][]instead, len(list))
	if len(s) == 0 {
		return out
	}
	for i, w := range list {
		for _, p := range s[w] {
			if len(p.words) > len(list)-i || !slices.Equal(p.words, list[i:i+len(p.words)]) {
				continue
			}
			for k, o := range p.others {
				for j := range p.words {
					out[i+j] = append(out[i+j], instead{o, p.share[k]})
				}
			}
		}
	}
	return out
}
