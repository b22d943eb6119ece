package crm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// DoneBy names who did something. The zero DoneBy is nobody.
type DoneBy struct {
	Type ActorKind `json:"type" enum:"contact,api_key,user,assistant,operator,import,provider,system" doc:"Type of the actor. operator: somebody at the command line of the service. provider and system act automatically."`
	ID   string    `json:"id" doc:"Identifier of the actor; for system that of the rule of deals that acted, if one did. Empty for operator, provider and system otherwise, and for a user of the WhatsApp Business app."`
}

// IsZero reports whether nobody did it.
func (b DoneBy) IsZero() bool { return b == DoneBy{} }

// String returns the form in which it is stored: type and identifier with a
// colon in between, such as api_key:key_01jd5k3v6rf0w8m2a4t9x7bq1e; "" for nobody.
func (b DoneBy) String() string {
	if b.IsZero() {
		return ""
	}
	return string(b.Type) + ":" + b.ID
}

// ParseDoneBy reads what String wrote. Nodes of an earlier version, which still
// run while others are upgraded, write the bare id of an API key, and "echo" for
// a person in the provider's app: these are read too.
func ParseDoneBy(text string) (DoneBy, error) {
	switch {
	case text == "":
		return DoneBy{}, nil
	case text == "echo":
		return DoneBy{Type: ActorUser}, nil
	case strings.HasPrefix(text, PrefixAPIKey+"_") && !strings.Contains(text, ":"):
		return DoneBy{ActorKey, text}, nil
	}
	kind, id, found := strings.Cut(text, ":")
	if !found || !slices.Contains(ActorKinds, ActorKind(kind)) {
		return DoneBy{}, fmt.Errorf("crm: %q names nobody who may have done something", text)
	}
	return DoneBy{ActorKind(kind), id}, nil
}

// UnmarshalJSON also reads the text that ParseDoneBy reads: results that were
// kept for an Idempotency-Key by an earlier version have it.
func (b *DoneBy) UnmarshalJSON(data []byte) (err error) {
	if bytes.HasPrefix(data, []byte(`"`)) {
		var text string
		if err = json.Unmarshal(data, &text); err == nil {
			*b, err = ParseDoneBy(text)
		}
		return err
	}
	type plain DoneBy
	return json.Unmarshal(data, (*plain)(b))
}
