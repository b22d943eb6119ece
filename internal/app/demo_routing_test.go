package app_test

import (
	"fmt"
	"testing"
	"time"
)

// explains looks whether the day has decisions of routing to look at, why contacts
// waited, and something to rehearse that comes out as it did.
func (d *demo) explains() {
	d.t.Helper()
	var all struct{ Data []struct{ ID string } }
	outcomes, stands := map[string]int{}, ""
	for _, view := range []string{"all", "closed"} {
		d.call("GET", "/v1/conversations?limit=100&view="+view, nil, &all)
		for _, c := range all.Data {
			var decisions struct {
				Data []struct {
					RuleKey, Outcome string
					Queue            *struct{ Position int }
				}
			}
			d.call("GET", "/v1/conversations/"+c.ID+"/routing", nil, &decisions)
			for _, made := range decisions.Data {
				outcomes[made.RuleKey+" "+made.Outcome]++
				if made.Queue != nil {
					stands += fmt.Sprint(made.RuleKey, " ", made.Queue.Position)
				}
			}
		}
	}
	for _, want := range []string{"complaints assigned", "portuguese queued", "portuguese assigned", "french queued", " no_rule"} {
		if outcomes[want] == 0 {
			d.t.Errorf("no decision is %q: %v", want, outcomes)
		}
	}
	if stands != "french 1" {
		d.t.Errorf("in queues stand: %s", stands)
	}
	eventually(d.t, "the report names a skill and agents", func() bool {
		var report struct {
			Causes []struct {
				Skills []struct{ Skill string }
				Agents []struct{ AgentID string }
			}
		}
		d.call("GET", "/v1/reports/waiting?groupBy=agent", nil, &report)
		skill, agents := false, false
		for _, c := range report.Causes {
			skill = skill || len(c.Skills) == 1 && c.Skills[0].Skill == "portuguese"
			agents = agents || len(c.Agents) > 2
		}
		return skill && agents
	})
	var rehearsal struct {
		ID, State string
		Result    struct {
			Check struct{ Decisions, Different int }
		}
	}
	d.call("POST", "/v1/routing/rehearsals", map[string]any{}, &rehearsal)
	eventually(d.t, "the day is rehearsed", func() bool {
		d.call("GET", "/v1/routing/rehearsals/"+rehearsal.ID, nil, &rehearsal)
		return rehearsal.State != "running"
	})
	if r := rehearsal.Result; rehearsal.State != "completed" || r.Check.Different != 0 || r.Check.Decisions == 0 {
		d.t.Errorf("the rehearsal is %+v", rehearsal)
	}
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for range 200 {
		if holds() {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("timed out waiting until %s", what)
}
