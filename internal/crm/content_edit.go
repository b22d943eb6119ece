package crm

import (
	"slices"
	"time"
)

// Edit is an earlier version of a message, and when and by which edit it was
// replaced.
type Edit struct {
	ReplacedAt        time.Time `json:"replacedAt" doc:"When this version was replaced."`
	ProviderMessageID string    `json:"providerMessageId,omitempty" doc:"The provider's identifier of the edit."`
	Text              string    `json:"text,omitempty" doc:"The text of this version."`
	Caption           string    `json:"caption,omitempty" doc:"The caption of this version."`
}

// maxEdits bounds the versions that are kept of a message, because each change
// writes all of them: the first and the newest.
const maxEdits = 100

// Edit replaces the words of a message by those of an edit that was made at the
// time, and keeps the version before. Edits may come in any order and twice:
// the newest counts, and an older one takes its place among the versions. It
// reports whether anything changed.
func (c *Content) Edit(id string, at time.Time, now *Content) bool {
	changed := c.edit(id, at, now)
	if len(c.Edits) > maxEdits {
		c.Edits = slices.Delete(c.Edits, 1, 2)
	}
	return changed
}

func (c *Content) edit(id string, at time.Time, now *Content) bool {
	fits := c.Text != nil && now.Text != nil || c.Media != nil && now.Media != nil
	if !fits || slices.ContainsFunc(c.Edits, func(e Edit) bool { return e.ProviderMessageID == id }) {
		return false
	}
	next := now.version()
	i := slices.IndexFunc(c.Edits, func(e Edit) bool { return e.ReplacedAt.After(at) })
	if i >= 0 {
		// What was shown until the later edit was shown only until this one.
		earlier := c.Edits[i]
		earlier.ReplacedAt, earlier.ProviderMessageID = at, id
		c.Edits[i].Text, c.Edits[i].Caption = next.Text, next.Caption
		c.Edits = slices.Insert(c.Edits, i, earlier)
		return true
	}
	before := c.version()
	before.ReplacedAt, before.ProviderMessageID = at, id
	c.Edits = append(c.Edits, before)
	if c.Text != nil {
		c.Text = &Text{Body: next.Text, PreviewURL: c.Text.PreviewURL}
	} else {
		file := *c.Media
		file.Caption = next.Caption
		c.Media = &file
	}
	return true
}

func (c *Content) version() Edit {
	if c.Text != nil {
		return Edit{Text: c.Text.Body}
	}
	if c.Media != nil {
		return Edit{Caption: c.Media.Caption}
	}
	return Edit{}
}

// Revoke records that the sender took the message back, and reports whether
// that is new.
func (c *Content) Revoke(at time.Time) bool {
	if c.RevokedAt != nil {
		return false
	}
	c.RevokedAt = &at
	return true
}
