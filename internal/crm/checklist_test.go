package crm

import (
	"testing"
	"time"
)

// What was found out before a website was named does not say that none was.
func TestJudgeLeavesAWebsiteThatWasNamedSince(t *testing.T) {
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	named := Entries{ItemWebsite: {ID: ItemWebsite, State: ItemSubmitted, SubmittedAt: &now}}
	if e := (OnboardingFacts{At: now}).Judge(named)[ItemWebsite]; e.State != ItemTodo {
		t.Errorf("no website was named: %+v", e)
	}
	if e := (OnboardingFacts{At: now, SiteChanged: true}).Judge(named)[ItemWebsite]; e.State != ItemSubmitted || e.CheckedAt != nil {
		t.Errorf("a website was named since: %+v", e)
	}
}
