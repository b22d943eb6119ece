package api_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"service.example/crm/internal/testkit"
)

// everyday are the operations that change something and are not administrative,
// each with the reason. A new one stands here or names its act.
var everyday = map[string]string{
	"add-contact-tags":           "work with contacts",
	"test-broadcast":             "a message, which tells who sent it",
	"cancel-message":             "work with messages, which tell who",
	"create-reconciliation":      "changes nothing; it tells who asked for it",
	"create-routing-rehearsal":   "changes nothing; it tells who asked for it",
	"cancel-routing-rehearsal":   "changes nothing",
	"create-contact":             "work with contacts",
	"create-media-link":          "a link for a message; it ends by itself",
	"begin-passkey":              "only what the browser is asked for",
	"begin-passkey-session":      "only what the browser is asked for",
	"begin-totp":                 "counts once it is confirmed",
	"confirm-session":            "signing in; sessions tell who",
	"create-passkey-session":     "signing in; sessions tell who",
	"create-session":             "signing in; sessions tell who",
	"delete-session":             "signing out",
	"end-other-sessions":         "signing out",
	"end-session":                "signing out",
	"lint-template":              "changes nothing",
	"hand-back-conversation":     "work with conversations, which tell who",
	"mark-message-read":          "work with messages",
	"preview-contact-import":     "changes nothing",
	"preview-deal-import":        "changes nothing",
	"record-contact-consent":     "the ledger of consent tells who",
	"remove-contact-tag":         "work with contacts",
	"create-segment":             "work with contacts; a segment tells who made it",
	"create-conversion":          "it tells who recorded it",
	"update-segment":             "work with contacts, none of whom it changes",
	"delete-segment":             "work with contacts, none of whom it changes",
	"preview-segment":            "changes nothing",
	"request-password-reset":     "mails a link, and changes nothing",
	"search-knowledge":           "changes nothing",
	"send-message":               "work with messages, which tell who",
	"send-message-batch":         "work with messages, which tell who",
	"simulate-message":           "of the sandbox",
	"advance-simulated-clock":    "of the sandbox",
	"take-over-conversation":     "work with conversations, which tell who",
	"assign-conversation":        "work with conversations, whose event tells who",
	"follow-conversation":        "work with conversations",
	"read-conversation":          "work with conversations",
	"change-conversation-status": "work with conversations, whose event tells who",
	"requeue-conversation":       "work with conversations, whose event tells who",
	"unfollow-conversation":      "work with conversations",
	"test-ai-provider":           "shows what would happen",
	"test-assistant":             "shows what would happen",
	"test-webhook-endpoint":      "sends a sample",
	"update-contact":             "work with contacts",
	"create-note":                "work with conversations, whose notes tell who",
	"update-note":                "work with conversations, whose notes tell who",
	"delete-note":                "work with conversations",
	"create-deal":                "work with deals, whose history tells who",
	"update-deal":                "work with deals, whose history tells who",
	"move-deal":                  "work with deals, whose history and event tell who",
	"replace-deal-lines":         "work with deals, whose history tells who",
	"replace-deal-contacts":      "work with deals, whose history tells who",
	"create-deal-action":         "work with deals, whose history and events tell who",
	"undo-deal-action":           "work with deals, whose history and events tell who",
	"create-deal-note":           "work with deals, whose notes tell who",
	"update-deal-note":           "work with deals, whose notes tell who",
	"delete-deal-note":           "work with deals",
	"create-promise":             "work with conversations, whose event tells who",
	"update-promise":             "work with conversations, whose event tells who",
	"accept-proposal":            "work with conversations, whose event tells who",
	"reject-proposal":            "work with conversations, whose event tells who",
	"undo-proposal":              "work with conversations, whose event tells who",
	"set-presence":               "work with conversations; it is stored nowhere",
	"draft-conversation-summary": "changes nothing",
	"set-draft":                  "work with conversations",
	"create-push-subscription":   "of the user alone",
	"delete-push-subscription":   "of the user alone",
	"see-notifications":          "of the user alone",
	"read-notifications":         "of the user alone",
	"set-notification-settings":  "of the user alone",
	"delete-draft":               "work with conversations",
	"fill-canned-reply":          "changes nothing",
	"set-conversation-labels":    "work with conversations",
	"create-action":              "work with conversations, which tells who",
	"undo-action":                "work with conversations, whose events tell who",
	"press-button":               "work with conversations; presses tell who",
	"create-view":                "a list of conversations, which tells who",
	"update-view":                "a list of conversations",
	"delete-view":                "a list of conversations",
	"set-availability":           "work of people, whose log tells who",
	"update-conversation":        "work with conversations, which tell who",
	"upload-media":               "a file for a message",

	"preview-calendar-holidays": "changes nothing",
	"check-onboarding-item":     "looks at what is so; an event tells of what has changed",
	"preview-template":          "changes nothing",
	"preview-template-draft":    "changes nothing",
}

// noAct are the cases of truth files in which an administrative operation succeeds
// and changes nothing, by operation and label.
// An act alone stands for one that no case has.
var noAct = map[string]string{
	"archive-template: again: it is archived":                  "it is archived",
	"delete-template: again: it is gone":                       "it is gone",
	"cancel-assistant-evaluation: again: it has ended":         "it has ended",
	"cancel-contact-import: contact_import.canceled":           "TestImportIsCanceled has it",
	"cancel-contact-import: one that has ended stays as it is": "it has ended",
	"cancel-deal-import: deal_import.canceled":                 "TestImportIsCanceled has it",
	"cancel-deal-import: one that has ended stays as it is":    "it has ended",
	"cancel-redelivery: one that has ended stays as it is":     "it has ended",
	"cancel-redelivery: redelivery.canceled":                   "TestOpenRedeliveriesAreBounded has it",
	"create-knowledge-source: knowledge_source.updated":        "TestFilesOfKnowledge has it",
	"deactivate-user: once more":                               "they are deactivated",
	"dismiss-knowledge-gap: it is counted on":                  "it is dismissed already",
	"set-onboarding-website: the same again changes nothing":   "nothing changes",
	"sync-templates: a workspace without an account":           "it is another workspace's act",
	"update-knowledge-settings: nothing given changes nothing": "nothing changes",
	"verify-sso-domain: verified before":                       "it is verified already",
	"update-button: the same changes nothing":                  "nothing changes",
	"update-calendar: the same changes nothing":                "nothing changes",
	"update-inbox-settings: the same changes nothing":          "nothing changes",
	"update-rating-settings: the same changes nothing":         "nothing changes",
	"update-pipeline: nothing changes":                         "nothing changes",
	"update-qr-code: the same changes nothing":                 "nothing changes",
	"set-encryption-key: the same changes nothing":             "nothing changes",
	"block-users: none of them":                                "nobody was blocked",
	"update-label: the same changes nothing":                   "nothing changes",
	"update-business-profile: the same changes nothing":        "nothing changes",
	"set-conversational-components: the same changes nothing":  "nothing changes",
	"update-phone-number: the same changes nothing":            "nothing changes",
	"update-automatic-messages: the same changes nothing":      "nothing changes",
	"update-me: the same name changes nothing":                 "nothing changes",
	"replace-routing-rules: the same makes no version":         "nothing changes",
	"replace-service-levels: the same makes no version":        "nothing changes",
	"set-routing-agent: the same changes nothing":              "nothing changes",
	"set-routing-team: the same changes nothing":               "nothing changes",
	"update-webhook-endpoint: nothing":                         "nothing changes",
}

var actionForm = regexp.MustCompile(`^[a-z_]+\.[a-z_]+$`)

// Each success of an administrative operation is exactly one act, and what is refused
// is none.
func TestEveryAdministrativeOperationIsAnAct(t *testing.T) {
	doc := readDocument(t, testkit.New(t, testkit.Options{}))
	seen := map[string]bool{}
	administrative := 0
	for _, op := range doc.operations() {
		text, _ := op.node["x-audit"].(string)
		acts := strings.Fields(text)
		seen[op.id] = true
		if len(acts) == 0 {
			if op.method != http.MethodGet && everyday[op.id] == "" {
				t.Errorf("%s changes something: name its act, or say in everyday why it is none", op.id)
			}
			continue
		}
		administrative++
		if everyday[op.id] != "" {
			t.Errorf("%s is everyday work and has the act %s", op.id, text)
		}
		for _, act := range acts {
			if !actionForm.MatchString(act) {
				t.Errorf("the act %q of %s is not noun.verb_past", act, op.id)
			}
		}
		checkActs(t, op, acts, seen)
	}
	if administrative < 43 {
		t.Errorf("%d operations are administrative", administrative)
	}
	for id := range everyday {
		if !seen[id] {
			t.Errorf("there is no operation %s any more", id)
		}
	}
	for name := range noAct {
		if !seen[name] {
			t.Errorf("there is no such case any more, or it is an act: %s", name)
		}
	}
}

// checkActs holds the truth file of an operation against its acts.
func checkActs(t *testing.T, op operation, acts []string, seen map[string]bool) {
	id, recorded := op.id, map[string]bool{}
	for _, c := range truths(t, id) {
		name := id + ": " + c.Label
		if c.Request.Method != op.method {
			continue // what comes of it is looked at
		}
		again := c.Response.Headers["Idempotent-Replayed"] != ""
		switch {
		case c.Response.Status >= 400 || again:
			if len(c.Acts) > 0 {
				t.Errorf("%s is answered with %d and recorded", name, c.Response.Status)
			}
		case len(c.Acts) == 0:
			if noAct[name] == "" {
				t.Errorf("%s is not recorded", name)
			}
			seen[name] = true
		case len(c.Acts) > 1 || !slices.Contains(acts, c.Acts[0].Action):
			t.Errorf("%s is recorded as %v, not once as %s", name, c.Acts, strings.Join(acts, " or "))
		default:
			recorded[c.Acts[0].Action] = true
		}
	}
	for _, act := range acts {
		if !recorded[act] && noAct[id+": "+act] == "" {
			t.Errorf("no case of %s is recorded as %s", id, act)
		} else if !recorded[act] {
			seen[id+": "+act] = true
		}
	}
}
