package api

import (
	"errors"
	"io"
	"mime/multipart"

	"service.example/crm/internal/crm"
)

const (
	onlyFile       = "The form may have only the part file."
	optionsAndFile = "The form may have only the parts options and file, in this order."
)

// lastPart is the file of a form, which is stored while it is read. It has no
// end but the end of the form: what follows it would be told of too late to
// count, and may not be dropped without a word.
type lastPart struct {
	form  *multipart.Reader
	part  *multipart.Part
	parts string // which parts the form may have
	err   error
}

func (p *lastPart) Read(b []byte) (int, error) {
	if p.err != nil {
		return 0, p.err
	}
	n, err := p.part.Read(b)
	if isEnd(err) {
		p.err = p.end()
		err = p.err
	}
	return n, err
}

// end is io.EOF where nothing follows.
func (p *lastPart) end() error {
	next, err := p.form.NextPart()
	if err != nil {
		if isEnd(err) {
			return io.EOF
		}
		return err
	}
	var f crm.Faults
	f.Add(crm.Pointer(next.FormName()), crm.CodeUnknownField, "%s", p.parts)
	return f.Err()
}

// refusedEnd reads a file of which the beginning was enough to its end, and
// tells what may not follow it.
func refusedEnd(file io.Reader) error {
	var known *crm.Error
	if _, err := io.Copy(io.Discard, file); errors.As(err, &known) {
		return known
	}
	return nil
}
