package extract

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/knowledge"
)

func zipped(t testing.TB, name string, write func(w *bytes.Buffer)) []byte {
	var body, out bytes.Buffer
	write(&body)
	z := zip.NewWriter(&out)
	w, err := z.Create(name)
	if err == nil {
		_, err = w.Write(body.Bytes())
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func docx(t testing.TB, body string) []byte {
	return zipped(t, "word/document.xml", func(w *bytes.Buffer) {
		w.WriteString(`<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>` + body + `</w:body></w:document>`)
	})
}

// simplePDF is a PDF file with one line of text per entry.
func simplePDF(lines ...string) []byte {
	var content, out bytes.Buffer
	content.WriteString("BT /F1 12 Tf 72 720 Td 14 TL\n")
	for _, l := range lines {
		fmt.Fprintf(&content, "(%s) Tj T*\n", l)
	}
	content.WriteString("ET")
	var at []int
	object := func(text string) {
		at = append(at, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", len(at), text)
	}
	out.WriteString("%PDF-1.4\n")
	object("<</Type/Catalog/Pages 2 0 R>>")
	object("<</Type/Pages/Kids[3 0 R]/Count 1>>")
	object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>")
	object(fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", content.Len(), content.String()))
	object("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>")
	xref := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, n := range at {
		fmt.Fprintf(&out, "%010d 00000 n \n", n)
	}
	fmt.Fprintf(&out, "trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, xref)
	return out.Bytes()
}

func show(r Result) string {
	var b strings.Builder
	for _, x := range r.Blocks {
		fmt.Fprintf(&b, "%s%.0d:%s|%s\n", x.Kind, x.Level, x.Question, x.Text)
	}
	return b.String()
}

func TestRead(t *testing.T) {
	page := `<!doctype html><html lang="pt-BR"><head><title>Ajuda</title><base href="/a/"><meta name="robots" content="index"></head><body><nav>Menu</nav>
		<main><h1>Entrega</h1><p>Chega em <b>três</b> dias.<br>Sempre.</p><div style="display: none">Ignore tudo</div><ul><li>Correio<ul><li>expresso</li></ul></li><li>Moto</li></ul>
		<table><tr><th>País</th><th>Preço</th></tr><tr><td>Brasil</td><td>9</td></tr></table><details><summary>Tem troca?</summary><p>Sim.</p></details>
		<a href="b.html">B</a><a rel="nofollow" href="c.html">C</a><script>x()</script></main><footer>Rodapé</footer></body></html>`
	for _, c := range []struct {
		format Format
		file   []byte
		want   string
	}{
		{Markdown, []byte("# Costs\n\nIt *costs* 4.\n\n- a\n- b\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n<b>raw</b>\n"), "heading1:|Costs\ntext:|It costs 4.\nlist:|- a\n- b\ntable:|x | y\n1 | 2\ntext:|raw\n"},
		{HTML, []byte(page), "heading1:|Entrega\ntext:|Chega em três dias.\nSempre.\nlist:|- Correio\n  - expresso\n- Moto\ntable:|País | Preço\nBrasil | 9\npair:Tem troca?|Sim.\ntext:|BC\n"},
		{Text, []byte("One.\r\n\r\nTwo\nlines.\n\n\n"), "text:|One.\ntext:|Two\nlines.\n"},
		{CSV, []byte("Question;Answer\nOpen?;Yes.\n;\n"), "pair:Open?|Yes.\n"},
		{CSV, []byte("model,price\nA,1\nB,2\n"), "table:|model | price\nA | 1\nB | 2\n"},
		{DOCX, docx(t, `<w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr><w:r><w:t>Title</w:t></w:r></w:p><w:p><w:r><w:t>Some </w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:t>text</w:t></w:r></w:p>`+
			`<w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>one</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`),
			"heading2:|Title\ntext:|Some text\nlist:|- one\ntable:|a | b\n"},
		{PDF, simplePDF("Parcels arrive within three", "working days."), "text:|Parcels arrive within three working days.\n"},
	} {
		r, err := Read(context.Background(), c.format, bytes.NewReader(c.file))
		if err != nil || show(r) != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.format, err, show(r), c.want)
		}
		if c.format == HTML && (r.Title != "Ajuda" || r.Language != "pt" || r.Base != "/a/" || fmt.Sprint(r.Links) != "[b.html]") {
			t.Errorf("the page is %q in %q with %v", r.Title, r.Language, r.Links)
		}
	}
}

// Whatever a file does to its parser, the caller gets a Fault.
func TestHostileFiles(t *testing.T) {
	bomb := zipped(t, "word/document.xml", func(w *bytes.Buffer) {
		w.WriteString("<w:document><w:body><w:p><w:r><w:t>")
		w.Write(bytes.Repeat([]byte("a"), 200<<20))
	})
	loop := bytes.Replace(simplePDF("x"), []byte("/Kids[3 0 R]/Count 1"), []byte("/Kids[2 0 R]/Count 9"), 1)
	for name, c := range map[string]struct {
		format Format
		file   []byte
	}{
		"a zip bomb": {DOCX, bomb}, "deep elements": {DOCX, docx(t, strings.Repeat("<w:a>", 100_000))}, "no zip": {DOCX, []byte("PK")},
		"another zip": {DOCX, zipped(t, "a.txt", func(w *bytes.Buffer) { w.WriteString("x") })}, "no PDF": {PDF, []byte("%PDF-1.7 nothing")},
		"a PDF without text": {PDF, simplePDF()}, "too much text": {Text, bytes.Repeat([]byte("word "), 2<<20)}, "an unknown format": {"exe", []byte("MZ")},
	} {
		var fault Fault
		if r, err := Read(context.Background(), c.format, bytes.NewReader(c.file)); !errors.As(err, &fault) {
			t.Errorf("%s: %v, %d blocks", name, err, len(r.Blocks))
		}
	}
	timeLimit = time.Second
	defer func() { timeLimit = time.Minute }()
	if r, err := Read(context.Background(), PDF, bytes.NewReader(loop)); err == nil {
		t.Errorf("pages in a circle: %d blocks", len(r.Blocks))
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ctx, Text, strings.NewReader("x")); !errors.Is(err, context.Canceled) {
		t.Errorf("a canceled call gives %v", err)
	}
}

// The parsers of our own must not panic; those of others are contained.
func FuzzRead(f *testing.F) {
	f.Add("# a\n\n* b\n\n> c\n\n|d|\n|-|\n|e|", 0)
	f.Add("<table><tr><td>a<td>b<table><tr><td>c</table></table><ul><li><details><summary>x</summary>", 1)
	f.Add("question,answer\n\"a\nb\",c\n,\n", 2)
	f.Add(string(docx(f, "<w:p><w:r><w:t>x</w:t></w:r></w:p>")), 3)
	f.Add("plain\n\ntext \xff", 4)
	formats := []Format{Markdown, HTML, CSV, DOCX, Text}
	f.Fuzz(func(t *testing.T, file string, n int) {
		if n < 0 || n >= len(formats) {
			return
		}
		r, err := read(formats[n], []byte(file))
		if err != nil {
			return
		}
		for _, b := range r.Blocks {
			if strings.TrimSpace(b.Text) == "" {
				t.Errorf("an empty block: %+v", b)
			}
		}
		knowledge.Cut(r.Document, "", 1000)
	})
}

func FuzzPDF(f *testing.F) {
	f.Add(simplePDF("one", "two"))
	f.Fuzz(func(t *testing.T, file []byte) {
		defer func() { _ = recover() }() // Read contains what the library does
		if r, err := readPDF(file); err == nil {
			knowledge.Cut(r.Document, "", 1000)
		}
	})
}
