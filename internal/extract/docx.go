package extract

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"service.example/crm/internal/knowledge"
)

const (
	// maxPart is how large a part of a DOCX file may become when unpacked.
	maxPart = 64 << 20
	// maxDepth is how deep its elements may lie in each other.
	maxDepth = 256
)

// readDOCX reads the text of a Word document (ECMA-376): paragraphs, headings
// by their style, lists and tables.
func readDOCX(raw []byte) (Result, error) {
	file, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return Result{}, Fault("The file is no Word document.")
	}
	part, err := file.Open("word/document.xml")
	if err != nil {
		return Result{}, Fault("The file is no Word document: it has no text part.")
	}
	defer part.Close()
	d := &wordDocument{in: xml.NewDecoder(io.LimitReader(part, maxPart))}
	d.in.Strict = false
	d.in.Entity = map[string]string{} // none but XML's own
	if err := d.read(); err != nil {
		return Result{}, err
	}
	return Result{Document: knowledge.Document{Blocks: d.blocks}}, nil
}

// wordDocument gathers the blocks of a Word document.
type wordDocument struct {
	in     *xml.Decoder
	blocks []knowledge.Block
	total  int

	text   strings.Builder // of the paragraph at hand
	inText bool
	hidden bool // the run at hand is not shown
	style  string
	list   bool
	tables int // how many tables the paragraph is in
	rows   []string
	cells  []string
	cell   []string // the paragraphs of a cell
	items  []string // of a list
}

func (d *wordDocument) read() error {
	for depth := 0; ; {
		t, err := d.in.Token()
		if errors.Is(err, io.EOF) {
			d.endList()
			return nil
		}
		if err != nil {
			return Fault("The Word document is damaged.")
		}
		switch t := t.(type) {
		case xml.StartElement:
			if depth++; depth > maxDepth || len(d.blocks) > maxBlocks {
				return Fault("The Word document is not one that people write.")
			}
			d.start(t)
		case xml.EndElement:
			depth--
			d.end(t.Name.Local)
		case xml.CharData:
			if !d.inText || d.hidden {
				continue
			}
			if d.total += len(t); d.total > MaxText {
				return Fault("The Word document has too much text: at most 8 MB are taken.")
			}
			d.text.Write(t)
		}
	}
}

func (d *wordDocument) start(t xml.StartElement) {
	switch t.Name.Local {
	case "t":
		d.inText = true
	case "tab":
		d.text.WriteByte(' ')
	case "br", "cr":
		d.text.WriteByte('\n')
	case "p":
		d.style, d.list = "", false
	case "pStyle":
		d.style = value(t)
	case "numPr":
		d.list = true
	case "r":
		d.hidden = false
	case "vanish":
		d.hidden = value(t) != "false" && value(t) != "0"
	case "tbl":
		d.endList()
		d.tables++
	}
}

func (d *wordDocument) end(name string) {
	switch name {
	case "t":
		d.inText = false
	case "r":
		d.hidden = false
	case "p":
		d.endParagraph()
	case "tc":
		d.cells, d.cell = append(d.cells, strings.Join(d.cell, " ")), nil
	case "tr":
		if d.tables == 1 {
			d.rows, d.cells = append(d.rows, strings.Join(d.cells, " | ")), nil
		}
	case "tbl":
		if d.tables--; d.tables == 0 {
			d.add(knowledge.BlockTable, 0, strings.Join(d.rows, "\n"))
			d.rows = nil
		}
	}
}

func (d *wordDocument) endParagraph() {
	text := strings.TrimSpace(d.text.String())
	d.text.Reset()
	level := headingLevel(d.style)
	switch {
	case text == "":
	case d.tables > 0:
		d.cell = append(d.cell, strings.Join(strings.Fields(text), " "))
	case d.list && level == 0:
		d.items = append(d.items, "- "+strings.Join(strings.Fields(text), " "))
	case level > 0:
		d.endList()
		d.add(knowledge.BlockHeading, level, text)
	default:
		d.endList()
		d.add(knowledge.BlockText, 0, text)
	}
}

func (d *wordDocument) endList() {
	d.add(knowledge.BlockList, 0, strings.Join(d.items, "\n"))
	d.items = nil
}

func (d *wordDocument) add(kind knowledge.BlockKind, level int, text string) {
	if strings.TrimSpace(text) != "" {
		d.blocks = append(d.blocks, knowledge.Block{Kind: kind, Level: level, Text: text})
	}
}

// headingLevel is the level that a style of headings has, 0 for others.
func headingLevel(style string) int {
	style = strings.ToLower(style)
	if style == "title" {
		return 1
	}
	if n := len(style); n > 1 && strings.HasPrefix(style, "heading") && style[n-1] >= '1' && style[n-1] <= '9' {
		return int(style[n-1] - '0')
	}
	return 0
}

func value(t xml.StartElement) string {
	for _, a := range t.Attr {
		if a.Name.Local == "val" {
			return a.Value
		}
	}
	return ""
}
