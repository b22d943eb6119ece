package csvfile_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"service.example/crm/internal/csvfile"
)

func utf16le(s string) string {
	var out bytes.Buffer
	for _, u := range utf16.Encode([]rune(s)) {
		out.WriteByte(byte(u))
		out.WriteByte(byte(u >> 8))
	}
	return out.String()
}

func TestDecode(t *testing.T) {
	const text = "name,phone\nZoë 🌵,+49\n"
	long := strings.Repeat("plain ascii, ", 5000)
	for name, c := range map[string]struct {
		in, out  string
		encoding csvfile.Encoding
		damaged  bool
	}{
		"utf-8":                       {text, text, csvfile.UTF8, false},
		"utf-8 with mark":             {"\xef\xbb\xbf" + text, text, csvfile.UTF8, false},
		"utf-16 with mark":            {"\xff\xfe" + utf16le(text), text, csvfile.UTF16LE, false},
		"utf-16 without":              {utf16le(text), text, csvfile.UTF16LE, false},
		"windows-1252":                {"name\nZo\xeb \x80", "name\nZoë €", csvfile.Windows1252, false},
		"windows-1252, late":          {long + "Zo\xeb", long + "Zoë", csvfile.Windows1252, false},
		"utf-8, damaged":              {"Zoë \xff", "Zoë \ufffd", csvfile.UTF8, true},
		"characters across pieces":    {strings.Repeat("aë🌵", 20000), strings.Repeat("aë🌵", 20000), csvfile.UTF8, false},
		"utf-16 pairs across pieces":  {"\xff\xfe" + utf16le(strings.Repeat("a🌵", 20000)), strings.Repeat("a🌵", 20000), csvfile.UTF16LE, false},
		"zeros, which no engine has":  {"a\x00b", "ab", csvfile.UTF8, false},
		"nothing":                     {"", "", csvfile.UTF8, false},
		"a character that is cut off": {"Zoë \xf0\x9f", "Zoë \ufffd\ufffd", csvfile.UTF8, true},
	} {
		for _, r := range []io.Reader{strings.NewReader(c.in), iotest.OneByteReader(strings.NewReader(c.in))} {
			d := csvfile.NewDecoder(r)
			out, err := io.ReadAll(d)
			if err != nil || string(out) != c.out || d.Encoding() != c.encoding || d.Damaged() != c.damaged {
				t.Errorf("%s: %.60q, %s, damaged %v (%v)", name, out, d.Encoding(), d.Damaged(), err)
			}
		}
	}
}

func TestRecordsAreReadFromAnyOneOn(t *testing.T) {
	const text = "a,b\r\n\r\n1,\"two\nlines\"\n ,\n3,\"say \"\"hi\"\"\"\n4,5\" pipe\n6,last"
	var all []csvfile.Record
	for r := csvfile.NewReader(strings.NewReader(text), ',', 0, 1); ; {
		rec, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		all = append(all, rec)
	}
	want := []string{"1:a|b", "3:1|two\nlines", "6:3|say \"hi\"", "7:4|5\" pipe", "8:6|last"}
	for i, rec := range all {
		have := string('0'+byte(rec.Line)) + ":" + strings.Join(rec.Cells, "|")
		if i >= len(want) || have != want[i] || rec.Fault != "" {
			t.Errorf("record %d is %q (%s)", i, have, rec.Fault)
		}
		again := csvfile.NewReader(strings.NewReader(text[rec.End:]), ',', rec.End, rec.EndLine)
		next, err := again.Read()
		if i+1 < len(all) && (err != nil || next.Line != all[i+1].Line || next.End != all[i+1].End) {
			t.Errorf("after record %d comes %+v, not %+v (%v)", i, next, all[i+1], err)
		}
	}
	if len(all) != len(want) {
		t.Errorf("%d records, want %d", len(all), len(want))
	}
}

// A quotation mark that is never closed costs its own row, no other and no
// memory.
func TestAnOpenQuotationMark(t *testing.T) {
	text := "h\n\"open\n" + strings.Repeat("row\n", 100_000)
	r := csvfile.NewReader(strings.NewReader(text), ',', 0, 1)
	faults, rows := 0, 0
	for {
		rec, err := r.Read()
		if err != nil {
			break
		}
		if rec.Fault != "" {
			faults++
		} else {
			rows++
		}
	}
	if faults != 1 || rows != 100_001 {
		t.Errorf("%d faults, %d rows", faults, rows)
	}
}

func TestDelimiter(t *testing.T) {
	for head, want := range map[string]byte{"a,b,c\n1;2": ',', "a;b;c": ';', "a\tb": '\t', "a|b|c": '|', "\"a;b\",c": ',', "phone": ','} {
		if d := csvfile.Delimiter(head); d != want {
			t.Errorf("%q has delimiter %q", head, d)
		}
	}
}

func TestCellsAreNoFormulas(t *testing.T) {
	for text, want := range map[string]string{"=1+1": "'=1+1", "+4915112345": "+4915112345", "-3.5": "-3.5", "-cmd": "'-cmd", "@x": "'@x", "Ada": "Ada", "": "", "+": "'+", "'quoted": "'quoted"} {
		if cell := csvfile.Cell(text); cell != want || csvfile.Uncell(cell) != text {
			t.Errorf("%q is written %q and read %q", text, cell, csvfile.Uncell(cell))
		}
	}
}

func TestARecordFitsItsColumns(t *testing.T) {
	for text, fits := range map[string]bool{"a,b": true, "a": true, "a,b,, ": true, "a,b,c": false, "a,b,,c": false, "a,\"b,c\"": true} {
		rec, err := csvfile.NewReader(strings.NewReader(text), ',', 0, 1).Read()
		if rec.Fit(2); err != nil || (rec.Fault == "") != fits || fits == (rec.Cells == nil) {
			t.Errorf("%s: %v %+v", text, err, rec)
		}
	}
}
