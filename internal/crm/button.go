package crm

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Button is something of the workspace's own that people press in a conversation: it
// opens a URL, or calls a system of the business.
type Button struct {
	ID, WorkspaceID string
	Label           string
	Kind            ButtonKind // for good
	// URL is where the button leads. That of ButtonOpenURL has placeholders.
	URL string
	// TeamIDs are the teams that it is for; empty for everybody.
	TeamIDs []string
	// Secrets sign the calls of a ButtonPost; others have none.
	Secrets              []EndpointSecret
	SealedSecrets        []byte `json:"-"` // as they are stored
	CreatedBy            DoneBy
	CreatedAt, UpdatedAt time.Time
}

// ButtonKind is what pressing a button does.
type ButtonKind string

// The kinds of buttons.
const (
	ButtonOpenURL ButtonKind = "open_url" // whoever presses it opens a URL
	ButtonPost    ButtonKind = "post"     // a system of the business is called
)

// ButtonKinds are all of them.
var ButtonKinds = []ButtonKind{ButtonOpenURL, ButtonPost}

const (
	// MaxButtons is how many a workspace may have.
	MaxButtons     = 50
	maxButtonLabel = 60 // characters
	maxButtonTeams = 20
)

// ButtonChange changes what is given of a button; the teams as a whole.
type ButtonChange struct {
	Label   *string
	URL     *string
	TeamIDs *[]string
}

// Apply returns the button as it becomes, or every fault that can be seen without
// looking anything up. The rules are for what the service itself calls.
func (ch ButtonChange) Apply(b Button, rules EndpointRules) (Button, error) {
	var f Faults
	if ch.Label != nil {
		b.Label = strings.Join(strings.Fields(*ch.Label), " ")
	}
	switch {
	case b.Label == "":
		f.Add("/label", CodeRequired, "label is required: what people read on the button.")
	case utf8.RuneCountInString(b.Label) > maxButtonLabel:
		f.Add("/label", CodeTooLong, "label may have at most %d characters.", maxButtonLabel)
	}
	if ch.URL != nil {
		b.URL = strings.TrimSpace(*ch.URL)
	}
	switch {
	case !slices.Contains(ButtonKinds, b.Kind):
		f.Add("/kind", CodeNotAllowed, "kind must be open_url or post.")
	case ch.URL == nil:
	case b.Kind == ButtonPost && strings.ContainsAny(b.URL, "{}"):
		f.Add("/url", CodeURLInvalid, "url may have no placeholders: what a post button calls gets all of it in the body.")
	case b.Kind == ButtonPost:
		if u := CheckURL(b.URL, rules, &f); u != nil {
			b.URL = u.String()
		}
	default:
		checkURLTemplate(b.URL, &f)
	}
	if ch.TeamIDs != nil {
		b.TeamIDs = append([]string{}, *ch.TeamIDs...)
	}
	if len(b.TeamIDs) > maxButtonTeams {
		f.Add("/teamIds", CodeOutOfRange, "teamIds may have at most %d entries.", maxButtonTeams)
		return b, f.Err()
	}
	for i, id := range b.TeamIDs {
		switch {
		case !ValidID(PrefixTeam, id):
			f.Add(Pointer("teamIds", i), CodeNotAllowed, "%q is not an identifier: tem_…", clip(id))
		case slices.Contains(b.TeamIDs[:i], id):
			f.Add(Pointer("teamIds", i), CodeNotAllowed, "The team %s is named twice.", id)
		}
	}
	return b, f.Err()
}

// IsFor reports whether the button is there for the actor: for everybody, or for one
// of the teams that the actor sees.
func (b Button) IsFor(a Actor) bool {
	return len(b.TeamIDs) == 0 || slices.ContainsFunc(b.TeamIDs, a.SeesTeam)
}

// LiveSecrets returns the secrets that sign at now, newest first.
func (b Button) LiveSecrets(now time.Time) (out []string) {
	e := WebhookEndpoint{Secrets: b.Secrets}
	for _, s := range e.LiveSecrets(now) {
		out = append(out, s.Secret)
	}
	return out
}
