package crashtest

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"time"
)

// bookForms are the forms of files that books come in.
var bookForms = []string{"csv", "docx", "pdf", "html"}

const sitePages = 8

// points is how many points a book makes: more than one transaction stages.
func points(form string) int {
	switch form {
	case "csv":
		return 450
	case "site":
		return sitePages
	}
	return 300
}

// point is one point of an edition.
func point(edition, n int) string {
	return fmt.Sprintf("In edition%d point %d costs %d euros.", edition, n, n+7)
}

// bookOf is an edition as a file.
func bookOf(form string, edition int) []byte {
	var out bytes.Buffer
	switch form {
	case "csv":
		out.WriteString("question,answer\n")
		for n := range points(form) {
			fmt.Fprintf(&out, "What does point %d cost?,%s\n", n, point(edition, n))
		}
	case "html":
		out.WriteString("<!doctype html><title>Points</title>")
		for n := range points(form) {
			fmt.Fprintf(&out, "<h2>Point %d</h2><p>%s</p>", n, point(edition, n))
		}
	case "docx":
		out.WriteString(`<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>`)
		for n := range points(form) {
			fmt.Fprintf(&out, "<w:p><w:r><w:t>%s</w:t></w:r></w:p>", point(edition, n))
		}
		out.WriteString(`</w:body></w:document>`)
		return zipped("word/document.xml", out.Bytes())
	case "pdf":
		var lines []string
		for n := range points(form) {
			lines = append(lines, point(edition, n))
		}
		return pdfOf(lines)
	}
	return out.Bytes()
}

func zipped(name string, content []byte) []byte {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	w, _ := z.Create(name) // a buffer takes everything
	_, _ = w.Write(content)
	_ = z.Close()
	return out.Bytes()
}

// pdfOf is a PDF file with one line of text per entry.
func pdfOf(lines []string) []byte {
	var content, out bytes.Buffer
	content.WriteString("BT /F1 12 Tf 72 720 Td 14 TL\n")
	for _, l := range lines {
		fmt.Fprintf(&content, "(%s) Tj T*\n", l)
	}
	content.WriteString("ET")
	out.WriteString("%PDF-1.4\n")
	var at []int
	for _, object := range []string{"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 7920]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
		fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", content.Len(), content.String()),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"} {
		at = append(at, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", len(at), object)
	}
	xref := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, n := range at {
		fmt.Fprintf(&out, "%010d 00000 n \n", n)
	}
	fmt.Fprintf(&out, "trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, xref)
	return out.Bytes()
}

// ServeHTTP is the book as a site: a page for each point, all linked from the
// first.
func (b *book) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	edition, n := int(b.pages.Load()), 0
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if r.URL.Path == "/help/" {
		for n := range sitePages {
			_, _ = fmt.Fprintf(w, `<a href="/help/%d.html">%d</a> `, n, n)
		}
		return
	}
	if _, err := fmt.Sscanf(r.URL.Path, "/help/%d.html", &n); err != nil {
		http.NotFound(w, r)
		return
	}
	_, _ = fmt.Fprintf(w, "<!doctype html><title>Point %d</title><p>%s</p>", n, point(edition, n))
}

// publish uploads a file until that is answered, as a new source or the next
// revision of one, and returns its id.
func (s *shelf) publish(id, name, form string, content []byte) string {
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		var body bytes.Buffer
		m := multipart.NewWriter(&body)
		if id != "" {
			_ = m.WriteField("options", fmt.Sprintf(`{"sourceId":%q}`, id))
		}
		part, _ := m.CreateFormFile("file", name+"."+form)
		_, _ = part.Write(content)
		_ = m.Close()
		req, err := http.NewRequest("POST", s.w.nodes[0].url+"/v1/knowledge/sources", &body)
		if err != nil {
			s.w.t.Error(err)
			return ""
		}
		req.Header.Set("Content-Type", m.FormDataContentType())
		req.Header.Set("Authorization", "Bearer "+s.w.key)
		var out struct{ ID string }
		status, answer := 0, []byte(nil)
		res, err := s.w.http.Do(req)
		if err == nil {
			status = res.StatusCode
			answer, err = io.ReadAll(res.Body)
			_ = res.Body.Close()
		}
		switch {
		case err == nil && status < 300 && json.Unmarshal(answer, &out) == nil:
			return out.ID
		case err == nil && status < 500 && status != 409 || time.Now().After(deadline):
			s.w.t.Errorf("%s.%s: %d %v %s", name, form, status, err, answer)
			return ""
		}
	}
}

// master is the key of the world's database.
func (w *world) master() string {
	for _, v := range w.env {
		if key, ok := strings.CutPrefix(v, "CRM_MASTER_KEY="); ok {
			return key
		}
	}
	return ""
}
