package service

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

func readBlocks(t *testing.T, r io.Reader) (out []block) {
	t.Helper()
	b := newBlockReader(r)
	for {
		one, err := b.next()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, one)
	}
}

func TestBlocks(t *testing.T) {
	hello := block{id: "1", hasID: true, data: []byte("Grüße 👋"), hasData: true}
	for text, want := range map[string][]block{
		"id: 1\ndata: Grüße 👋\n\n":                    {hello},
		"id: 1\rdata: Grüße 👋\r\r":                    {hello},
		"id: 1\r\ndata: Grüße 👋\r\n\r\n":              {hello},
		"id: 1\r\ndata: Grüße 👋\r\n\n":                {hello},
		"\xef\xbb\xbfid: 1\ndata: Grüße 👋\n\n":        {hello},
		"id:1\ndata:Grüße 👋\n\n":                      {hello},
		"id: 1\ndata: Grüße 👋\n\nid: 2\ndata: lost\n": {hello},
		"data: a\ndata: b\ndata\n\n":                  {{data: []byte("a\nb\n"), hasData: true}},
		"data:  two blanks\n\n":                       {{data: []byte(" two blanks"), hasData: true}},
		":\nid: 7\n\n":                                {{id: "7", hasID: true}},
		"id\n\n":                                      {{hasID: true}},
		"id: a\x00b\n\n":                              {{}},
		"retry: 1500\nretry: x\nretry: -1\n\n":        {{retry: 1500 * time.Millisecond}},
		"event: stream.ended\ndata: {}\nother: 1\n\n": {{event: "stream.ended", data: []byte("{}"), hasData: true}},
		"\n\n": {{}, {}},
		"":     nil,
	} {
		for how, r := range map[string]io.Reader{"at once": strings.NewReader(text), "byte by byte": iotest.OneByteReader(strings.NewReader(text))} {
			if got := readBlocks(t, r); !reflect.DeepEqual(got, want) {
				t.Errorf("%q %s is read as %+v, want %+v", text, how, got, want)
			}
		}
	}
}

// Whatever comes, in whatever pieces and with whatever ends of lines, the same
// is read, and no more than came.
func FuzzBlocks(f *testing.F) {
	for _, text := range []string{"id: 1\ndata: a\n\n", "\xef\xbb\xbfdata\r\rdata: b\r\n\r\n", ":\n\n", "retry: 10\n\n", "data: \xf0\x9f\x91\n\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		want := readBlocks(t, bytes.NewReader(text))
		size := 0
		for _, b := range want {
			size += len(b.id) + len(b.event) + len(b.data)
			if b.hasData != (b.data != nil) && len(b.data) > 0 {
				t.Errorf("%+v", b)
			}
		}
		if size > len(text) {
			t.Errorf("%d bytes came of %d", size, len(text))
		}
		if got := readBlocks(t, iotest.OneByteReader(bytes.NewReader(text))); !reflect.DeepEqual(got, want) {
			t.Errorf("byte by byte: %+v, at once: %+v", got, want)
		}
		plain := bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
		// A CR at the end may be half of the end of a line: only what is whole counts.
		if got := readBlocks(t, bytes.NewReader(plain)); !reflect.DeepEqual(got, want) {
			t.Errorf("with line feeds: %+v, as it came: %+v", got, want)
		}
	})
}
