package whatsapp

import (
	"fmt"
	"strings"
	"testing"
)

// An account whose app secret is its own can sign whatever it likes: what
// stands once in a body must not be worked on or stored with each of its items.
func TestNothingGrowsWithTheItems(t *testing.T) {
	const items = 20
	long := strings.Repeat("7", 20_000)
	calls, messages := make([]string, items), make([]string, items)
	for i := range items {
		calls[i] = fmt.Sprintf(`{"id":"wacid.%d","event":"connect","direction":"USER_INITIATED","from":"16505551234"}`, i)
		messages[i] = fmt.Sprintf(`{"id":"wamid.%d","from":%q,"from_user_id":%q,"type":"text","text":{"body":"x"}}`, i, long, "US."+long)
	}
	faults := strings.Repeat(`{"code":1,"title":"`+long+`","error_data":{"details":"`+long+`"}},`, items)
	change := `{"field":%q,"value":{"metadata":{"phone_number_id":"1","display_phone_number":"` + long + `"},` +
		`"contacts":[{"wa_id":"16505551234","profile":{"name":"` + long + `","username":"@` + long + `"}}],%s}}`
	in, err := Parse([]byte(`{"object":"whatsapp_business_account","entry":[{"id":"1","changes":[` +
		fmt.Sprintf(change, "calls", `"errors":[`+strings.TrimSuffix(faults, ",")+`],"calls":[`+strings.Join(calls, ",")+`]`) + `,` +
		fmt.Sprintf(change, "messages", `"messages":[`+strings.Join(messages, ",")+`]`) + `]}]}`))
	if err != nil || len(in.Items) != 2*items {
		t.Fatal(err, len(in.Items))
	}
	for _, item := range in.Items {
		switch item := item.(type) {
		case *Call:
			size := len(item.ProfileName)
			for _, e := range item.Errors {
				size += len(e.Title) + len(e.Details)
			}
			if item.Phone != "16505551234" || size > maxName+maxErrors*2*maxErrorText {
				t.Fatalf("a call of %q carries %d bytes", item.Phone, size)
			}
		case *IncomingMessage:
			if len(item.From) > maxNumber || item.FromUserID != "" || len(item.ProfileName)+len(item.Username) > 2*maxName {
				t.Fatalf("a message carries %d, %d and %d bytes of who wrote it", len(item.From), len(item.FromUserID), len(item.ProfileName))
			}
		default:
			t.Fatalf("%T", item)
		}
	}
}
