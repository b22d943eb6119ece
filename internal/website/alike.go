package website

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"service.example/crm/internal/knowledge"
)

// Match is where a name or an address was found, and how alike what stands there is.
type Match struct {
	Found bool
	Where string // title, site name, footer or text
	Seen  string
	Alike float64
}

// enough is how alike a name must be; shorter names than short must be the same.
const (
	enough = 0.85
	short  = 5
)

// legalForms say what kind of a business it is: websites leave them away.
var legalForms = set(`gmbh mbh ug ag kg kgaa ohg gbr eg ev ek se inc incorporated llc llp lp ltd limited plc corp corporation co company sa sas sasu sarl srl spa sl slu bv nv vof ab as oy oyj aps pvt private pte pty ltda me eireli
	sdn bhd tbk pt cv kft zrt doo dd sro ooo zao oao pao ao ip ооо зао оао пао ао ип тов`)

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

var (
	initials = regexp.MustCompile(`(?:\p{L}\.\s?){2,}`)
	joiners  = strings.NewReplacer("&amp;", " and ", "&", " and ", "’", "'", "'", "")
)

// wordsOf cuts a text into words as they are compared: without case, accents and dots of
// initials.
func wordsOf(text string) []string {
	text = initials.ReplaceAllStringFunc(text, func(s string) string { return strings.NewReplacer(".", "", " ", "").Replace(s) + " " })
	text = knowledge.Fold(joiners.Replace(strings.Join(strings.Fields(text), " "))) // folding drops line breaks
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
}

// coreOf is a name without the words for its legal form.
func coreOf(name []string) []string {
	core := slices.DeleteFunc(slices.Clone(name), func(w string) bool { return legalForms[w] })
	if len(core) == 0 {
		return name
	}
	return core
}

// FindName looks for the legal name of a business on a page.
func FindName(legal string, p Page) (best Match) {
	full := wordsOf(legal)
	for _, place := range []struct{ where, text string }{{"footer", p.Footer}, {"title", p.Title}, {"site name", p.SiteName}, {"text", p.Text}} {
		if m := alike(full, wordsOf(place.text)); m.Alike > best.Alike {
			best, best.Where = m, place.where
		}
	}
	return best
}

// InPicture reports whether a page has the name only as what a picture shows.
func InPicture(legal string, p Page) bool { return alike(wordsOf(legal), wordsOf(p.Pictures)).Found }

// alike finds the stretch of a text that is most like a name.
func alike(full, text []string) (best Match) {
	core := coreOf(full)
	want, whole := strings.Join(core, ""), strings.Join(full, " ")
	for _, size := range []int{len(core), len(core) + 1, len(core) - 1, len(full)} {
		for i := 0; size > 0 && i+size <= len(text) && best.Alike < 1; i++ {
			window := text[i : i+size]
			seen := strings.Join(window, " ")
			score := 0.98 * likeness(want, strings.Join(window, ""))
			if seen == whole {
				score = 1
			}
			if score > best.Alike {
				best = Match{Seen: seen, Alike: score}
			}
		}
	}
	best.Found = best.Alike >= enough && (len([]rune(want)) >= short || best.Alike >= 0.98)
	return best
}

// likeness is 1 for equal words and 0 for words that have nothing in common: the share of
// letters that stay when one becomes the other.
func likeness(a, b string) float64 {
	x, y := []rune(a), []rune(b)
	longer, shorter := max(len(x), len(y)), min(len(x), len(y))
	if longer == 0 || float64(shorter) < 0.6*float64(longer) {
		return 0
	}
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		left, corner := i+1, i
		for j := range y {
			cost := corner
			if x[i] != y[j] {
				cost = 1 + min(corner, row[j+1], left)
			}
			corner, row[j], left = row[j+1], left, cost
		}
		row[len(y)] = left
	}
	return 1 - float64(row[len(y)])/float64(longer)
}

var shortForms = map[string]string{"street": "st", "strasse": "str", "road": "rd", "avenue": "ave", "boulevard": "blvd", "suite": "ste", "floor": "fl", "square": "sq", "lane": "ln", "drive": "dr", "number": "no"}

func addressWords(text string) []string {
	words := wordsOf(text)
	for i, w := range words {
		if s, ok := shortForms[w]; ok {
			words[i] = s
		}
		if rest, ok := strings.CutSuffix(words[i], "strasse"); ok {
			words[i] = rest + "str"
		}
	}
	return words
}

// addressShare is how much of an address must stand together.
const addressShare = 0.7

// FindAddress looks for an address: most of its words close together, with its numbers
// among them.
func FindAddress(address string, p Page) (best Match) {
	want := slices.Compact(slices.Sorted(slices.Values(addressWords(address))))
	text := addressWords(p.Text)
	span := 2*len(want) + 2
	for i := range text {
		if !slices.Contains(want, text[i]) {
			continue
		}
		window := text[i:min(i+span, len(text))]
		have, numbers, digits := 0, 0, 0
		for _, w := range want {
			isNumber := strings.ContainsFunc(w, unicode.IsDigit)
			if isNumber {
				numbers++
			}
			if slices.Contains(window, w) {
				have++
				if isNumber {
					digits++
				}
			}
		}
		if score := float64(have) / float64(len(want)); score > best.Alike {
			best = Match{Where: "text", Seen: strings.Join(window[:min(len(window), len(want)+2)], " "), Alike: score}
			best.Found = score >= addressShare && (numbers == 0 || digits > 0)
		}
	}
	return best
}

// scriptOf is the script of most letters of a text.
func scriptOf(text string) string {
	counts, best := map[string]int{}, ""
	for i, r := range text {
		if i > 20_000 {
			break
		}
		for name, table := range scripts {
			if unicode.Is(table, r) {
				counts[name]++
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(scripts)) {
		if counts[name] > counts[best] {
			best = name
		}
	}
	return best
}

var scripts = map[string]*unicode.RangeTable{"Latin": unicode.Latin, "Cyrillic": unicode.Cyrillic, "Arabic": unicode.Arabic, "Greek": unicode.Greek, "Han": unicode.Han, "Hebrew": unicode.Hebrew,
	"Devanagari": unicode.Devanagari, "Hangul": unicode.Hangul, "Kana": unicode.Katakana, "Thai": unicode.Thai}
