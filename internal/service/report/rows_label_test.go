package report

import (
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/conversation"
)

// A wait that had not ended after all is taken out as it was counted: the latest of the
// same beginning, not another one of the conversation.
func TestTheWaitThatIsTakenBack(t *testing.T) {
	wait := func(id string, from int64, undone bool) conversation.EndedWait {
		return conversation.EndedWait{WorkspaceID: "w", ConversationID: id, Booking: crm.Booking{Spans: []crm.WaitSpan{{From: from, To: from + 9}}, Undone: undone}}
	}
	list := []conversation.EndedWait{wait("a", 10, false), wait("b", 20, false), wait("a", 10, true), wait("a", 10, false), wait("a", 30, false)}
	for _, c := range []struct {
		of     conversation.EndedWait
		behind int
		want   int
	}{{wait("a", 10, true), 2, 0}, {wait("a", 10, true), 5, 3}, {wait("a", 30, true), 5, 4}, {wait("a", 20, true), 5, -1}, {wait("b", 10, true), 5, -1}} {
		if got := countedBefore(list[:c.behind], c.of); got != c.want {
			t.Errorf("%s from %d, behind %d: %d, want %d", c.of.ConversationID, c.of.Spans[0].From, c.behind, got, c.want)
		}
	}
}
