package testkit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// HoldEvents makes every kit of the process hold the events of its log against
// their schemas before it ends. A TestMain calls it where every event is the
// service's own.
func HoldEvents() { holdEvents = true }

var (
	holdEvents   bool
	eventSchemas struct {
		sync.Mutex
		compiled map[string]*jsonschema.Schema
	}
)

// eventPage is how many events are in memory while they are held against their
// schemas: the log of a long test has millions.
const eventPage = 2000

// EventFaults holds every event of the log against the schema of its kind and
// says what is wrong, with the first ten.
func (k *Kit) EventFaults() (faults []string) {
	k.t.Helper()
	workspace, after := "", ""
	for {
		page := k.Rows("SELECT workspace_id, id, kind, body FROM events WHERE (workspace_id, id) > ('%s', '%s') ORDER BY workspace_id, id LIMIT %d",
			workspace, after, eventPage)
		for _, row := range page {
			if fault := k.eventFault(row); fault != "" {
				faults = append(faults, fault)
			}
			if len(faults) == 10 {
				return faults
			}
		}
		if len(page) < eventPage {
			return faults
		}
		last := page[len(page)-1]
		workspace, after = last["workspace_id"].(string), last["id"].(string)
	}
}

// eventFault says what is wrong with an event of the log; "" if nothing is.
func (k *Kit) eventFault(row Row) string {
	k.t.Helper()
	kind, body := row["kind"].(string), row["body"].([]byte)
	schema := k.schemasOfEvents()[kind]
	if schema == nil {
		return "the catalogue has no " + kind
	}
	event, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err == nil {
		err = schema.Validate(event)
	}
	if err != nil {
		return fmt.Sprintf("%s breaks the schema of %s: %v\n%s", row["id"], kind, err, body)
	}
	return ""
}

// schemasOfEvents compiles the catalogue that the service serves, once per
// process.
func (k *Kit) schemasOfEvents() map[string]*jsonschema.Schema {
	k.t.Helper()
	eventSchemas.Lock()
	defer eventSchemas.Unlock()
	if eventSchemas.compiled != nil {
		return eventSchemas.compiled
	}
	var catalogue struct {
		Data []struct {
			Name   string
			Schema json.RawMessage
		}
	}
	k.Must(json.Unmarshal(k.Do(http.MethodGet, "/v1/event-types", k.NewKey(k.WorkspaceID, "events:read"), nil).Body, &catalogue))
	compiled := map[string]*jsonschema.Schema{}
	for _, t := range catalogue.Data {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(closed(t.Schema)))
		k.Must(err)
		c := jsonschema.NewCompiler()
		c.UseLoader(jsonschema.SchemeURLLoader{}) // nothing is read from elsewhere
		c.AssertFormat()
		k.Must(c.AddResource(t.Name, doc))
		compiled[t.Name], err = c.Compile(t.Name)
		k.Must(err)
	}
	eventSchemas.compiled = compiled
	return compiled
}

// closed forbids fields that a schema does not name, so that an event cannot
// have one that the catalogue leaves out.
func closed(schema []byte) []byte {
	return []byte(strings.ReplaceAll(string(schema), `"properties":`, `"additionalProperties":false,"properties":`))
}
