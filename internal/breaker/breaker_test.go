package breaker

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/whatsapp"
)

// What the log tells and what Away says change together, at each account's fifth
// silent call and at its first answer.
func TestTheLogAndAwayAgree(t *testing.T) {
	var told bytes.Buffer
	b := New(slog.New(slog.NewTextHandler(&told, nil)))
	b.Learn("n1", "a1")
	b.Learn("n2", "a2")
	silent := &whatsapp.APIError{ProviderError: crm.ProviderError{Code: 999, HTTPStatus: http.StatusBadGateway}}
	for step, c := range []struct {
		number  string
		failure error
		calls   int
		want    int // accounts that are away
	}{
		{"n1", silent, 4, 0}, {"n1", nil, 1, 0}, {"n1", silent, 4, 0}, {"n2", silent, 4, 0},
		{"n1", silent, 1, 1}, {"n2", silent, 1, 2}, {"n2", silent, 3, 2}, {"n1", nil, 1, 1}, {"n1", nil, 1, 1}, {"n2", nil, 1, 0},
	} {
		for range c.calls {
			b.Ended(context.Background(), c.number, c.failure)
		}
		lines := strings.Count(told.String(), "is not working") - strings.Count(told.String(), "the provider works again")
		if accounts, since := b.Away(); accounts != c.want || lines != c.want || since.IsZero() != (c.want == 0) {
			t.Errorf("step %d: %d accounts are away since %v, the log tells of %d, want %d", step, accounts, since, lines, c.want)
		}
	}
}
