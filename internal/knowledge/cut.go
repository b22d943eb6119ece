package knowledge

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// BlockKind says what a block of a document is.
type BlockKind string

// The kinds of block.
const (
	BlockHeading BlockKind = "heading"
	BlockText    BlockKind = "text"
	BlockList    BlockKind = "list"  // one item per line
	BlockTable   BlockKind = "table" // one row per line; the first names the columns
	BlockCode    BlockKind = "code"
	BlockPair    BlockKind = "pair" // a question with its answer: a passage by itself
)

// Block is a part of a document that was extracted from a file or a page.
type Block struct {
	Kind     BlockKind `json:"kind"`
	Level    int       `json:"level,omitempty"` // of a heading, from 1
	Text     string    `json:"text"`
	Question string    `json:"question,omitempty"`
}

// Document is what a source says, in the order of reading.
type Document struct {
	Title    string  `json:"title,omitempty"`
	Language string  `json:"language,omitempty"` // two letters, as the document says itself
	Blocks   []Block `json:"blocks"`
}

// How long passages are, in words; of scripts without spaces, two characters
// count as a word.
const (
	leastWords = 120
	mostWords  = 220
	// titleMost bounds the path of headings, in bytes.
	titleMost = 300
	pathSign  = " › "
)

// Cut cuts a document into passages of 120 to 220 words: at headings first,
// then between blocks, then between sentences. A table or list stays whole
// where it fits; one that is too long is cut between rows, and each part of a
// table begins with the names of its columns. At most limit passages come
// back; more says that there would have been others. language is for all of
// them; "" lets each be guessed.
func Cut(d Document, language string, limit int) (out []Passage, more bool) {
	c := &cutter{limit: limit, language: language}
	if c.language == "" {
		c.language = d.Language
	}
	c.path = []heading{{0, clean(d.Title)}}
	for _, b := range d.Blocks {
		if c.full {
			break
		}
		text := clean(b.Text)
		hidden := hides(b.Text)
		switch {
		case b.Kind == BlockHeading:
			c.flush()
			c.heading(max(1, b.Level), strings.Join(strings.Fields(text), " "))
		case text == "":
		case b.Kind == BlockPair:
			c.flush()
			for _, part := range cutLong(text, "") {
				c.emit(clean(b.Question), part, hidden || hides(b.Question))
			}
		case b.Kind == BlockTable:
			c.add(text, hidden, func() []string { return cutTable(text) })
		default:
			c.add(text, hidden, func() []string { return cutLong(text, "") })
		}
	}
	c.flush()
	return c.out, c.full
}

type heading struct {
	level int
	text  string
}

type cutter struct {
	path     []heading
	language string
	parts    []string
	size     int
	hidden   bool // a part of the passage at hand had characters that nobody sees
	out      []Passage
	limit    int
	full     bool
}

func (c *cutter) heading(level int, text string) {
	if text == "" {
		return
	}
	for len(c.path) > 1 && c.path[len(c.path)-1].level >= level {
		c.path = c.path[:len(c.path)-1]
	}
	c.path = append(c.path, heading{level, head(text, titleMost)})
}

// add takes a block into the passage at hand, or begins the next with it.
func (c *cutter) add(text string, hidden bool, cut func() []string) {
	size := extent(text)
	if c.size > 0 && c.size+size > mostWords {
		c.flush()
	}
	c.hidden = c.hidden || hidden
	if size <= mostWords {
		c.parts = append(c.parts, text)
		if c.size += size; c.size >= leastWords {
			c.flush()
		}
		return
	}
	for _, part := range cut() {
		c.parts, c.size, c.hidden = append(c.parts, part), extent(part), hidden
		c.flush()
	}
}

func (c *cutter) flush() {
	if len(c.parts) > 0 {
		c.emit("", strings.Join(c.parts, "\n\n"), c.hidden)
	}
	c.parts, c.size, c.hidden = nil, 0, false
}

func (c *cutter) emit(question, text string, hidden bool) {
	if len(c.out) == c.limit {
		c.full = true
		return
	}
	var path []string
	for _, h := range c.path {
		if h.text != "" && (len(path) == 0 || path[len(path)-1] != h.text) {
			path = append(path, h.text)
		}
	}
	p := Passage{Title: head(strings.Join(path, pathSign), titleMost), Question: question, Text: text, Language: c.language}
	if p.Language == "" {
		p.Language = Language(question + "\n" + text)
	}
	p.Hash = HashPassage(p.Title, p.Question, p.Text, p.Language)
	p.Flagged = hidden || Suspicious(question+"\n"+text)
	c.out = append(c.out, p)
}

// longWord is how many bytes a word has at most, by and large: what has fewer
// words than bytes of that many is cut by its bytes.
const longWord = 30

// extent is how many words a text has, or would have by its length.
func extent(text string) int { return max(Words(text), (len(text)+longWord-1)/longWord) }

// Words counts the words of a text.
func Words(text string) int {
	n, half := 0, 0
	inside := false
	for _, r := range text {
		switch {
		case unspaced(r):
			half++
			inside = false
		case wordRune(r):
			if !inside {
				n++
			}
			inside = true
		case r != '\'' && r != '’' && r != '-':
			inside = false
		}
	}
	return n + (half+1)/2
}

// cutTable cuts a table between rows. Each part begins with the names of the
// columns, unless these are so long that they would fill it.
func cutTable(text string) []string {
	names, rows, _ := strings.Cut(text, "\n")
	if rows == "" || extent(names) > leastWords/2 {
		return cutLong(text, "")
	}
	return cutLong(rows, names)
}

// cutLong cuts a text into parts of at most mostWords words, at line ends, else
// at sentence ends, else between words. Each part begins with first.
func cutLong(text, first string) (out []string) {
	most := max(mostWords-extent(first), mostWords/2)
	var part strings.Builder
	size := 0
	end := func() {
		if t := strings.TrimSpace(part.String()); t != "" {
			if first != "" {
				t = first + "\n" + t
			}
			out = append(out, t)
		}
		part.Reset()
		size = 0
	}
	for _, s := range sentences(text) {
		n := extent(s)
		if size > 0 && size+n > most {
			end()
		}
		if n > most {
			for _, whole := range cutWords(s, most) {
				part.WriteString(whole)
				end()
			}
			continue
		}
		part.WriteString(s)
		size += n
	}
	end()
	return out
}

// cutWords cuts a text into parts of n words, and of no more than as many long
// ones have bytes.
func cutWords(text string, n int) (parts []string) {
	from, count, half := 0, 0, 0
	inside := false
	for i, r := range text {
		was := count
		switch {
		case unspaced(r):
			if half++; half%2 == 1 {
				count++
			}
			inside = false
		case wordRune(r):
			if !inside {
				count++
			}
			inside = true
		case r != '\'' && r != '’' && r != '-':
			inside = false
		}
		if was < count && count > n || i-from >= n*longWord {
			parts = append(parts, text[from:i])
			from, count, half = i, count-was, half&1&(count-was)
		}
	}
	return append(parts, text[from:])
}

// sentences cuts a text after line ends and after marks that end a sentence.
// The parts joined give the text.
func sentences(text string) (out []string) {
	from := 0
	rs := []rune(text)
	at := 0 // in bytes
	for i, r := range rs {
		at += utf8.RuneLen(r)
		ends := r == '\n' || strings.ContainsRune("。！？｡", r)
		if !ends && strings.ContainsRune(".!?।؟…", r) && i+1 < len(rs) && unicode.IsSpace(rs[i+1]) {
			ends = r != '.' || !abbreviated(rs, i)
		}
		if ends {
			out = append(out, text[from:at])
			from = at
		}
	}
	if from < len(text) {
		out = append(out, text[from:])
	}
	return out
}

// abbreviated reports whether the full stop at i ends an abbreviation: after a
// single letter, or before a small one.
func abbreviated(rs []rune, i int) bool {
	if i >= 1 && unicode.IsLetter(rs[i-1]) && (i == 1 || !unicode.IsLetter(rs[i-2])) {
		return true
	}
	for _, r := range rs[i+1:] {
		if !unicode.IsSpace(r) {
			return unicode.IsLower(r)
		}
	}
	return false
}

// clean returns a text without characters that nobody sees, with plain line
// ends and no more than one empty line.
func clean(text string) string {
	text = strings.ToValidUTF8(text, "")
	var b strings.Builder
	b.Grow(len(text))
	lines, space := 0, false
	for _, r := range text {
		switch {
		case r == '\n':
			lines++
			space = false
			continue
		case unicode.IsSpace(r):
			space = true
			continue
		case invisible(r) && r != '\u200c' && r != '\u200d': // these two shape letters
			continue
		}
		if b.Len() > 0 {
			switch {
			case lines > 1:
				b.WriteString("\n\n")
			case lines == 1:
				b.WriteByte('\n')
			case space:
				b.WriteByte(' ')
			}
		}
		lines, space = 0, false
		b.WriteRune(r)
	}
	return b.String()
}
