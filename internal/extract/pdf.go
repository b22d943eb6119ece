package extract

import (
	"bytes"
	"math"
	"strings"

	"github.com/ledongthuc/pdf"

	"service.example/crm/internal/knowledge"
)

// readPDF reads the text of a PDF file, line by line as it stands on the pages.
// A line in larger letters than most is a heading.
func readPDF(raw []byte) (r Result, err error) {
	file, err := pdf.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		if strings.Contains(err.Error(), "encrypt") || strings.Contains(err.Error(), "password") {
			return r, Fault("The PDF file is protected by a password.")
		}
		return r, Fault("The file is no PDF, or it is damaged.")
	}
	pages := file.NumPage()
	if pages > maxPages {
		return r, Fault("The PDF file has too many pages: at most 2,000 are taken. Split it.")
	}
	var lines []line
	total := 0
	for n := 1; n <= pages; n++ {
		for _, l := range pageLines(file.Page(n)) {
			if total += len(l.text); total > MaxText {
				return r, Fault("The PDF file has too much text: at most 8 MB are taken. Split it.")
			}
			lines = append(lines, l)
		}
	}
	if len(lines) == 0 {
		return r, Fault("The PDF file has no text: its pages are images. Recognise the text in them first.")
	}
	r.Title = strings.TrimSpace(file.Trailer().Key("Info").Key("Title").Text())
	r.Blocks = paragraphs(lines)
	return r, nil
}

// line is a line of a page.
type line struct {
	text string
	size float64 // of its letters
	gap  float64 // to the line above, in lines; large at the begin of a page
}

// pageLines are the lines of a page in the order in which they are drawn, which
// is that of reading in columns too.
func pageLines(p pdf.Page) (out []line) {
	if p.V.IsNull() {
		return nil
	}
	var b strings.Builder
	above, y, end, size := math.Inf(1), 0.0, 0.0, 0.0
	flush := func() {
		if text := strings.Join(strings.Fields(b.String()), " "); text != "" {
			out = append(out, line{text: text, size: size, gap: math.Abs(above-y) / max(size, 1)})
			above = y
		}
		b.Reset()
		size = 0
	}
	for _, t := range p.Content().Text {
		letter := max(t.FontSize, 1)
		if b.Len() > 0 && (math.Abs(t.Y-y) > letter/2 || t.X < end-2*letter) {
			flush()
		}
		if b.Len() > 0 && t.X-end > 0.15*letter {
			b.WriteByte(' ')
		}
		b.WriteString(t.S)
		y, end, size = t.Y, t.X+t.W, max(size, t.FontSize)
	}
	flush()
	return out
}

// paragraphs joins lines. A gap, or a heading, ends a paragraph.
func paragraphs(lines []line) (out []knowledge.Block) {
	usual := usualSize(lines)
	var text []string
	end := func() {
		if len(text) > 0 {
			out = append(out, knowledge.Block{Kind: knowledge.BlockText, Text: joinLines(text)})
		}
		text = nil
	}
	for _, l := range lines {
		if l.size > usual*1.15 && len(l.text) < 160 {
			end()
			level := 2
			if l.size > usual*1.5 {
				level = 1
			}
			out = append(out, knowledge.Block{Kind: knowledge.BlockHeading, Level: level, Text: l.text})
			continue
		}
		if l.gap > 1.9 {
			end()
		}
		text = append(text, l.text)
	}
	end()
	return out
}

// usualSize is the size in which most of the text is set.
func usualSize(lines []line) float64 {
	count := map[float64]int{}
	best := 0.0
	for _, l := range lines {
		size := math.Round(l.size*2) / 2
		if count[size] += len(l.text); count[size] > count[best] || count[size] == count[best] && size < best {
			best = size
		}
	}
	return best
}

// joinLines makes lines one text; a word that was divided becomes whole.
func joinLines(lines []string) string {
	var b strings.Builder
	for i, l := range lines {
		if i > 0 {
			b.WriteByte(' ')
		}
		if i+1 < len(lines) && strings.HasSuffix(l, "-") && len(l) > 2 && l[len(l)-2] >= 'a' && l[len(l)-2] <= 'z' && lines[i+1][0] >= 'a' && lines[i+1][0] <= 'z' {
			lines[i+1] = l[:len(l)-1] + lines[i+1]
			continue
		}
		b.WriteString(l)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
