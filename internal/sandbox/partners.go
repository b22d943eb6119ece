package sandbox

import "errors"

// Partners are the numbers of the business that a customer has written to or
// heard from.
func (s *Server) Partners(number string) []Phone {
	who := s.customer(number)
	if who == nil {
		return nil
	}
	var out []Phone
	for _, p := range who.partners() {
		out = append(out, Phone{ID: p.id, Number: "+" + p.number, Name: p.name})
	}
	return out
}

// FaultOf returns which field an error of this package is about, and what is
// wrong with it.
func FaultOf(err error) (field, reason string) {
	var bad *badInput
	if errors.As(err, &bad) {
		return bad.field, bad.reason
	}
	return "", err.Error()
}
