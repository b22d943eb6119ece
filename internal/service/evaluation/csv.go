package evaluation

import (
	"errors"
	"io"
	"slices"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/csvfile"
	"service.example/crm/internal/service/reply"
)

// The columns of a table of questions, by the form of their headers.
var questionColumns = map[string]string{"question": "question", "answer": "answer", "expectedfacts": "expectedFacts", "facts": "expectedFacts",
	"language": "language", "shouldhandoff": "shouldHandOff", "handoff": "shouldHandOff"}

// readQuestions reads a table of questions whose first row names the columns;
// several facts of a cell are set apart by | or a line break.
func readQuestions(table string, f *crm.Faults) (out []crm.EvaluationQuestion) {
	text, err := io.ReadAll(csvfile.NewDecoder(strings.NewReader(table)))
	if err != nil {
		f.Add("/csv", crm.CodeParameterInvalid, "The table cannot be read.")
		return nil
	}
	rows := csvfile.NewReader(strings.NewReader(string(text)), csvfile.Delimiter(string(text)), 0, 1)
	header, err := rows.Read()
	if err != nil || header.Fault != "" {
		f.Add("/csv", crm.CodeRequired, "The first row of the table names the columns: question, answer, expectedFacts, language, shouldHandOff.")
		return nil
	}
	var columns []string
	for _, h := range header.Cells {
		name, known := questionColumns[strings.NewReplacer(" ", "", "_", "", "-", "").Replace(strings.ToLower(strings.TrimSpace(h)))]
		if !known {
			f.Add("/csv", crm.CodeUnknownField, "%q is no column of questions: they are question, answer, expectedFacts, language, shouldHandOff.", reply.CutTo(h, 100))
		}
		if known && slices.Contains(columns, name) {
			f.Add("/csv", crm.CodeNotAllowed, "Two columns are %s.", name)
		}
		columns = append(columns, name)
	}
	if !slices.Contains(columns, "question") {
		f.Add("/csv", crm.CodeRequired, "No column is question.")
	}
	if !f.Empty() {
		return nil
	}
	for len(out) <= crm.MaxEvaluationItems { // one too many is told by the check of the request
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil || row.Fault != "" {
			f.Add("/csv", crm.CodeParameterInvalid, "Line %d: %s", row.Line, row.Fault)
			break
		}
		out = append(out, questionOf(row, columns, f))
	}
	return out
}

func questionOf(row csvfile.Record, columns []string, f *crm.Faults) (q crm.EvaluationQuestion) {
	for i, cell := range row.Cells {
		cell = strings.TrimSpace(csvfile.Uncell(cell))
		if i >= len(columns) || cell == "" {
			continue
		}
		switch columns[i] {
		case "question":
			q.Question = cell
		case "answer":
			q.Answer = cell
		case "language":
			q.Language = strings.ToLower(cell)
		case "expectedFacts":
			for _, fact := range strings.FieldsFunc(cell, func(r rune) bool { return r == '|' || r == '\n' }) {
				if fact = strings.TrimSpace(fact); fact != "" {
					q.ExpectedFacts = append(q.ExpectedFacts, fact)
				}
			}
		case "shouldHandOff":
			switch strings.ToLower(cell) {
			case "true", "yes", "1":
				yes := true
				q.ShouldHandOff = &yes
			case "false", "no", "0":
				no := false
				q.ShouldHandOff = &no
			default:
				f.Add("/csv", crm.CodeWrongType, "Line %d: shouldHandOff is true or false.", row.Line)
			}
		}
	}
	return q
}
