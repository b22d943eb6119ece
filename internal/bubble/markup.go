package bubble

import (
	"strings"
	"unicode"
)

// piece is a part of a text in one style.
type piece struct {
	text                       string
	bold, italic, struck, mono bool
}

// pieces reads one line of a text: *bold*, _italics_, ~struck~ and `code`, each begun and
// ended at the edge of a word, as the phone understands them.
func pieces(line string) (out []piece) {
	var now piece
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			now.text = text.String()
			out = append(out, now)
			text.Reset()
		}
	}
	style := map[rune]*bool{'*': &now.bold, '_': &now.italic, '~': &now.struck, '`': &now.mono}
	runes := []rune(strings.ReplaceAll(line, "```", "`"))
	for i, r := range runes {
		on, is := style[r]
		switch {
		case !is || now.mono && r != '`':
			text.WriteRune(r)
		case *on && closes(runes, i):
			flush()
			*on = false
		case !*on && opens(runes, i):
			flush()
			*on = true
		default:
			text.WriteRune(r)
		}
	}
	flush()
	return out
}

// opens reports whether the marker at i begins a style that ends later in the line.
func opens(line []rune, i int) bool {
	if i > 0 && isWord(line[i-1]) || i+1 >= len(line) || unicode.IsSpace(line[i+1]) || line[i+1] == line[i] {
		return false
	}
	for j := i + 2; j < len(line); j++ {
		if line[j] == line[i] && closes(line, j) {
			return true
		}
	}
	return false
}

func closes(line []rune, i int) bool {
	return i > 0 && !unicode.IsSpace(line[i-1]) && (i+1 == len(line) || !isWord(line[i+1]))
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// wrap breaks a text into lines that are not wider than width at a size, in pixels.
func wrap(text string, width, size float64) (lines [][]piece) {
	for _, line := range strings.Split(text, "\n") {
		if rest, is := strings.CutPrefix(line, "- "); is {
			line = "• " + rest
		}
		lines = append(lines, wrapLine(pieces(line), width, size)...)
	}
	return lines
}

func wrapLine(list []piece, width, size float64) (lines [][]piece) {
	var line []piece
	used := 0.0
	end := func() { lines, line, used = append(lines, line), nil, 0 }
	put := func(p piece, text string, wide float64) {
		if n := len(line); n > 0 && sameStyle(line[n-1], p) {
			line[n-1].text += text
		} else {
			p.text = text
			line = append(line, p)
		}
		used += wide
	}
	for _, p := range list {
		for _, word := range words(p.text) {
			wide := widthOf(word, size, p)
			switch {
			case used+wide <= width:
			case strings.TrimSpace(word) == "":
				continue // a blank at the end of a line
			case used > 0:
				end()
			}
			for wide > width && len(word) > 0 { // a word that no line can hold
				cut := fits(word, width, size, p)
				put(p, word[:cut], width)
				end()
				word = word[cut:]
				wide = widthOf(word, size, p)
			}
			if word != "" {
				put(p, word, wide)
			}
		}
	}
	end()
	return lines
}

func sameStyle(a, b piece) bool {
	a.text, b.text = "", ""
	return a == b
}

// words are the words of a text and the blanks between them.
func words(text string) (out []string) {
	from, blank := 0, false
	for i, r := range text {
		if is := r == ' ' || r == '\t'; i == 0 || is == blank {
			blank = is
		} else {
			out, from, blank = append(out, text[from:i]), i, is
		}
	}
	if from < len(text) {
		out = append(out, text[from:])
	}
	return out
}

// fits is how many bytes of a word a line holds: at least one character.
func fits(word string, width, size float64, p piece) int {
	used := 0.0
	for i, r := range word {
		if used += runeWidth(r) * size; used > width*0.97 && i > 0 {
			return i
		}
	}
	return len(word)
}

// widthOf is about how wide a text is: phones differ in their fonts.
func widthOf(text string, size float64, p piece) float64 {
	sum := 0.0
	for _, r := range text {
		sum += runeWidth(r)
	}
	switch {
	case p.mono:
		return float64(len([]rune(text))) * 0.62 * size
	case p.bold:
		sum *= 1.07
	}
	return sum * size
}

// runeWidth is about how wide a character is, in parts of the size of the font.
func runeWidth(r rune) float64 {
	switch {
	case unicode.Is(unicode.Mn, r), r == 0x200D, r >= 0xFE00 && r <= 0xFE0F:
		return 0
	case strings.ContainsRune("ijl.,:;'|!()[]` ", r):
		return 0.29
	case strings.ContainsRune("mwMW@%", r):
		return 0.88
	case r < 0x80 && unicode.IsUpper(r):
		return 0.68
	case r < 0x1100:
		return 0.56
	case r >= 0x1F000, r >= 0x2E80 && r < 0xFFF0, r < 0x1200:
		return 1.05
	}
	return 0.6
}
