// Package csvfile reads tables that people export from other programs, in any
// common encoding and with any delimiter. It needs bounded memory and can begin
// at any record. It writes cells that no spreadsheet takes for a formula.
package csvfile

import (
	"bufio"
	"errors"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// Encoding names how a file writes its characters.
type Encoding string

// The encodings that are recognised.
const (
	UTF8        Encoding = "utf-8"
	UTF16LE     Encoding = "utf-16le"
	UTF16BE     Encoding = "utf-16be"
	Windows1252 Encoding = "windows-1252"
)

// Decoder reads a file of any of the encodings as UTF-8. Which one it is shows
// by the byte order mark, by zeros at every other place, or by the first byte
// that is no UTF-8: where nothing but ASCII came before, it is Windows-1252.
type Decoder struct {
	r        *bufio.Reader
	encoding Encoding
	wide     bool // something other than ASCII has come
	damaged  bool
	out      []byte // decoded, not yet read
	err      error
}

const decodeChunk = 16 << 10

// NewDecoder returns a decoder of what r gives.
func NewDecoder(r io.Reader) *Decoder {
	d := &Decoder{r: bufio.NewReaderSize(r, decodeChunk), encoding: UTF8}
	head, _ := d.r.Peek(1024)
	mark := 0
	switch {
	case len(head) >= 3 && string(head[:3]) == "\xef\xbb\xbf":
		mark, d.wide = 3, true
	case len(head) >= 2 && string(head[:2]) == "\xff\xfe":
		mark, d.encoding = 2, UTF16LE
	case len(head) >= 2 && string(head[:2]) == "\xfe\xff":
		mark, d.encoding = 2, UTF16BE
	default:
		d.encoding = guess(head)
	}
	_, _ = d.r.Discard(mark)
	return d
}

// guess tells UTF-16 without a mark by its zeros.
func guess(head []byte) Encoding {
	var zeros [2]int
	for i, b := range head {
		if b == 0 {
			zeros[i%2]++
		}
	}
	switch half := len(head) / 4; {
	case half > 0 && zeros[1] > half && zeros[0] == 0:
		return UTF16LE
	case half > 0 && zeros[0] > half && zeros[1] == 0:
		return UTF16BE
	}
	return UTF8
}

// Encoding is the one that was recognised so far.
func (d *Decoder) Encoding() Encoding { return d.encoding }

// Damaged reports whether there were bytes that mean no character; each was
// read as U+FFFD.
func (d *Decoder) Damaged() bool { return d.damaged }

func (d *Decoder) Read(p []byte) (int, error) {
	for len(d.out) == 0 && d.err == nil {
		d.fill()
	}
	if len(d.out) == 0 {
		return 0, d.err
	}
	n := copy(p, d.out)
	d.out = d.out[n:]
	return n, nil
}

// fill decodes the next piece.
func (d *Decoder) fill() {
	in, err := d.r.Peek(decodeChunk)
	if err != nil && !errors.Is(err, io.EOF) {
		d.err = err
		return
	}
	last := len(in) < decodeChunk
	var used int
	switch d.encoding {
	case UTF16LE, UTF16BE:
		used = d.utf16(in, last)
	case Windows1252:
		used = d.windows(in)
	default:
		used = d.utf8(in, last)
	}
	_, _ = d.r.Discard(used)
	if used == len(in) && last {
		d.err = io.EOF
	}
}

func (d *Decoder) utf8(in []byte, last bool) (used int) {
	d.out = make([]byte, 0, len(in)+utf8.UTFMax)
	for used < len(in) {
		if b := in[used]; b < utf8.RuneSelf {
			if b != 0 {
				d.out = append(d.out, b)
			}
			used++
			continue
		}
		r, n := utf8.DecodeRune(in[used:])
		if r == utf8.RuneError && n == 1 {
			if !last && !utf8.FullRune(in[used:]) {
				return used
			}
			if !d.wide {
				d.encoding = Windows1252
				return used
			}
			d.damaged = true
		}
		d.wide = true
		d.out = utf8.AppendRune(d.out, r)
		used += n
	}
	return used
}

func (d *Decoder) utf16(in []byte, last bool) int {
	units := make([]uint16, len(in)/2)
	for i := range units {
		a, b := uint16(in[2*i]), uint16(in[2*i+1])
		if d.encoding == UTF16LE {
			a, b = b, a
		}
		units[i] = a<<8 | b
	}
	if n := len(units); !last && n > 0 && utf16.IsSurrogate(rune(units[n-1])) && units[n-1] < 0xdc00 {
		units = units[:n-1] // its other half is in the next piece
	}
	d.out = make([]byte, 0, 2*len(in))
	for _, r := range utf16.Decode(units) {
		d.damaged = d.damaged || r == utf8.RuneError
		if r != 0 {
			d.out = utf8.AppendRune(d.out, r)
		}
	}
	if last && len(in)%2 == 1 {
		d.damaged = true
		return len(in)
	}
	return 2 * len(units)
}

// windows1252 are the characters at 0x80 to 0x9f; the others are as in Unicode.
var windows1252 = [32]rune{'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8d, 'Ž', 0x8f,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9d, 'ž', 'Ÿ'}

func (d *Decoder) windows(in []byte) int {
	d.out = make([]byte, 0, 2*len(in))
	for _, b := range in {
		switch {
		case b == 0:
		case b < utf8.RuneSelf:
			d.out = append(d.out, b)
		case b < 0xa0:
			d.out = utf8.AppendRune(d.out, windows1252[b-0x80])
		default:
			d.out = utf8.AppendRune(d.out, rune(b))
		}
	}
	return len(in)
}
