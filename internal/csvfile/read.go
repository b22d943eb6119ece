package csvfile

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
)

// MaxRecord is how long a record may be in bytes. A quotation mark that is
// never closed would otherwise swallow the rest of the file.
const MaxRecord = 64 << 10

// Record is one row of a table.
type Record struct {
	Cells []string
	Line  int64 // on which it begins, counted from 1
	// End is the offset after it, and EndLine the line there: a Reader that
	// begins at both goes on with the next record.
	End     int64
	EndLine int64
	// Fault says why a record could not be read; then Cells is nil.
	Fault string
}

// Fit finds fault with a record that says more than there are columns: most often a cell
// with the delimiter stands there without quotation marks, and what follows it is shifted.
func (r *Record) Fit(columns int) {
	n := len(r.Cells)
	for n > columns && strings.TrimSpace(r.Cells[n-1]) == "" {
		n--
	}
	if n > columns {
		r.Cells, r.Fault = nil, fmt.Sprintf("The row has %d cells, but the first row names %d columns. Put quotation marks around a cell that contains the delimiter.", n, columns)
	}
}

// Unquote takes the apostrophes of Cell away from the cells.
func (r *Record) Unquote() {
	for n := range r.Cells {
		r.Cells[n] = Uncell(r.Cells[n])
	}
}

// Reader reads records one after another. What cannot be read is a record with
// a fault; the ones after it are not lost.
type Reader struct {
	r         *bufio.Reader
	delimiter byte
	offset    int64
	line      int64
}

// NewReader reads UTF-8 that begins at the offset and line of a file.
func NewReader(r io.Reader, delimiter byte, offset, line int64) *Reader {
	return &Reader{r: bufio.NewReaderSize(r, 2*MaxRecord), delimiter: delimiter, offset: offset, line: max(line, 1)}
}

// Read returns the next record that is not blank; io.EOF at the end.
func (r *Reader) Read() (Record, error) {
	for {
		raw, lines, whole, err := r.next()
		if err != nil {
			return Record{}, err
		}
		rec := Record{Line: r.line}
		r.offset += int64(len(raw))
		r.line += lines
		rec.End, rec.EndLine = r.offset, r.line
		text := strings.TrimRight(string(raw), "\r\n")
		if _, err := r.r.Discard(len(raw)); err != nil {
			return rec, err
		}
		switch {
		case !whole:
			rec.Fault = "The row is longer than 64 KiB, or a quotation mark is never closed."
		case strings.Trim(text, " \t"+string(r.delimiter)) == "":
			continue
		default:
			rec.Cells, rec.Fault = cells(text, r.delimiter)
		}
		return rec, nil
	}
}

// next looks at the bytes of the next record without taking them. whole is
// false when it has no end within MaxRecord: then it is its first line alone.
func (r *Reader) next() (raw []byte, lines int64, whole bool, err error) {
	for size := 4 << 10; ; size = min(4*size, MaxRecord) {
		buf, err := r.r.Peek(size)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, 0, false, err
		}
		if len(buf) == 0 {
			return nil, 0, false, io.EOF
		}
		if n, lines := scan(buf, r.delimiter); n > 0 {
			return buf[:n], lines, true, nil
		}
		if len(buf) < size && !quotedAtEnd(buf, r.delimiter) {
			return buf, int64(bytes.Count(buf, []byte("\n"))) + 1, true, nil // the last, without a line break
		}
		if len(buf) < size || size == MaxRecord {
			if n := bytes.IndexByte(buf, '\n'); n >= 0 {
				buf = buf[:n+1]
			}
			return buf, 1, false, nil
		}
	}
}

// scan returns the length of the first record with its line break, and how many
// lines it has; 0 when it does not end here.
func scan(buf []byte, delimiter byte) (n int, lines int64) {
	quoted, start := false, true
	for i, b := range buf {
		switch {
		case b == '\n' && quoted:
			lines++
		case b == '\n':
			return i + 1, lines + 1
		case b == '"' && (start || quoted):
			quoted = !quoted
		}
		start = b == delimiter && !quoted || b == '"' && start
	}
	return 0, lines
}

func quotedAtEnd(buf []byte, delimiter byte) bool {
	n, _ := scan(append(bytes.Clone(buf), '\n'), delimiter)
	return n == 0
}

// cells splits a record that is whole.
func cells(text string, delimiter byte) ([]string, string) {
	if !strings.Contains(text, `"`) {
		return strings.Split(text, string(delimiter)), ""
	}
	c := csv.NewReader(strings.NewReader(text))
	c.Comma, c.LazyQuotes, c.FieldsPerRecord = rune(delimiter), true, -1
	list, err := c.Read()
	if err != nil {
		return nil, "The row is not well-formed: " + strings.TrimPrefix(err.Error(), "parse error on line 1, ") + "."
	}
	return list, ""
}

// Delimiter tells the delimiter of a table by its first line.
func Delimiter(head string) byte {
	line, _, _ := strings.Cut(head, "\n")
	best, most := byte(','), 0
	for _, d := range []byte{',', ';', '\t', '|'} {
		quoted, n := false, 0
		for i := range len(line) {
			switch {
			case line[i] == '"':
				quoted = !quoted
			case line[i] == d && !quoted:
				n++
			}
		}
		if n > most {
			best, most = d, n
		}
	}
	return best
}

// Cell returns a text so that no spreadsheet takes it for a formula: what
// begins like one gets an apostrophe, unless it is a plain number.
func Cell(text string) string {
	if text == "" || !strings.ContainsRune("=+-@\t\r", rune(text[0])) || plain(text[1:]) && text[0] != '=' && text[0] != '@' {
		return text
	}
	return "'" + text
}

// Uncell takes the apostrophe of Cell away again.
func Uncell(text string) string {
	if rest, ok := strings.CutPrefix(text, "'"); ok && Cell(rest) == text {
		return rest
	}
	return text
}

// plain reports whether a text has digits and points only.
func plain(text string) bool { return text != "" && strings.Trim(text, "0123456789.") == "" }
