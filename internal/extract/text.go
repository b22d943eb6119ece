package extract

import (
	"bytes"
	"io"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"service.example/crm/internal/csvfile"
	"service.example/crm/internal/knowledge"
)

// readMarkdown reads GitHub's form of Markdown. HTML within it is left away.
func readMarkdown(raw []byte) (Result, error) {
	raw, err := decode(raw)
	if err != nil {
		return Result{}, err
	}
	var page bytes.Buffer
	page.WriteString("<!doctype html><meta charset=utf-8><main>")
	if err := goldmark.New(goldmark.WithExtensions(extension.GFM)).Convert(raw, &page); err != nil {
		return Result{}, err
	}
	return readHTML(page.Bytes())
}

// readText reads plain text: paragraphs with empty lines between them.
func readText(raw []byte) (r Result, err error) {
	if raw, err = decode(raw); err != nil {
		return r, err
	}
	for _, part := range strings.Split(strings.ReplaceAll(string(raw), "\r", ""), "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			r.Blocks = append(r.Blocks, knowledge.Block{Kind: knowledge.BlockText, Text: part})
		}
	}
	return r, nil
}

// decode returns a text in UTF-8, whichever encoding it has.
func decode(raw []byte) ([]byte, error) {
	out, err := io.ReadAll(io.LimitReader(csvfile.NewDecoder(bytes.NewReader(raw)), MaxText+1))
	if len(out) > MaxText {
		return nil, Fault("The file has too much text: at most 8 MB are taken. Split it.")
	}
	return out, err
}

// The columns of a table of questions with their answers, as people call them.
var (
	questionNames = words("question questions q pregunta pergunta pertanyaan प्रश्न سؤال السؤال 问题 问 frage domanda")
	answerNames   = words("answer answers a reply respuesta resposta jawaban उत्तर جواب الجواب الاجابة الإجابة 答案 回答 答 antwort réponse reponse risposta")
)

func words(list string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(list) {
		out[w] = true
	}
	return out
}

// readCSV reads a table whose first row names the columns. One with a column of
// questions and one of answers becomes pairs.
func readCSV(raw []byte) (r Result, err error) {
	if raw, err = decode(raw); err != nil {
		return r, err
	}
	rows := csvfile.NewReader(bytes.NewReader(raw), csvfile.Delimiter(string(raw[:min(len(raw), 1<<16)])), 0, 1)
	header, err := rows.Read()
	if err != nil || header.Fault != "" {
		return r, Fault("The table has no first row that names its columns.")
	}
	question, answer := -1, -1
	for i, name := range header.Cells {
		switch name = strings.ToLower(strings.TrimSpace(name)); {
		case questionNames[name] && question < 0:
			question = i
		case answerNames[name] && answer < 0:
			answer = i
		}
	}
	table := []string{row(header.Cells)}
	for {
		rec, err := rows.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return r, err
		}
		if rec.Fault != "" {
			continue
		}
		if question >= 0 && answer >= 0 {
			if max(question, answer) < len(rec.Cells) && strings.TrimSpace(rec.Cells[answer]) != "" {
				r.Blocks = append(r.Blocks, knowledge.Block{Kind: knowledge.BlockPair, Question: rec.Cells[question], Text: rec.Cells[answer]})
			}
			continue
		}
		if line := row(rec.Cells); strings.Trim(line, " |") != "" {
			table = append(table, line)
		}
	}
	if len(table) > 1 {
		r.Blocks = append(r.Blocks, knowledge.Block{Kind: knowledge.BlockTable, Text: strings.Join(table, "\n")})
	}
	return r, nil
}

func row(cells []string) string {
	out := make([]string, len(cells))
	for i, c := range cells {
		out[i] = strings.Join(strings.Fields(csvfile.Uncell(c)), " ")
	}
	return strings.Join(out, " | ")
}
