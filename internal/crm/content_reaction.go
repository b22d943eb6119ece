package crm

import (
	"slices"
	"time"
)

// MessageReaction is a reaction that somebody has on a message: of the contact,
// or of the business. Who reacts anew or takes the reaction back has another
// one instead.
type MessageReaction struct {
	Emoji     string        `json:"emoji" doc:"The emoji."`
	Direction Direction     `json:"direction" enum:"outbound,inbound" doc:"inbound: by the contact. outbound: by the business."`
	From      ContactNumber `json:"from,omitempty" doc:"Phone number of the contact who reacted; empty if the provider does not give it."`
	UserID    string        `json:"userId,omitempty" doc:"The provider's business-scoped user id of the contact who reacted."`
	MessageID string        `json:"messageId,omitempty" doc:"The message of type reaction."`
	At        time.Time     `json:"at" doc:"When the contact or the business reacted."`
}

// maxReactions bounds the reactions on a message of a group.
const maxReactions = 200

// React notes a reaction, or with an empty emoji that somebody took it back. It
// returns what the person had there before, and false where something newer is
// known: reactions come in any order.
func (c *Content) React(r MessageReaction) (before MessageReaction, newest bool) {
	i := slices.IndexFunc(c.Reactions, func(known MessageReaction) bool { return c.SameReactor(known, r) })
	if i < 0 {
		if len(c.Reactions) < maxReactions {
			c.Reactions = append(c.Reactions, r)
		}
		return MessageReaction{}, true
	}
	before = c.Reactions[i]
	if r.At.Before(before.At) || before == r {
		return before, false
	}
	c.Reactions[i] = r
	return before, true
}

// SameReactor reports whether two reactions are of the same person: outside of
// groups there is one on either side.
func (c *Content) SameReactor(a, b MessageReaction) bool {
	if a.Direction != b.Direction {
		return false
	}
	return a.Direction == Outbound || c.GroupID == "" || a.UserID != "" && a.UserID == b.UserID || a.From != "" && a.From == b.From
}

// StandingReactions returns the reactions that were not taken back.
func (c *Content) StandingReactions() []MessageReaction {
	return slices.DeleteFunc(slices.Clone(c.Reactions), func(r MessageReaction) bool { return r.Emoji == "" })
}
