package api

import "reflect"

// nameSchemas gives schemas that several places would repeat a name, so that
// generators make one type of them.
func nameSchemas(schemas, paths map[string]any) {
	schedule := map[string]any{"oneOf": schemas["CreateWebhookEndpoint"].(map[string]any)["properties"].(map[string]any)["retrySchedule"].(map[string]any)["oneOf"],
		"description": "The name of a preset, or a list of pauses in seconds."}
	for _, s := range schemas {
		fields, _ := s.(map[string]any)["properties"].(map[string]any)
		field, _ := fields["retrySchedule"].(map[string]any)
		if field != nil && reflect.DeepEqual(field["oneOf"], schedule["oneOf"]) {
			delete(field, "oneOf")
			field["$ref"] = schemaPath + "RetrySchedule"
		}
	}
	schemas["RetrySchedule"] = schedule
	for _, path := range []string{importPath, previewPath} {
		body := paths[path].(map[string]any)["post"].(map[string]any)["requestBody"].(map[string]any)
		form := body["content"].(map[string]any)["multipart/form-data"].(map[string]any)
		schemas["ContactImportForm"] = form["schema"]
		form["schema"] = ref("ContactImportForm")
	}
}
