package ai

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemas are those that were compiled. Requests have a handful; should more
// come, the memory begins anew.
var schemas struct {
	sync.Mutex
	compiled map[string]*jsonschema.Schema
}

const maxSchemas = 100

// compile returns the schema, from memory where it was seen before.
func compile(text json.RawMessage) (*jsonschema.Schema, error) {
	schemas.Lock()
	defer schemas.Unlock()
	if s := schemas.compiled[string(text)]; s != nil {
		return s, nil
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("the schema is no JSON: %w", err)
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(jsonschema.SchemeURLLoader{}) // nothing is read from elsewhere
	if err := c.AddResource("answer.json", doc); err != nil {
		return nil, err
	}
	s, err := c.Compile("answer.json")
	if err != nil {
		return nil, err
	}
	if len(schemas.compiled) >= maxSchemas || schemas.compiled == nil {
		schemas.compiled = map[string]*jsonschema.Schema{}
	}
	schemas.compiled[string(text)] = s
	return s, nil
}

// satisfies returns why a text is not a JSON value of the schema.
func satisfies(schema json.RawMessage, text string) error {
	if strings.TrimSpace(text) == "" {
		return errors.New("the answer is empty")
	}
	s, err := compile(schema)
	if err != nil {
		return err
	}
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return errors.New("the answer is not one JSON value")
	}
	var wrong *jsonschema.ValidationError
	if err := s.Validate(v); errors.As(err, &wrong) {
		for len(wrong.Causes) > 0 {
			wrong = wrong.Causes[0]
		}
		return fmt.Errorf("the answer is not of the schema, at /%s", strings.Join(wrong.InstanceLocation, "/"))
	} else if err != nil {
		return err
	}
	return nil
}

// unfenced takes the marks of a code block away, which models put around JSON.
func unfenced(text string) string {
	text = strings.TrimSpace(text)
	rest, ok := strings.CutPrefix(text, "```")
	if !ok || !strings.HasSuffix(rest, "```") {
		return text
	}
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		return strings.TrimSpace(strings.TrimSuffix(rest[i:], "```"))
	}
	return text
}
