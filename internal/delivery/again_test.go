package delivery

import (
	"slices"
	"testing"

	"service.example/crm/internal/service/event"
)

// Of two events on their way one is put back, and then the other: the log brings
// both again, and both are delivered.
func TestWhatIsPutBackAfterAnotherIsDelivered(t *testing.T) {
	for _, startsOver := range []bool{false, true} {
		d := &Deliverer{agenda: newAgenda()}
		e := newEndpoint(d, "wsp_1", "whk_1")
		log := []event.LoggedEvent{{Position: event.Position{Number: 1, ID: "evt_1"}}, {Position: event.Position{Number: 2, ID: "evt_2"}}}
		all := func(*event.LoggedEvent) bool { return true }
		came := func() (ids []string) {
			for _, it := range e.intake.offer(log, all) {
				ids = append(ids, it.ID)
			}
			return ids
		}
		first, second := e.intake.offer(log, all)[0], e.intake.held.find("evt_2")
		e.rewind(first)
		if startsOver { // the second one waits again, behind another of its key, as the log turns out to be another
			e.lanes.ready = append(e.lanes.ready, second)
			e.startOver()
		} else {
			e.rewind(second)
		}
		if ids := came(); !slices.Equal(ids, []string{"evt_1", "evt_2"}) {
			t.Errorf("started over: %v: the log brings %v again", startsOver, ids)
		}
		if ids := came(); ids != nil {
			t.Errorf("%v come while they are held", ids)
		}
	}
}
