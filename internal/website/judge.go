package website

import (
	"fmt"
	"net/url"
	"strings"
	"unicode"
)

// Business is what a website is to show.
type Business struct{ LegalName, Address string }

// Site is what was fetched of a website.
type Site struct {
	Home Page
	// Others are further pages on which name and address may stand.
	Others []Page
	// Policy is the privacy policy, nil where there is none; PolicyFault is why it could
	// not be fetched. Nowhere is what the site shows where there is nothing.
	Policy      *Page
	PolicyFault string
	Nowhere     *Page
}

// Finding is one thing that was looked for.
type Finding struct{ What, Found string }

// Verdict is what a website lacks first, what to do about it, and all that was found.
type Verdict struct {
	Problem, NextAction string
	Findings            []Finding
}

func (v *Verdict) lacks(problem, next string) {
	if v.Problem == "" {
		v.Problem, v.NextAction = problem, next
	}
}

func (v *Verdict) found(what, format string, args ...any) {
	v.Findings = append(v.Findings, Finding{what, fmt.Sprintf(format, args...)})
}

// Judge says whether a website shows what the provider asks for.
func Judge(b Business, s Site) (v Verdict) {
	v.name(b, s)
	v.address(b, s)
	v.policy(s)
	return v
}

func (v *Verdict) name(b Business, s Site) {
	best, at := FindName(b.LegalName, s.Home), s.Home.URL
	for _, p := range s.Others {
		if m := FindName(b.LegalName, p); m.Alike > best.Alike {
			best, at = m, p.URL
		}
	}
	if best.Found {
		v.found("legal name", "%q in the %s of %s, %.0f %% alike", best.Seen, best.Where, at, 100*best.Alike)
		return
	}
	next := "Write the legal name on the website as it is registered, such as in its footer."
	name, shown := scriptOf(b.LegalName), scriptOf(s.Home.Text)
	switch {
	case InPicture(b.LegalName, s.Home):
		v.found("legal name", "only in a picture")
		v.lacks("The legal name stands on the website only in a picture.", "Write it as text, such as in the footer.")
	case shown != "" && name != shown:
		v.found("legal name", "not found; the website is written in %s, the name in %s", shown, name)
		v.lacks(fmt.Sprintf("The legal name is written in %s, and the website in %s.", name, shown), next)
	case best.Alike > 0.5:
		v.found("legal name", "not found; the nearest is %q in the %s of %s, %.0f %% alike", best.Seen, best.Where, at, 100*best.Alike)
		v.lacks("The website does not show the legal name.", next)
	default:
		v.found("legal name", "not found")
		v.lacks("The website does not show the legal name.", next)
	}
}

func (v *Verdict) address(b Business, s Site) {
	best, at := FindAddress(b.Address, s.Home), s.Home.URL
	for _, p := range s.Others {
		if m := FindAddress(b.Address, p); m.Alike > best.Alike {
			best, at = m, p.URL
		}
	}
	if best.Found {
		v.found("address", "%q at %s, %.0f %% of it", best.Seen, at, 100*best.Alike)
		return
	}
	v.found("address", "not found: at most %.0f %% of it stands together", 100*best.Alike)
	v.lacks("The website does not show the address.", "Write the address as it is registered on the website, such as in its footer or on a page about contact.")
}

// words of privacy policies, in links and in texts.
var policyWords = strings.Fields(`privacy datenschutz confidentialit donnees-personnelles privacidad privacidade riservatezza informativa-sulla-privacy privacybeleid personvern integritet tietosuoja
	prywatnosci конфиденциальн конфіденційн gizlilik kisisel-verilerin kebijakan-privasi riêng-tư bao-mat privatnost soukrom adatvedel confidentialitat aporrito απορρήτου خصوصية פרטיות गोपनीयता প্রাইভেসি 隐私 隱私 プライバシ 個人情報 개인정보 ความเป็นส่วนตัว`)

// pageWords are in links to pages on which a business says who it is.
var pageWords = strings.Fields(`imprint impressum legal-notice mentions-legales aviso-legal contact kontakt contacto contato contatti about ueber-uns uber-uns a-propos sobre chi-siamo контакт о-нас iletisim hakkimizda اتصل تواصل संपर्क 联系 關於 关于 お問い合わせ 会社概要 회사소개 문의`)

func spells(link Link, words []string) bool {
	path, err := url.PathUnescape(link.URL.EscapedPath())
	if err != nil {
		path = link.URL.Path
	}
	text := strings.ToLower(link.Text)
	folded := strings.ToLower(strings.Join(wordsOf(link.Text), "-") + " " + strings.Join(wordsOf(path), "-"))
	for _, w := range words {
		if strings.Contains(folded, w) || strings.Contains(text, strings.ReplaceAll(w, "-", " ")) || strings.Contains(strings.ToLower(path), w) {
			return true
		}
	}
	return false
}

// PolicyLink returns where a page has its privacy policy: of several the one on its own
// domain.
func (p Page) PolicyLink() (found Link, ok bool) {
	for _, l := range p.Links {
		if !spells(l, policyWords) {
			continue
		}
		if SameDomain(l.URL, p.URL) && !samePage(l.URL, p.URL) {
			return l, true
		}
		if !ok {
			found, ok = l, true
		}
	}
	return found, ok
}

// FurtherPages returns the pages of the same domain on which a business says who it is.
func (p Page) FurtherPages(most int) (out []*url.URL) {
	seen := map[string]bool{}
	for _, l := range p.Links {
		u := *l.URL
		u.Fragment = ""
		if len(out) < most && !seen[u.String()] && SameDomain(&u, p.URL) && !samePage(&u, p.URL) && spells(l, pageWords) {
			seen[u.String()] = true
			out = append(out, &u)
		}
	}
	return out
}

func samePage(a, b *url.URL) bool {
	return strings.EqualFold(a.Host, b.Host) && strings.TrimSuffix(a.Path, "/") == strings.TrimSuffix(b.Path, "/") && a.RawQuery == b.RawQuery
}

// leastPolicy is how many letters a policy has at least: less says nothing of how data are
// handled.
const leastPolicy = 600

func (v *Verdict) policy(s Site) {
	const (
		what  = "privacy policy"
		write = "Put a privacy policy on a page of its own, in the language of the website, and link to it from the first page."
	)
	link, linked := s.Home.PolicyLink()
	refuse := func(problem, found string, args ...any) {
		v.found(what, found, args...)
		v.lacks(problem, write)
	}
	switch {
	case !linked:
		refuse("The website links to no privacy policy.", "no link to one at %s", s.Home.URL)
	case !SameDomain(link.URL, s.Home.URL):
		refuse("The privacy policy is on another domain.", "%s is on another domain", link.URL)
	case samePage(link.URL, s.Home.URL):
		refuse("The privacy policy is no page of its own.", "%s is the first page itself", link.URL)
	case s.Policy == nil:
		refuse("The page of the privacy policy could not be read.", "%s: %s", link.URL, s.PolicyFault)
	case !SameDomain(s.Policy.URL, s.Home.URL):
		refuse("The privacy policy is on another domain.", "%s leads to %s", link.URL, s.Policy.URL)
	case same(s.Policy.Text, s.Home.Text):
		refuse("The privacy policy is no page of its own.", "%s shows the same as the first page", s.Policy.URL)
	case s.Nowhere != nil && same(s.Policy.Text, s.Nowhere.Text):
		refuse("The page of the privacy policy is not there.", "%s shows the same as a page that does not exist", s.Policy.URL)
	case letters(s.Policy.Text) < leastPolicy:
		refuse("The page of the privacy policy says nearly nothing.", "%s has %d letters", s.Policy.URL, letters(s.Policy.Text))
	case !speaksOfPrivacy(*s.Policy):
		refuse("The page of the privacy policy is about something else.", "%s does not speak of privacy", s.Policy.URL)
	case differ(s.Policy.Language(), s.Home.Language()):
		refuse("The privacy policy is not in the language of the website.", "%s is in %s, the website in %s", s.Policy.URL, s.Policy.Language(), s.Home.Language())
	default:
		v.found(what, "%s, %d letters", s.Policy.URL, letters(s.Policy.Text))
	}
}

func differ(a, b string) bool { return a != "" && b != "" && a != b }

// letters counts those of a text; a character of Chinese or Japanese says as much as three.
func letters(text string) (n int) {
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			n += 3
		case unicode.IsLetter(r):
			n++
		}
	}
	return n
}

func speaksOfPrivacy(p Page) bool {
	folded, plain := strings.Join(wordsOf(p.Title+" "+p.Text), "-"), strings.ToLower(p.Text)
	for _, w := range policyWords {
		if strings.Contains(folded, w) || strings.Contains(plain, w) {
			return true
		}
	}
	return false
}

// same reports whether two pages show about the same words: what differs is a number or an
// address that is repeated.
func same(a, b string) bool {
	x, y := wordsOf(a), map[string]int{}
	for _, w := range wordsOf(b) {
		y[w]++
	}
	total, common := len(x), 0
	for _, n := range y {
		total += n
	}
	for _, w := range x {
		if y[w] > 0 {
			y[w]--
			common += 2
		}
	}
	return total > 0 && float64(common) >= 0.9*float64(total)
}
