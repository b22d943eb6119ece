package api

import (
	_ "embed"
	"encoding/json"
	"strconv"
)

// answersJSON has an example of every answer, by operation and status; what
// refuses is under problem. A test takes them from the truth files.
//
//go:embed answers.json
var answersJSON []byte

// showAnswers gives every answer of the document its example.
func showAnswers(paths map[string]any) error {
	var examples map[string]map[string]any
	if err := json.Unmarshal(answersJSON, &examples); err != nil {
		return err
	}
	for _, op := range operations(paths) {
		id, _ := op["operationId"].(string)
		for status, r := range op["responses"].(map[string]any) {
			example, known := examples[id][status]
			if code, _ := strconv.Atoi(status); code >= 400 {
				example, known = examples["problem"][status]
			}
			content, _ := r.(map[string]any)["content"].(map[string]any)
			for kind, media := range content {
				if known && kind != "*/*" {
					// As one of several: openapi-typescript copies a single one into the types.
					media.(map[string]any)["examples"] = map[string]any{"recorded": map[string]any{"value": example}}
				}
			}
		}
	}
	return nil
}
