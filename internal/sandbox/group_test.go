package sandbox

import (
	"strings"
	"testing"
)

// A message to a group is told of each participant, in the shape of the provider's own
// examples, and billed where each of them is.
func TestMessagesToAGroupAreToldOfEachParticipant(t *testing.T) {
	b := newBench(t, func(c *Config) { c.AutoRead = true })
	Gather(b.Server, "+15550009000", "16505550001", "4915157000002")
	status, answer := b.send(templateTo("15550009000", "hello_world", "en_US", ""))
	if status != 200 {
		t.Fatalf("answered %d %v", status, answer)
	}
	b.settled()
	list := b.statuses()
	if names(list) != "sent delivered delivered read read" {
		t.Fatalf("statuses: %s", names(list))
	}
	of := map[string]string{}
	for _, s := range list {
		if s.str("recipient_type") != "group" || s.str("recipient_id") != "15550009000" {
			t.Errorf("it is not told of the group: %v", s)
		}
		who := s.str("recipient_participant_id")
		of[who] += s.str("status") + " "
		if s.str("status") == "delivered" {
			price := s.sub("conversation").sub("pricing")
			if s.sub("pricing") != nil || !strings.HasPrefix(price.str("category"), "group_") || s.sub("conversation").sub("origin").str("type") != price.str("category") {
				t.Errorf("the price is not within the conversation: %v", s)
			}
		}
	}
	if of[""] != "sent " || of["16505550001"] != "delivered read " || of["4915157000002"] != "delivered read " || len(of) != 3 {
		t.Errorf("told of: %v", of)
	}
	countries := map[string]int64{}
	account := b.book.all()[0]
	for line, sum := range account.bill.lines {
		countries[line.Country] += sum.Volume
	}
	if countries["DE"] != 1 || countries["US"] != 1 || len(countries) != 2 {
		t.Errorf("billed: %v", countries)
	}
}
