package service

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
	"time"
)

// block is what a stream of server-sent events has between two empty lines.
type block struct {
	id, event      string
	hasID, hasData bool
	data           []byte
	retry          time.Duration
}

// maxBlock bounds what is held of one block.
const maxBlock = 64 << 20

var errBlockTooLarge = errors.New("service: an event of the stream is too large")

// blockReader reads server-sent events as the HTML standard says: lines end by
// CR, LF or both.
type blockReader struct {
	r       *bufio.Reader
	began   bool
	afterCR bool // a line feed that follows belongs to the line before
	line    []byte
}

func newBlockReader(r io.Reader) *blockReader { return &blockReader{r: bufio.NewReader(r)} }

// next returns the next block, also one that has an id, a comment or a
// reconnection time only. One that the stream ends within is not returned.
func (b *blockReader) next() (out block, err error) {
	for {
		line, err := b.readLine(maxBlock - len(out.data))
		if err != nil {
			return block{}, err
		}
		if len(line) == 0 {
			return out, nil
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(name) {
		case "id":
			if !bytes.ContainsRune(value, 0) {
				out.id, out.hasID = string(value), true
			}
		case "event":
			out.event = string(value)
		case "data":
			if out.hasData {
				out.data = append(out.data, '\n')
			}
			out.data, out.hasData = append(out.data, value...), true
		case "retry":
			if ms, err := strconv.ParseUint(string(value), 10, 31); err == nil && value[0] != '+' {
				out.retry = time.Duration(ms) * time.Millisecond
			}
		}
	}
}

// readLine returns a line without its end. It is good until the next call.
func (b *blockReader) readLine(limit int) ([]byte, error) {
	b.line = b.line[:0]
	for {
		c, err := b.r.ReadByte()
		if err != nil {
			return nil, err
		}
		if b.afterCR {
			b.afterCR = false
			if c == '\n' {
				continue
			}
		}
		if c == '\n' || c == '\r' {
			b.afterCR = c == '\r'
			break
		}
		if b.line = append(b.line, c); len(b.line) > limit {
			return nil, errBlockTooLarge
		}
	}
	if !b.began {
		b.began = true
		b.line = bytes.TrimPrefix(b.line, []byte("\xef\xbb\xbf"))
	}
	return b.line, nil
}
