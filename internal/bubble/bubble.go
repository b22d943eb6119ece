// Package bubble draws a template as the chat of a phone shows it, as an SVG. It has no
// script, no style sheet and nothing from elsewhere, so that a page can show it as it is.
package bubble

import (
	"fmt"
	"html"
	"strings"
	"unicode"

	"service.example/crm/internal/crm"
)

const (
	margin  = 16.0 // around bubbles
	wide    = 300.0
	card    = 232.0 // a card of a carousel
	inset   = 12.0
	fontOf  = `font-family="system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, sans-serif"`
	ink     = "#111b21"
	faint   = "#667781"
	link    = "#027eb5"
	paper   = "#ffffff"
	wall    = "#efeae2"
	line    = "#e9edef"
	holds   = "#dfe5e7"
	maxShow = 3 // buttons; of more, a phone shows two, and the others in a list
)

// Draw draws a template.
func Draw(p crm.TemplatePreview) string {
	d := &drawing{}
	b := d.bubble(margin, margin, wide)
	b.header(p.Header)
	if p.Offer != nil {
		b.offer(p.Offer)
	}
	b.text(p.Body, 14.5, 20, ink, false)
	if p.Footer != "" {
		b.text(p.Footer, 12.5, 17, faint, false)
	}
	b.time()
	b.buttons(p.Buttons)
	b.close()
	x, bottom := margin, b.y
	for _, c := range p.Cards {
		one := d.bubble(x, b.y+8, card)
		one.header(c.Header)
		one.text(c.Body, 14, 19, ink, false)
		one.buttons(c.Buttons)
		one.close()
		x, bottom = x+card+8, max(bottom, one.y)
	}
	width, height := max(wide+4*margin, x+margin-8), bottom+margin
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" role="img" %s><title>%s</title><rect width="100%%" height="100%%" fill="%s"/>%s</svg>`,
		width, height, width, height, fontOf, escape(title(p)), wall, d.out.String())
}

// title is what a screen reader says of the picture.
func title(p crm.TemplatePreview) string {
	text := "A message: " + p.Body
	if p.Header != nil && p.Header.Text != "" {
		text = "A message: " + p.Header.Text + ". " + p.Body
	}
	return text
}

type drawing struct{ out strings.Builder }

// bubble is one that is being drawn, from top to bottom: y is where it goes on.
type bubble struct {
	d              *drawing
	out            strings.Builder
	x, y, top, wid float64
}

func (d *drawing) bubble(x, y, width float64) *bubble {
	return &bubble{d: d, x: x, y: y + inset - 2, top: y, wid: width}
}

func (b *bubble) add(format string, args ...any) { fmt.Fprintf(&b.out, format, args...) }

// close draws what stands behind, whose height is known now.
func (b *bubble) close() {
	fmt.Fprintf(&b.d.out, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="9" fill="%s" stroke="#d9d4cb" stroke-width="0.5"/>%s`, b.x, b.top, b.wid, b.y-b.top, paper, b.out.String())
}

var kinds = map[string]string{"image": "Photo", "video": "Video", "gif": "GIF", "document": "Document", "location": "Location", "product": "Product"}

func (b *bubble) header(h *crm.PreviewHeader) {
	if h == nil {
		return
	}
	if h.Type == "text" {
		b.text(h.Text, 15.5, 21, ink, true)
		b.y += 2
		return
	}
	height := b.wid * 0.52
	if h.Type == "document" {
		height = 56
	}
	b.add(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="6" fill="%s"/>`, b.x+4, b.top+4, b.wid-8, height, holds)
	middle := b.x + b.wid/2
	b.icon(h.Type, middle, b.top+4+height/2-10)
	b.add(`<text x="%.1f" y="%.1f" font-size="12" fill="%s" text-anchor="middle">%s</text>`, middle, b.top+4+height/2+20, faint, kinds[h.Type])
	b.y = b.top + 4 + height + 8
}

// icon draws what a file is, in lines.
func (b *bubble) icon(kind string, x, y float64) {
	shape := `<rect x="-13" y="-10" width="26" height="20" rx="3"/><path d="M-13 6l8-8 6 6 4-4 8 7"/><circle cx="6" cy="-4" r="2"/>`
	switch kind {
	case "video", "gif":
		shape = `<circle r="13"/><path d="M-4 -6l10 6-10 6z"/>`
	case "document":
		shape = `<path d="M-8 -12h11l6 6v18h-17z"/><path d="M3 -12v6h6"/>`
	case "location":
		shape = `<path d="M0 12c-6-8-9-11-9-15a9 9 0 0 1 18 0c0 4-3 7-9 15z"/><circle cy="-4" r="3"/>`
	case "product":
		shape = `<path d="M-10 -5h20l-2 16h-16z"/><path d="M-5 -5a5 5 0 0 1 10 0"/>`
	}
	b.add(`<g transform="translate(%.1f %.1f)" fill="none" stroke="%s" stroke-width="1.6" stroke-linejoin="round">%s</g>`, x, y, faint, shape)
}

func (b *bubble) offer(o *crm.PreviewOffer) {
	text := o.Text
	if o.ExpiresAt != nil {
		text += "\nEnds on " + o.ExpiresAt.UTC().Format("2 January, 15:04") + " UTC"
	}
	b.text(text, 13, 18, link, true)
}

// text draws a text, broken into lines. A line that begins in a script from right to left
// is drawn so.
func (b *bubble) text(text string, size, height float64, colour string, bold bool) {
	if strings.TrimSpace(text) == "" {
		return
	}
	for _, l := range wrap(clean(text), b.wid-2*inset, size) {
		b.y += height
		if len(l) == 0 {
			continue
		}
		x, side := b.x+inset, ""
		if rightToLeft(l) {
			x, side = b.x+b.wid-inset, ` direction="rtl"`
		}
		b.add(`<text x="%.1f" y="%.1f" font-size="%.1f" fill="%s" xml:space="preserve"%s>`, x, b.y-4, size, colour, side)
		for _, p := range l {
			p.bold = p.bold || bold
			b.add(`<tspan%s>%s</tspan>`, p.attributes(), escape(p.text))
		}
		b.add(`</text>`)
	}
	b.y += 4
}

func (p piece) attributes() (out string) {
	if p.bold {
		out += ` font-weight="600"`
	}
	if p.italic {
		out += ` font-style="italic"`
	}
	if p.struck {
		out += ` text-decoration="line-through"`
	}
	if p.mono {
		out += ` font-family="ui-monospace, monospace"`
	}
	return out
}

func (b *bubble) time() {
	b.y += 12
	b.add(`<text x="%.1f" y="%.1f" font-size="11" fill="%s" text-anchor="end">09:41</text>`, b.x+b.wid-inset, b.y-4, faint)
	b.y += 2
}

func (b *bubble) buttons(list []crm.PreviewButton) {
	if len(list) > maxShow {
		list = append(list[:maxShow-1:maxShow-1], crm.PreviewButton{Type: "LIST", Text: "See all options"})
	}
	for _, one := range list {
		b.add(`<path d="M%.1f %.1fh%.1f" stroke="%s"/>`, b.x, b.y, b.wid, line)
		label := shorten(clean(one.Text), b.wid-70)
		half := widthOf(label, 14.5, piece{}) / 2
		middle := b.x + b.wid/2 + 10
		b.add(`<g transform="translate(%.1f %.1f)" fill="none" stroke="%s" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round">%s</g>`, middle-half*1.06-16, b.y+21, link, sign(one.Type))
		b.add(`<text x="%.1f" y="%.1f" font-size="14.5" fill="%s" text-anchor="middle">%s</text>`, middle, b.y+26, link, escape(label))
		b.y += 42
	}
}

// sign is the drawing before the label of a button.
func sign(kind string) string {
	switch kind {
	case "URL":
		return `<path d="M-2 -6h-4v12h12v-4"/><path d="M1 -7h6v6M7 -7l-7 7"/>`
	case "PHONE_NUMBER", "VOICE_CALL":
		return `<path d="M-6 -6l3-1 2 4-2 2a9 9 0 0 0 4 4l2-2 4 2-1 3c-6 1-13-6-12-12z"/>`
	case "COPY_CODE", "OTP":
		return `<rect x="-3" y="-3" width="9" height="9" rx="1.5"/><path d="M-6 3v-8a1.5 1.5 0 0 1 1.500-1.500h8"/>`
	case "CATALOG", "MPM", "SPM", "LIST", "FLOW":
		return `<path d="M-5 -5h11M-5 0h11M-5 5h11"/>`
	}
	return `<path d="M6 5v-3a4 4 0 0 0-4-4h-8"/><path d="M-2 -6l-4 4 4 4"/>`
}

// shorten cuts a label that is too wide for its button.
func shorten(label string, width float64) string {
	if widthOf(label, 14.5, piece{}) <= width {
		return label
	}
	return label[:fits(label, width-14, 14.5, piece{})] + "…"
}

func rightToLeft(l []piece) bool {
	for _, p := range l {
		for _, r := range p.text {
			if unicode.In(r, unicode.Arabic, unicode.Hebrew) {
				return true
			}
			if unicode.IsLetter(r) {
				return false
			}
		}
	}
	return false
}

// clean leaves out what XML cannot have.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, strings.ToValidUTF8(strings.ReplaceAll(text, "\r\n", "\n"), ""))
}

func escape(text string) string { return html.EscapeString(clean(text)) }
