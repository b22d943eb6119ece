package statement_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/statement"
)

func example() crm.ChargeStatement {
	month := time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC)
	s := crm.ChargeStatement{Name: "Čajovna Łódź & Söhne", Month: month, MadeAt: month.AddDate(0, 1, 2),
		Totals:  []crm.ChargeSum{{Currency: "EUR", Count: 1210, Free: 9, Unpriced: 1, Micros: 98_765_432}},
		Numbers: []crm.ChargeSum{{Key: "+15550001000", Currency: "EUR", Count: 1210, Free: 9, Unpriced: 1, Micros: 98_765_432}}}
	for i, market := range []string{"Germany", "Rest of Central & Eastern Europe and whatever else is named at length", "India"} {
		s.Lines = append(s.Lines, crm.StatementLine{Category: "marketing", Market: market, Rule: crm.ChargePerMessage, ChargeSum: crm.ChargeSum{Currency: "EUR", Count: int64(400 + i), Micros: int64(32_000_000 * (i + 1))}})
	}
	for day := range 31 {
		s.Days = append(s.Days, crm.ChargeSum{Key: month.AddDate(0, 0, day).Format(time.DateOnly), Currency: "EUR", Count: 39, Micros: 3_186_000})
	}
	return s
}

func TestAStatementAsPDF(t *testing.T) {
	var first, second bytes.Buffer
	if err := statement.WritePDF(&first, example()); err != nil {
		t.Fatal(err)
	}
	if err := statement.WritePDF(&second, example()); err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(first.Bytes(), []byte("%PDF-1.")) || !bytes.HasSuffix(bytes.TrimSpace(first.Bytes()), []byte("%%EOF")) {
		t.Errorf("it begins with %q", first.Bytes()[:20])
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("the same statement is written in two ways")
	}
	empty := crm.ChargeStatement{Name: strings.Repeat("Long ", 60), Month: example().Month, MadeAt: example().Month}
	if err := statement.WritePDF(&second, empty); err != nil {
		t.Error(err)
	}
}

func TestAStatementAsATable(t *testing.T) {
	var out bytes.Buffer
	s := example()
	if err := statement.WriteCSV(&out, s); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 1+len(s.Lines) || lines[1] != "2026-10,marketing,Germany,per_message,400,0,0,32.00,0,EUR" {
		t.Error(fmt.Sprint(lines))
	}
}
