package bubble

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/gallery"
)

// valid fails unless a picture is XML that has no script, style or address.
func valid(t *testing.T, picture string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("%v: %s", err, picture)
		}
		if e, is := token.(xml.StartElement); is {
			if !slices.Contains([]string{"svg", "title", "rect", "path", "circle", "g", "text", "tspan"}, e.Name.Local) {
				t.Fatalf("there is a %s: %s", e.Name.Local, picture)
			}
			for _, a := range e.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" || a.Name.Local == "style" {
					t.Fatalf("there is a %s: %s", a.Name.Local, picture)
				}
			}
		}
	}
}

func TestMarkup(t *testing.T) {
	show := func(list []piece) (out string) {
		for _, p := range list {
			mark := ""
			for _, s := range []struct {
				is   bool
				mark string
			}{{p.bold, "b"}, {p.italic, "i"}, {p.struck, "s"}, {p.mono, "m"}} {
				if s.is {
					mark += s.mark
				}
			}
			out += mark + "[" + p.text + "]"
		}
		return out
	}
	for line, want := range map[string]string{
		"plain":                   "[plain]",
		"a *bold* word":           "[a ]b[bold][ word]",
		"*both _of_ them*":        "b[both ]bi[of]b[ them]",
		"2*3*4 is snake_case_too": "[2*3*4 is snake_case_too]",
		"* a list*":               "[* a list*]",
		"~gone~, `co*d*e`":        "s[gone][, ]m[co*d*e]",
		"```code```":              "m[code]",
		"never *ends":             "[never *ends]",
		"**":                      "[**]",
	} {
		if got := show(pieces(line)); got != want {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
	}
}

// Lines are no wider than the bubble, and nothing of the text is lost.
func TestWrap(t *testing.T) {
	for _, text := range []string{"Your order 48213 was handed to the courier and arrives on Friday between nine and noon.", strings.Repeat("x", 400), "短い文ではありませんので、二行になるはずです。そして三行にも。", "नमस्ते, आपका ऑर्डर भेज दिया गया है और शुक्रवार को पहुँचेगा।"} {
		lines := wrap(text, 276, 14.5)
		var all strings.Builder
		for _, l := range lines {
			for _, p := range l {
				all.WriteString(p.text)
				if widthOf(p.text, 14.5, p) > 276*1.02 {
					t.Errorf("too wide: %q", p.text)
				}
			}
		}
		if strings.ReplaceAll(all.String(), " ", "") != strings.ReplaceAll(text, " ", "") || len(lines) < 2 {
			t.Errorf("%d lines: %q", len(lines), all.String())
		}
	}
}

// Every template of the gallery, and one of each kind of header, can be drawn.
func TestDraw(t *testing.T) {
	at := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	for _, kind := range []string{"text", "image", "video", "gif", "document", "location", "product"} {
		p := crm.TemplatePreview{Header: &crm.PreviewHeader{Type: kind, Text: "A <script>alert(1)</script> & more"}, Body: "*Hello* & \"good\" <b>day</b>\x00\u0001", Offer: &crm.PreviewOffer{Text: "10 % off", ExpiresAt: &at},
			Buttons: []crm.PreviewButton{{Type: "URL", Text: "A\" onload=\"x"}, {Type: "PHONE_NUMBER", Text: strings.Repeat("W", 60)}, {Type: "OTP", Text: "c"}, {Type: "QUICK_REPLY", Text: "d"}},
			Cards:   []crm.PreviewCard{{Header: &crm.PreviewHeader{Type: kind}, Body: "One"}, {Body: "Two", Buttons: []crm.PreviewButton{{Type: "URL", Text: "See"}}}}}
		picture := Draw(p)
		valid(t, picture)
		if strings.Count(picture, "See all options") != 1 || !strings.Contains(picture, "…") {
			t.Errorf("the buttons: %s", picture)
		}
	}
	for _, one := range gallery.All() {
		for _, text := range one.Texts {
			raw, err := json.Marshal(text.Components)
			var parts []crm.TemplateComponent
			if err == nil {
				err = json.Unmarshal(raw, &parts)
			}
			if err != nil {
				t.Fatal(err)
			}
			d := crm.TemplateDraft{Category: one.Category, Format: gallery.Format, Components: parts}
			valid(t, Draw(d.Normal().Preview(&crm.TemplateContent{})))
		}
	}
}

func FuzzDraw(f *testing.F) {
	f.Add("*a* _b_", "c\nd", "e")
	f.Add("مرحبا", "~", "```x``` `y`")
	f.Add("\xff<&>", "*_~`*", strings.Repeat("w", 300))
	f.Fuzz(func(t *testing.T, body, header, button string) {
		valid(t, Draw(crm.TemplatePreview{Header: &crm.PreviewHeader{Type: "text", Text: header}, Body: body, Footer: header, Buttons: []crm.PreviewButton{{Text: button}}, Cards: []crm.PreviewCard{{Body: button}}}))
	})
}
