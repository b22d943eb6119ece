package assign

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"service.example/crm/internal/crm"
)

// able is somebody who may get a conversation.
func able(id string) Candidate {
	return Candidate{ID: id, Member: true, CanAnswer: true, ReachesNumber: true, OnShift: true, Availability: crm.AvailableOnline, Cap: 5 * Conversation}
}

// The first reason counts, in the fixed order.
func TestReasonsInTheirOrder(t *testing.T) {
	in := Input{Match: Match{Target: crm.RoutingTarget{RequiredSkills: []string{"arabic"}}}, Team: Team{Method: crm.TeamRoundRobin, AgentLimit: 2}}
	c := Candidate{ID: "a", Deactivated: true, Availability: crm.AvailableOffline, Unreachable: true, Excluded: true, Load: 500, Cap: 500, OfTeam: 2}
	mend := []func(){
		func() { c.Member = true }, func() { c.CanAnswer = true }, func() { c.ReachesNumber = true }, func() { c.Deactivated = false },
		func() { c.Availability = crm.AvailableAway }, func() { c.Availability = crm.AvailableOnline }, func() { c.Unreachable = false }, func() { c.OnShift = true },
		func() { c.Excluded = false }, func() { c.Load = 400 }, func() { c.OfTeam = 1 }, func() { c.Skills = []string{"french", "arabic"} }}
	want := []string{"not_member", "no_scope", "number_not_allowed", "deactivated", "offline", "away", "unreachable", "off_shift", "excluded", "at_capacity", "team_limit", "skill_missing", "eligible"}
	for i, reason := range want {
		in.Candidates = []Candidate{c}
		d := Choose(in)
		if got := d.Top[0].Reason.String(); got != reason || fmt.Sprint(d.Reasons.Map()) != fmt.Sprintf("map[%s:1]", reason) || (d.Winner == "a") != (reason == "eligible") {
			t.Errorf("step %d: %s, want %s; %+v", i, got, reason, d)
		}
		if i < len(mend) {
			mend[i]()
		}
	}
}

// Each part of the score decides where those before it are equal.
func TestPartsOfTheScore(t *testing.T) {
	in := func(method crm.TeamMethod) Input {
		a, b := able("a"), able("b")
		return Input{Match: Match{Target: crm.RoutingTarget{PreferredSkills: []string{"french", "returns"}}}, Team: Team{Method: method, StickyDays: 7}, Candidates: []Candidate{a, b}, Now: 8 * dayMilliseconds}
	}
	for name, c := range map[string]struct {
		method crm.TeamMethod
		change func(*Input)
		want   string
	}{
		"id":                        {crm.TeamRoundRobin, func(*Input) {}, "a"},
		"longest since last":        {crm.TeamRoundRobin, func(in *Input) { in.Candidates[0].LastAssignedAt, in.Candidates[1].LastAssignedAt = 2, 1 }, "b"},
		"never":                     {crm.TeamLeastLoad, func(in *Input) { in.Candidates[0].LastAssignedAt = 1 }, "b"},
		"virtual time":              {crm.TeamRoundRobin, func(in *Input) { in.Candidates[0].VirtualTime, in.Candidates[1].LastAssignedAt = 1, 9 }, "b"},
		"load":                      {crm.TeamLeastLoad, func(in *Input) { in.Candidates[0].Load, in.Candidates[1].LastAssignedAt = 25, 9 }, "b"},
		"load by cap":               {crm.TeamLeastLoad, func(in *Input) { in.Candidates[0].Load, in.Candidates[1].Load, in.Candidates[1].Cap = 100, 150, 1000 }, "b"},
		"load is not round robin's": {crm.TeamRoundRobin, func(in *Input) { in.Candidates[0].Load = 100 }, "a"},
		"skill fit":                 {crm.TeamRoundRobin, func(in *Input) { in.Candidates[1].Skills, in.Candidates[1].VirtualTime = []string{"returns"}, 900 }, "b"},
		"more skills": {crm.TeamRoundRobin, func(in *Input) {
			in.Candidates[0].Skills, in.Candidates[1].Skills = []string{"returns"}, []string{"french", "returns"}
		}, "b"},
		"sticky": {crm.TeamRoundRobin, func(in *Input) {
			in.Answered, in.Candidates[0].Skills = Answered{"b", dayMilliseconds}, []string{"french", "returns"}
		}, "b"},
		"sticky too long ago": {crm.TeamRoundRobin, func(in *Input) { in.Answered = Answered{"b", dayMilliseconds - 1} }, "a"},
		"sticky off":          {crm.TeamRoundRobin, func(in *Input) { in.Answered, in.Team.StickyDays = Answered{"b", in.Now}, 0 }, "a"},
		"sticky but away": {crm.TeamRoundRobin, func(in *Input) {
			in.Answered, in.Candidates[1].Availability = Answered{"b", in.Now}, crm.AvailableAway
		}, "a"},
		"by hand": {crm.TeamManual, func(*Input) {}, ""},
	} {
		x := in(c.method)
		c.change(&x)
		if d := Choose(x); d.Winner != c.want {
			t.Errorf("%s: %q, want %q: %+v", name, d.Winner, c.want, d)
		}
	}
}

// anyInput is a decision of any kind: many are not eligible, many are alike.
func anyInput(r *rand.Rand) Input {
	skills := []string{"arabic", "french", "returns"}
	some := func() (out []string) {
		for _, s := range skills {
			if r.IntN(2) == 0 {
				out = append(out, s)
			}
		}
		return out
	}
	in := Input{Match: Match{Target: crm.RoutingTarget{PreferredSkills: some()}, hash: r.Uint64()}, Now: 1000 * dayMilliseconds, Weight: []Units{0, 25, 100, 150}[r.IntN(4)],
		Team: Team{ID: support, Method: crm.TeamMethods[r.IntN(3)], StickyDays: r.IntN(3), AgentLimit: r.IntN(4), VirtualTime: Units(r.IntN(500))}}
	if r.IntN(3) == 0 {
		in.Match.Target.RequiredSkills = some()
	}
	likely := func() bool { return r.IntN(20) > 0 }
	for i := range r.IntN(60) {
		in.Candidates = append(in.Candidates, Candidate{ID: fmt.Sprintf("usr_%03d", i), Member: likely(), CanAnswer: likely(), ReachesNumber: likely(), Deactivated: !likely(), OnShift: likely(), Excluded: !likely(),
			Availability: crm.AvailabilityStatuses[max(0, r.IntN(8)-5)], Load: Units(r.IntN(8) * 25), Cap: Units(r.IntN(4) * 100), OfTeam: r.IntN(4), Skills: some(), VirtualTime: Units(r.IntN(10) * 100), LastAssignedAt: int64(r.IntN(5))})
	}
	in.Answered = Answered{fmt.Sprintf("usr_%03d", r.IntN(60)), in.Now - int64(r.IntN(4))*dayMilliseconds}
	return in
}

// Whatever the candidates are: nobody with a reason is tried, nobody goes beyond
// the cap, the counts add up, somebody who is eligible is never left out, and
// another order of the candidates, or of their skills, changes nothing.
func TestDecisionsOfAnyKind(t *testing.T) {
	won := 0
	for seed := range uint64(20_000) {
		r := rand.New(rand.NewPCG(seed, 1))
		in := anyInput(r)
		d := Choose(in)
		weight := in.Weight
		if weight == 0 {
			weight = Conversation
		}
		byID := map[string]Candidate{}
		for _, c := range in.Candidates {
			byID[c.ID] = c
		}
		for i, s := range d.Top {
			c := byID[s.AgentID]
			if s.Reason == Eligible && (c.Load+weight > c.Cap || !c.Member || !c.CanAnswer || c.Availability != crm.AvailableOnline || c.Excluded || c.Deactivated) {
				t.Fatalf("seed %d: %+v is eligible", seed, c)
			}
			if i == 0 && d.Winner != "" && (s.AgentID != d.Winner || s.Reason != Eligible) {
				t.Fatalf("seed %d: %s comes before the winner %s", seed, s.AgentID, d.Winner)
			}
		}
		total := 0
		for _, n := range d.Reasons {
			total += n
		}
		if total != len(in.Candidates) || d.Candidates != total || len(d.Top) != min(total, MaxTop) || (d.Winner == "") != (d.Reasons[Eligible] == 0 || in.Team.Method == crm.TeamManual) {
			t.Fatalf("seed %d: %+v of %+v", seed, d, in)
		}
		if d.VirtualTime < in.Team.VirtualTime {
			t.Fatalf("seed %d: the virtual time goes back", seed)
		}
		if d.Winner != "" {
			won++
		}
		before := fmt.Sprintf("%+v", d)
		r.Shuffle(len(in.Candidates), func(i, j int) { in.Candidates[i], in.Candidates[j] = in.Candidates[j], in.Candidates[i] })
		for i := range in.Candidates {
			slices.Reverse(in.Candidates[i].Skills)
		}
		if after := fmt.Sprintf("%+v", Choose(in)); after != before {
			t.Fatalf("seed %d: shuffled, it is\n%s, not\n%s", seed, after, before)
		}
	}
	if won < 5_000 {
		t.Errorf("somebody won %d times only", won)
	}
}

// The top are those that a full sort would put there.
func TestTopIsASort(t *testing.T) {
	for seed := range uint64(2_000) {
		in := anyInput(rand.New(rand.NewPCG(seed, 2)))
		d := Choose(in)
		var all []Scored
		for i := range in.Candidates {
			c := &in.Candidates[i]
			x := in
			if x.Weight == 0 {
				x.Weight = Conversation
			}
			all = append(all, Scored{c.ID, c.reason(&x), c.score(&x)})
		}
		slices.SortFunc(all, func(a, b Scored) int { return d.compare(&a, &b) })
		if want := all[:min(len(all), MaxTop)]; !slices.Equal(d.Top, want) {
			t.Fatalf("seed %d: %+v, want %+v", seed, d.Top, want)
		}
	}
}

// The hash tells inputs apart: whatever changes a decision changes it.
func TestInputsHash(t *testing.T) {
	in := Input{Match: Match{hash: 1}, Team: Team{ID: support, Method: crm.TeamRoundRobin}, Candidates: []Candidate{able("a"), able("b")}, Now: 1}
	first := Choose(in).InputsHash
	if first != 0xe5da5bf1c1766b05 { // it is stored: another one makes every decision before look changed
		t.Errorf("the hash is %#x", first)
	}
	for name, change := range map[string]func(*Input){
		"now": func(in *Input) { in.Now++ }, "match": func(in *Input) { in.Match.hash++ }, "team": func(in *Input) { in.Team.ID = sales }, "method": func(in *Input) { in.Team.Method = crm.TeamLeastLoad },
		"sticky": func(in *Input) { in.Team.StickyDays++ }, "limit": func(in *Input) { in.Team.AgentLimit++ }, "virtual time": func(in *Input) { in.Team.VirtualTime++ }, "weight": func(in *Input) { in.Weight = 25 },
		"answered": func(in *Input) { in.Answered.By = "a" }, "answered at": func(in *Input) { in.Answered.At = 1 }, "skills": func(in *Input) { in.Match.Target.RequiredSkills = []string{"a"} }, "preferred": func(in *Input) { in.Match.Target.PreferredSkills = []string{"a"} },
		"a candidate": func(in *Input) { in.Candidates = append(in.Candidates, able("c")) }, "twice": func(in *Input) { in.Candidates = append(in.Candidates, able("b")) },
		"id": func(in *Input) { in.Candidates[0].ID = "c" }, "member": func(in *Input) { in.Candidates[0].Member = false }, "scopes": func(in *Input) { in.Candidates[0].CanAnswer = false }, "number": func(in *Input) { in.Candidates[0].ReachesNumber = false },
		"deactivated": func(in *Input) { in.Candidates[0].Deactivated = true }, "away": func(in *Input) { in.Candidates[0].Availability = crm.AvailableAway }, "shift": func(in *Input) { in.Candidates[0].OnShift = false }, "excluded": func(in *Input) { in.Candidates[0].Excluded = true },
		"load": func(in *Input) { in.Candidates[0].Load++ }, "cap": func(in *Input) { in.Candidates[0].Cap++ }, "of team": func(in *Input) { in.Candidates[0].OfTeam++ }, "skill": func(in *Input) { in.Candidates[0].Skills = []string{"a"} },
		"own virtual time": func(in *Input) { in.Candidates[0].VirtualTime++ }, "last": func(in *Input) { in.Candidates[0].LastAssignedAt++ },
	} {
		x := in
		x.Candidates = slices.Clone(in.Candidates)
		if change(&x); Choose(x).InputsHash == first {
			t.Errorf("%s is not in the hash", name)
		}
	}
	r := compile(t, one(crm.RoutingConditions{Hours: &crm.RoutingHours{CalendarID: calendar}}))
	seen := map[uint64]bool{}
	for _, f := range []Facts{{}, {PhoneNumberID: number}, {Language: "en"}, {Tags: []string{"a"}}, {Fields: map[string]string{"a": "b"}}, {Text: "a"}, {ReplyID: "a"}, {Referred: true}, {ReferralID: "a"}} {
		for _, s := range []State{{}, {Open: map[string]bool{calendar: true}}, {Open: map[string]bool{calendar: false}}, {Gone: map[string]bool{support: true}}} {
			h := r.Match(f, s).hash
			if seen[h] {
				t.Errorf("%+v %+v has the hash of another", f, s)
			}
			seen[h] = true
		}
	}
	two := map[string]string{"a": "1", "b": "2", "c": "3"}
	if r.Match(Facts{Fields: two, Tags: []string{"x", "y"}}, State{}).hash != r.Match(Facts{Fields: two, Tags: []string{"y", "x"}}, State{Gone: map[string]bool{"unnamed": true}}).hash {
		t.Error("the order counts, or what no rule names")
	}
}
