// Package statement writes the monthly statement of charges, as a CSV table and as a PDF.
package statement

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"

	"service.example/crm/internal/crm"
)

// WriteCSV writes the lines of a statement as a table.
func WriteCSV(w io.Writer, s crm.ChargeStatement) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{"month", "category", "market", "rule", "count", "free", "unpriced", "amount", "markup", "currency"}); err != nil {
		return err
	}
	for _, l := range s.Lines {
		_ = out.Write([]string{s.Month.Format("2006-01"), l.Category, l.Market, string(l.Rule), strconv.FormatInt(l.Count, 10), strconv.FormatInt(l.Free, 10), strconv.FormatInt(l.Unpriced, 10),
			crm.FormatMicros(l.Micros), "0", l.Currency}) // its error is kept until Flush
	}
	out.Flush()
	return out.Error()
}

// Sizes, in millimetres and points.
const (
	margin     = 18.0
	lineHeight = 6.0
	small      = 8.0
	normal     = 9.5
)

// column is one of a table: what is written over it, and how wide it is.
type column struct {
	title string
	width float64
	right bool
}

// page is a PDF while it is written.
type page struct{ *fpdf.Fpdf }

// WritePDF writes a statement for people.
func WritePDF(w io.Writer, s crm.ChargeStatement) error {
	p := page{fpdf.New("P", "mm", "A4", "")}
	p.AddUTF8FontFromBytes("go", "", goregular.TTF)
	p.AddUTF8FontFromBytes("go", "B", gobold.TTF)
	p.SetCatalogSort(true)
	p.SetCreationDate(s.MadeAt)
	p.SetModificationDate(s.MadeAt)
	p.SetTitle("Charges of "+s.Month.Format("January 2006"), true)
	p.SetMargins(margin, margin, margin)
	p.SetAutoPageBreak(true, margin)
	p.SetFooterFunc(func() {
		p.SetY(-12)
		p.SetFont("go", "", small)
		p.SetTextColor(110, 110, 110)
		p.CellFormat(0, 5, fmt.Sprintf("%s · charges of %s · page %d", s.Name, s.Month.Format("January 2006"), p.PageNo()), "", 0, "C", false, 0, "")
	})
	p.AddPage()
	p.head(s)
	p.totals(s)
	p.table("What it was charged for", []column{{"Category", 34, false}, {"Market", 46, false}, {"Rule", 36, false}, {"Messages", 20, true}, {"Amount", 38, true}}, rows(s.Lines, func(l crm.StatementLine) []string {
		return []string{l.Category, l.Market, strings.ReplaceAll(string(l.Rule), "_", " "), strconv.FormatInt(l.Count, 10), amount(l.ChargeSum)}
	}))
	sum := func(l crm.ChargeSum) []string {
		return []string{l.Key, strconv.FormatInt(l.Count, 10), strconv.FormatInt(l.Free, 10), amount(l)}
	}
	columns := func(first string) []column {
		return []column{{first, 60, false}, {"Messages", 34, true}, {"Free", 34, true}, {"Amount", 46, true}}
	}
	p.table("By phone number", columns("Phone number"), rows(s.Numbers, sum))
	p.table("By day (UTC)", columns("Day"), rows(s.Days, sum))
	return p.Output(w)
}

func rows[T any](list []T, row func(T) []string) [][]string {
	out := make([][]string, len(list))
	for i, one := range list {
		out[i] = row(one)
	}
	return out
}

// amount is what a sum costs, as far as it is known.
func amount(s crm.ChargeSum) string {
	if s.Unpriced > 0 && s.Unpriced == s.Count {
		return "not known"
	}
	text := strings.TrimSpace(crm.FormatMicros(s.Micros) + " " + s.Currency)
	if s.Unpriced > 0 {
		text += " and more"
	}
	return text
}

func (p page) head(s crm.ChargeStatement) {
	p.SetTextColor(20, 20, 20)
	p.SetFont("go", "B", 17)
	p.CellFormat(0, 9, "Charges of "+s.Month.Format("January 2006"), "", 1, "L", false, 0, "")
	p.SetFont("go", "", 11)
	p.CellFormat(0, 7, s.Name, "", 1, "L", false, 0, "")
	p.SetFont("go", "", small)
	p.SetTextColor(110, 110, 110)
	text := "What the messaging provider charges for messages that arrived, by the ledger of this service as of " + s.MadeAt.UTC().Format("2 January 2006, 15:04") + " UTC. You pay the provider. This service adds nothing (markup 0). This is no invoice."
	if s.MadeAt.Before(s.Month.AddDate(0, 1, 0)) {
		text += " The month has not ended."
	}
	p.MultiCell(0, 4.2, text, "", "L", false)
	p.Ln(4)
}

// totals has a line for each currency.
func (p page) totals(s crm.ChargeStatement) {
	p.SetTextColor(20, 20, 20)
	if len(s.Totals) == 0 {
		p.SetFont("go", "", normal)
		p.CellFormat(0, lineHeight, "Nothing was charged in this month.", "", 1, "L", false, 0, "")
		return
	}
	for _, total := range s.Totals {
		p.SetFont("go", "B", 14)
		p.CellFormat(0, 8, amount(total), "", 1, "L", false, 0, "")
		p.SetFont("go", "", normal)
		text := fmt.Sprintf("%d messages, %d of them free", total.Count, total.Free)
		if total.Unpriced > 0 {
			text += fmt.Sprintf("; no rate card has the price of %d, which are not in the amount", total.Unpriced)
		}
		p.CellFormat(0, lineHeight, text, "", 1, "L", false, 0, "")
	}
	p.Ln(2)
}

// table writes a table whose head is there again on each page.
func (p page) table(title string, columns []column, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	_, height := p.GetPageSize()
	head := func() {
		p.SetFont("go", "B", small)
		p.SetTextColor(90, 90, 90)
		for _, c := range columns {
			p.CellFormat(c.width, lineHeight, c.title, "B", 0, align(c), false, 0, "")
		}
		p.Ln(lineHeight)
		p.SetFont("go", "", normal)
		p.SetTextColor(20, 20, 20)
	}
	if p.GetY() > height-margin-5*lineHeight {
		p.AddPage()
	}
	p.Ln(4)
	p.SetFont("go", "B", 11)
	p.SetTextColor(20, 20, 20)
	p.CellFormat(0, 8, title, "", 1, "L", false, 0, "")
	head()
	p.SetDrawColor(215, 215, 215)
	for _, row := range rows {
		if p.GetY() > height-margin-lineHeight {
			p.AddPage()
			head()
		}
		for i, c := range columns {
			p.CellFormat(c.width, lineHeight, p.fitting(row[i], c.width), "B", 0, align(c), false, 0, "")
		}
		p.Ln(lineHeight)
	}
}

// fitting shortens a text to a width.
func (p page) fitting(text string, width float64) string {
	const space = 2.5
	if p.GetStringWidth(text) <= width-space {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && p.GetStringWidth(string(runes)+"…") > width-space {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}

func align(c column) string {
	if c.right {
		return "R"
	}
	return "L"
}
