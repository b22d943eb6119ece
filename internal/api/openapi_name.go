package api

import "reflect"

// nameRetrySchedule gives the schema that several endpoints would repeat a
// name, so that generators make one type of it.
func nameRetrySchedule(schemas map[string]any) {
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
}
