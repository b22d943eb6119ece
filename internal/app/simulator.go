package app

import (
	"errors"
	"slices"
	"time"

	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/service/account"
)

// simulator lets the service reach the customers of its sandbox.
type simulator struct{ server *sandbox.Server }

// Write implements account.Simulator.
func (s simulator) Write(to string, m account.SimulatedText) (id, field string, err error) {
	sent, err := s.server.CustomerSends(sandbox.CustomerMessage{From: m.From, Name: m.Name, To: to, Text: m.Text})
	if err == nil {
		return sent.MessageID, "", nil
	}
	field, reason := sandbox.FaultOf(err)
	return "", field, errors.New(field + " " + reason)
}

// MovesClock implements account.Simulator.
func (s simulator) MovesClock() bool { return sandbox.MovesClock(s.server) }

// Advance implements account.Simulator.
func (s simulator) Advance(d time.Duration) time.Time {
	s.server.Advance(d)
	return s.server.Now().UTC()
}

// Phone implements account.Simulator. On the phone of one of the numbers themselves lie
// the codes by which it is verified.
func (s simulator) Phone(number string, of []string) ([]account.SimulatedMessage, bool) {
	if id, codes := sandbox.OwnInbox(s.server, number); slices.Contains(of, id) {
		out := []account.SimulatedMessage{}
		for _, m := range codes {
			out = append(out, account.SimulatedMessage{ProviderMessageID: m.ID, From: m.From, Type: m.Type, Text: m.Text, Status: m.Status, SentAt: m.Time, DeliveredAt: m.Arrived})
		}
		return out, true
	}
	partners := s.server.Partners(number)
	if !slices.ContainsFunc(partners, func(p sandbox.Phone) bool { return slices.Contains(of, p.ID) }) {
		return nil, false
	}
	out := []account.SimulatedMessage{}
	for _, m := range s.server.Phone(number) {
		i := slices.IndexFunc(partners, func(p sandbox.Phone) bool { return p.Number == m.From })
		if i < 0 || !slices.Contains(of, partners[i].ID) {
			continue
		}
		shown := account.SimulatedMessage{ProviderMessageID: m.ID, From: m.From, Type: m.Type, TemplateName: m.Template, Text: m.Text, Footer: m.Footer,
			Status: m.Status, SentAt: m.Time, DeliveredAt: m.Arrived, ReadAt: m.Read}
		for _, b := range m.Buttons {
			shown.Buttons = append(shown.Buttons, account.SimulatedButton{Type: b.Type, ID: b.ID, Text: b.Text, URL: b.URL})
		}
		out = append(out, shown)
	}
	return out, true
}
