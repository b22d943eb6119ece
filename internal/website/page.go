// Package website judges whether the website of a business shows what the provider asks
// for: the legal name, the address, and a privacy policy of its own. It reads pages that
// its caller fetched, and fetches nothing.
package website

import (
	"bytes"
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"
	"golang.org/x/net/publicsuffix"

	"service.example/crm/internal/knowledge"
)

// Page is one page as people see it.
type Page struct {
	URL *url.URL
	// Title and SiteName are what a page calls itself, Text all that is shown of it,
	// Footer the part of it that stands below, and Pictures what pictures are said to show.
	Title, SiteName, Text, Footer, Pictures string
	Links                                   []Link
	declared                                string // language
}

// Link is where a page leads.
type Link struct {
	URL  *url.URL
	Text string
}

// bounds of what is kept of one page.
const (
	maxText  = 400_000
	maxLinks = 2000
)

// Read reads the HTML of a page. What is not HTML is a page without text.
func Read(at *url.URL, contentType string, raw []byte) Page {
	p := Page{URL: at}
	decoded, err := charset.NewReader(bytes.NewReader(raw), contentType)
	if err != nil {
		return p
	}
	root, err := html.Parse(decoded)
	if err != nil {
		return p
	}
	r := reader{page: &p, base: at}
	r.walk(root, false)
	p.Text, p.Footer, p.Pictures = r.text.String(), r.footer.String(), r.pictures.String()
	return p
}

type reader struct {
	page                   *Page
	base                   *url.URL
	text, footer, pictures strings.Builder
}

func (r *reader) walk(n *html.Node, below bool) {
	if n.Type == html.TextNode && r.text.Len() < maxText {
		r.text.WriteString(n.Data)
		if below {
			r.footer.WriteString(n.Data)
		}
		return
	}
	if n.Type == html.ElementNode {
		if r.element(n) {
			return
		}
		below = below || n.DataAtom == atom.Footer || strings.Contains(strings.ToLower(attribute(n, "id")+" "+attribute(n, "class")), "footer")
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		r.walk(c, below)
	}
	if n.Type == html.ElementNode && n.DataAtom != atom.A && n.DataAtom != atom.Span && n.DataAtom != atom.B && n.DataAtom != atom.Strong && n.DataAtom != atom.Em {
		r.text.WriteByte('\n')
		r.footer.WriteByte('\n')
	}
}

// element reads what an element says beside its text, and reports whether nothing of it is
// shown.
func (r *reader) element(n *html.Node) (hidden bool) {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Svg, atom.Iframe:
		return true
	case atom.Html:
		r.page.declared = attribute(n, "lang")
	case atom.Title:
		if r.page.Title == "" {
			r.page.Title = strings.TrimSpace(textOf(n))
		}
		return true
	case atom.Meta:
		if attribute(n, "property") == "og:site_name" {
			r.page.SiteName = attribute(n, "content")
		}
	case atom.Base:
		if u, err := r.base.Parse(attribute(n, "href")); err == nil {
			r.base = u
		}
	case atom.Img:
		r.pictures.WriteString(attribute(n, "alt") + "\n")
	case atom.A:
		u, err := r.base.Parse(strings.TrimSpace(attribute(n, "href")))
		if err == nil && (u.Scheme == "https" || u.Scheme == "http") && len(r.page.Links) < maxLinks {
			r.page.Links = append(r.page.Links, Link{u, strings.Join(strings.Fields(textOf(n)), " ")})
		}
	}
	style := strings.ReplaceAll(attribute(n, "style"), " ", "")
	return has(n, "hidden") || strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden")
}

func textOf(n *html.Node) string {
	var out strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			out.WriteString(d.Data + " ")
		}
	}
	return out.String()
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func has(n *html.Node, name string) bool {
	for _, a := range n.Attr {
		if a.Key == name {
			return true
		}
	}
	return false
}

// Language is that of the text, or the one that the page declares where its text does not
// tell.
func (p Page) Language() string {
	if found := knowledge.Language(p.Text); found != "" {
		return found
	}
	language, _, _ := strings.Cut(strings.ToLower(p.declared), "-")
	return language
}

// SameDomain reports whether two addresses belong to one registered domain.
func SameDomain(a, b *url.URL) bool {
	one, err := publicsuffix.EffectiveTLDPlusOne(strings.ToLower(a.Hostname()))
	two, other := publicsuffix.EffectiveTLDPlusOne(strings.ToLower(b.Hostname()))
	if err != nil || other != nil { // an address, or a name without dots
		return strings.EqualFold(a.Hostname(), b.Hostname())
	}
	return one == two
}
