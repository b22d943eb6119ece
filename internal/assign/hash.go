package assign

import (
	"encoding/binary"
	"slices"

	"github.com/cespare/xxhash/v2"
)

// The hash of a decision's inputs is the same on every machine, whatever the order
// of what has none (candidates, fields, tags, labels). Whoever replays a decision compares
// it first: with another hash, another answer is no fault of the code.

// pen writes values so that no two inputs have the same bytes.
type pen []byte

func (p *pen) number(n int64) { *p = binary.LittleEndian.AppendUint64(*p, uint64(n)) }
func (p *pen) text(s string)  { p.number(int64(len(s))); *p = append(*p, s...) }
func (p *pen) flags(list ...bool) {
	var n int64
	for i, b := range list {
		if b {
			n |= 1 << i
		}
	}
	p.number(n)
}

// anyOrder writes texts whose order does not count: the sum of their hashes, and
// how many they are.
func (p *pen) anyOrder(list []string) {
	var sum uint64
	for _, s := range list {
		sum += xxhash.Sum64String(s)
	}
	p.number(int64(sum))
	p.number(int64(len(list)))
}

// hash is of all that the rules are asked with: of the state only what they name.
func (r *Rules) hash(f Facts, s State) uint64 {
	p := make(pen, 0, 512+len(f.Text))
	p.number(int64(r.version))
	p.text(f.PhoneNumberID)
	p.text(f.Language)
	p.anyOrder(f.Tags)
	keys := make([]string, 0, len(f.Fields))
	for key := range f.Fields {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	p.number(int64(len(keys)))
	for _, key := range keys {
		p.text(key)
		p.text(f.Fields[key])
	}
	p.text(f.Text)
	p.text(f.ReplyID)
	p.flags(f.Referred)
	p.text(f.ReferralID)
	for _, id := range r.calendars {
		open, there := s.Open[id]
		p.flags(open, there)
	}
	if len(s.Gone) > 0 {
		for i, id := range r.named {
			if s.Gone[id] {
				p.number(int64(i))
			}
		}
	}
	if len(f.Labels) > 0 { // without any the hash is that of before there were labels
		p.text("labels")
		p.anyOrder(f.Labels)
	}
	return xxhash.Sum64(p)
}

// write puts everything of a candidate that a decision depends on.
func (c *Candidate) write(p *pen) {
	p.text(c.ID)
	p.flags(c.Member, c.CanAnswer, c.ReachesNumber, c.Deactivated, c.OnShift, c.Excluded, c.Unreachable)
	p.text(string(c.Availability))
	p.number(int64(c.Load))
	p.number(int64(c.Cap))
	p.number(int64(c.OfTeam))
	p.anyOrder(c.Skills)
	p.number(int64(c.VirtualTime))
	p.number(c.LastAssignedAt)
}

// hashOf is of all inputs of a decision. Candidates are added up, each by its own
// hash, so that their order does not count.
func hashOf(in Input) uint64 {
	p := make(pen, 0, 512)
	p.number(int64(in.Match.hash))
	p.anyOrder(in.Match.Target.RequiredSkills)
	p.anyOrder(in.Match.Target.PreferredSkills)
	p.text(in.Answered.By)
	p.number(in.Answered.At)
	p.number(in.Now)
	p.number(int64(in.Weight))
	t := in.Team
	p.text(t.ID)
	p.text(string(t.Method))
	p.number(int64(t.StickyDays))
	p.number(int64(t.AgentLimit))
	p.number(int64(t.VirtualTime))
	head, sum := xxhash.Sum64(p), uint64(0)
	for i := range in.Candidates {
		p = p[:0]
		in.Candidates[i].write(&p)
		sum += xxhash.Sum64(p)
	}
	p = p[:0]
	p.number(int64(head))
	p.number(int64(sum))
	p.number(int64(len(in.Candidates)))
	return xxhash.Sum64(p)
}
