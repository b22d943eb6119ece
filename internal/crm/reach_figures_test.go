package crm

import (
	"strings"
	"testing"
)

func TestFiguresInReach(t *testing.T) {
	team := Reach{Kind: ReachTeams, UserID: "usr_1", TeamIDs: []string{"tea_1"}}
	own := Reach{Kind: ReachOwnAndFollowed, UserID: "usr_1", TeamIDs: []string{"tea_1"}}
	number := Reach{Kind: ReachAll, PhoneNumberIDs: []string{"num_1"}}
	both := Reach{Kind: ReachTeams, UserID: "usr_1", TeamIDs: []string{"tea_1"}, PhoneNumberIDs: []string{"num_1"}}
	for _, c := range []struct {
		of                  Reach
		team, agent, number string
		is                  bool
	}{
		{of: WholeReach(), is: true},
		{of: WholeReach(), team: "tea_2", agent: "usr_2", number: "num_2", is: true},
		{of: team}, {of: team, number: "num_1"},
		{of: team, team: "tea_1", is: true}, {of: team, team: "tea_2"},
		{of: team, agent: "usr_1", is: true}, {of: team, agent: "usr_2"}, {of: team, team: "tea_1", agent: "usr_2"},
		{of: own, team: "tea_1"}, {of: own, agent: "usr_1", is: true}, {of: own},
		{of: number}, {of: number, number: "num_1", is: true}, {of: number, number: "num_2"}, {of: number, agent: "usr_1"},
		{of: both, team: "tea_1"}, {of: both, team: "tea_1", number: "num_1", is: true}, {of: both, number: "num_1"},
	} {
		err := Actor{Reach: c.of}.RequireFigures(c.team, c.agent, c.number)
		if (err == nil) != c.is || err != nil && (CodeOf(err) != CodeReachRequired || !strings.Contains(err.Error(), "Id")) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
