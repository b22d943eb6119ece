package extract

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"

	"service.example/crm/internal/knowledge"
)

// readHTML reads a page: what people see of its main part.
func readHTML(raw []byte) (Result, error) {
	decoded, err := charset.NewReader(bytes.NewReader(raw), "text/html")
	if err != nil {
		return Result{}, Fault("The encoding of the page is not known.")
	}
	root, err := html.Parse(decoded)
	if err != nil {
		return Result{}, Fault("The page cannot be read as HTML.")
	}
	p := &page{}
	p.head(root, true)
	p.walk(p.body(root), 0)
	p.end()
	if p.Title == "" {
		p.Title = p.firstHeading()
	}
	return p.Result, nil
}

// page gathers the blocks of an HTML document.
type page struct {
	Result
	text     strings.Builder // of the block at hand
	noFollow bool
	main     *html.Node
}

// head reads what a page says about itself, and its links.
func (p *page) head(n *html.Node, follow bool) {
	if n.Type == html.ElementNode {
		switch n.DataAtom {
		case atom.Html:
			p.Language = language(attribute(n, "lang"))
		case atom.Title:
			if p.Title == "" && n.FirstChild != nil && n.Parent != nil && n.Parent.DataAtom == atom.Head {
				p.Title = strings.Join(strings.Fields(n.FirstChild.Data), " ")
			}
		case atom.Base:
			p.Base = attribute(n, "href")
		case atom.Meta:
			if strings.EqualFold(attribute(n, "name"), "robots") {
				content := strings.ToLower(attribute(n, "content"))
				p.NoIndex = p.NoIndex || strings.Contains(content, "noindex") || content == "none"
				p.noFollow = p.noFollow || strings.Contains(content, "nofollow") || content == "none"
			}
		case atom.Main, atom.Article:
			if p.main == nil || p.main.DataAtom == atom.Article && n.DataAtom == atom.Main {
				p.main = n
			}
		case atom.A:
			if href := attribute(n, "href"); href != "" && !p.noFollow && !strings.Contains(attribute(n, "rel"), "nofollow") && len(p.Links) < maxLinks {
				p.Links = append(p.Links, href)
			}
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		p.head(c, follow)
	}
}

// body is the part of a page that is about something. Where several articles
// share a page it is all of it.
func (p *page) body(root *html.Node) *html.Node {
	if p.main != nil && (p.main.DataAtom == atom.Main || textLength(p.main)*2 > textLength(root)) {
		return p.main
	}
	return root
}

func textLength(n *html.Node) (size int) {
	if n.Type == html.TextNode {
		return len(strings.TrimSpace(n.Data))
	}
	if unseen(n) {
		return 0
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		size += textLength(c)
	}
	return size
}

// unseen reports whether people do not see an element, or it is not about the
// matter of the page.
func unseen(n *html.Node) bool {
	if n.Type == html.CommentNode || n.Type == html.DoctypeNode {
		return true
	}
	if n.Type != html.ElementNode {
		return false
	}
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Svg, atom.Math, atom.Iframe, atom.Object, atom.Nav, atom.Footer, atom.Aside, atom.Form,
		atom.Button, atom.Select, atom.Textarea, atom.Head, atom.Canvas, atom.Audio, atom.Video, atom.Dialog:
		return true
	}
	for _, a := range n.Attr {
		value := strings.ToLower(strings.ReplaceAll(a.Val, " ", ""))
		switch a.Key {
		case "hidden":
			return true
		case "aria-hidden":
			if value == "true" {
				return true
			}
		case "style":
			for _, s := range []string{"display:none", "visibility:hidden", "font-size:0", "opacity:0;", "opacity:0."} {
				if strings.Contains(value+";", s) {
					return true
				}
			}
		}
	}
	return false
}

var inline = []atom.Atom{atom.A, atom.Abbr, atom.B, atom.Bdi, atom.Bdo, atom.Cite, atom.Code, atom.Data, atom.Del, atom.Dfn, atom.Em, atom.Font, atom.I, atom.Ins, atom.Kbd,
	atom.Label, atom.Mark, atom.Q, atom.Rp, atom.Rt, atom.Ruby, atom.S, atom.Samp, atom.Small, atom.Span, atom.Strong, atom.Sub, atom.Sup, atom.Time, atom.U, atom.Var, atom.Wbr}

// walk adds what is below an element.
func (p *page) walk(n *html.Node, depth int) {
	if unseen(n) || len(p.Blocks) > maxBlocks {
		return
	}
	if n.Type == html.TextNode {
		p.text.WriteString(n.Data)
		return
	}
	switch a := n.DataAtom; {
	case n.Type == html.ElementNode && (a == atom.H1 || a == atom.H2 || a == atom.H3 || a == atom.H4 || a == atom.H5 || a == atom.H6):
		p.end()
		p.add(knowledge.Block{Kind: knowledge.BlockHeading, Level: int(n.Data[1] - '0'), Text: flat(n)})
	case a == atom.Br:
		p.text.WriteString("\n")
	case a == atom.Ul || a == atom.Ol:
		p.end()
		p.add(knowledge.Block{Kind: knowledge.BlockList, Text: strings.Join(items(n, 0), "\n")})
	case a == atom.Table:
		p.end()
		p.table(n)
	case a == atom.Pre:
		p.end()
		p.add(knowledge.Block{Kind: knowledge.BlockCode, Text: plain(n)})
	case a == atom.Details:
		p.end()
		p.details(n)
	case slices.Contains(inline, a):
		p.children(n, depth)
	default:
		p.end()
		p.children(n, depth)
		p.end()
	}
}

func (p *page) children(n *html.Node, depth int) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		p.walk(c, depth+1)
	}
}

// end ends the block at hand.
func (p *page) end() {
	p.add(knowledge.Block{Kind: knowledge.BlockText, Text: p.text.String()})
	p.text.Reset()
}

func (p *page) add(b knowledge.Block) {
	if b.Kind == knowledge.BlockText {
		b.Text = squeeze(b.Text)
	}
	if strings.TrimSpace(b.Text) != "" {
		p.Blocks = append(p.Blocks, b)
	}
}

// details is a question that opens to its answer.
func (p *page) details(n *html.Node) {
	question, answer := "", &page{}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Summary && question == "" {
			question = flat(c)
			continue
		}
		answer.walk(c, 0)
	}
	answer.end()
	var parts []string
	for _, b := range answer.Blocks {
		parts = append(parts, b.Text)
	}
	p.add(knowledge.Block{Kind: knowledge.BlockPair, Question: question, Text: strings.Join(parts, "\n")})
}

// table adds the rows of a table, or walks through one that only lays out.
func (p *page) table(n *html.Node) {
	var rows []string
	widest := 0
	var each func(n *html.Node)
	each = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if unseen(c) {
				continue
			}
			if c.DataAtom != atom.Tr {
				each(c)
				continue
			}
			var cells []string
			for d := c.FirstChild; d != nil; d = d.NextSibling {
				if d.DataAtom == atom.Td || d.DataAtom == atom.Th {
					cells = append(cells, flat(d))
				}
			}
			widest = max(widest, len(cells))
			if row := strings.Join(cells, " | "); strings.Trim(row, " |") != "" {
				rows = append(rows, row)
			}
		}
	}
	each(n)
	kind := knowledge.BlockTable
	if widest < 2 {
		kind = knowledge.BlockText
	}
	p.add(knowledge.Block{Kind: kind, Text: strings.Join(rows, "\n")})
}

// items are the lines of a list, those of lists within it set in.
func items(n *html.Node, depth int) (out []string) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode || unseen(c) {
			continue
		}
		var own strings.Builder
		var inner []string
		for d := c.FirstChild; d != nil; d = d.NextSibling {
			if d.DataAtom == atom.Ul || d.DataAtom == atom.Ol {
				inner = append(inner, items(d, depth+1)...)
				continue
			}
			own.WriteString(plain(d))
			if d.Type == html.ElementNode && !slices.Contains(inline, d.DataAtom) {
				own.WriteString(" ")
			}
		}
		if text := strings.Join(strings.Fields(own.String()), " "); text != "" {
			out = append(out, strings.Repeat("  ", min(depth, 5))+"- "+text)
		}
		out = append(out, inner...)
	}
	return out
}

// plain is the text below an element as it is written.
func plain(n *html.Node) string {
	var b strings.Builder
	var each func(n *html.Node)
	each = func(n *html.Node) {
		if unseen(n) {
			return
		}
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
		if n.DataAtom == atom.Br {
			b.WriteString("\n")
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			each(c)
			if c.Type == html.ElementNode && !slices.Contains(inline, c.DataAtom) {
				b.WriteString(" ")
			}
		}
	}
	each(n)
	return b.String()
}

// flat is the text below an element on one line.
func flat(n *html.Node) string { return strings.Join(strings.Fields(plain(n)), " ") }

// squeeze joins the lines that HTML means to be one, and keeps the breaks.
func squeeze(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = strings.Join(strings.Fields(l), " ")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

func (p *page) firstHeading() string {
	for _, b := range p.Blocks {
		if b.Kind == knowledge.BlockHeading {
			return b.Text
		}
	}
	return ""
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return strings.TrimSpace(a.Val)
		}
	}
	return ""
}

// language is the two letters of a language tag.
func language(tag string) string {
	tag = strings.ToLower(tag)
	if len(tag) == 2 || len(tag) > 2 && (tag[2] == '-' || tag[2] == '_') {
		return tag[:2]
	}
	return ""
}
