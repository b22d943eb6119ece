package crm

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
)

// TemplateDifference is one thing in which a version differs from the one before it.
type TemplateDifference struct {
	Path string `json:"path" doc:"What differs, such as body.text or buttons.0.url."`
	From string `json:"from" doc:"How it was; empty if it was not there."`
	To   string `json:"to" doc:"How it is; empty if it is not there any more."`
}

// DiffTemplates lists in what two versions differ, in the order of the paths.
func DiffTemplates(from, to *TemplateVersion) []TemplateDifference {
	a, b := flat(from), flat(to)
	out := []TemplateDifference{}
	for path := range b {
		if _, ok := a[path]; !ok {
			a[path] = ""
		}
	}
	for _, path := range slices.Sorted(maps.Keys(a)) {
		if a[path] != b[path] {
			out = append(out, TemplateDifference{path, a[path], b[path]})
		}
	}
	return out
}

// flat has every text, number and flag of a version by where it stands.
func flat(v *TemplateVersion) map[string]string {
	out := map[string]string{"category": v.Category, "parameterFormat": v.Format}
	if v.TTL != 0 {
		out["messageTtlSeconds"] = strconv.Itoa(v.TTL)
	}
	list, err := ParseComponents(v.Components)
	if err != nil {
		return out
	}
	for _, c := range list {
		var parts map[string]any
		raw, _ := json.Marshal(c) // texts, numbers and flags
		_ = json.Unmarshal(raw, &parts)
		delete(parts, "type")
		under, nested := componentPaths[c.Type], parts["buttons"]
		if nested == nil {
			nested = parts["cards"]
		}
		if nested == nil {
			nested = parts
		}
		flatten(under, nested, out)
	}
	return out
}

// componentPaths are what the parts of a template are called in differences.
var componentPaths = map[string]string{"HEADER": "header", "BODY": "body", "FOOTER": "footer", "BUTTONS": "buttons", "CAROUSEL": "cards", "LIMITED_TIME_OFFER": "offer", "CALL_PERMISSION_REQUEST": "callPermission"}

func flatten(path string, v any, out map[string]string) {
	switch v := v.(type) {
	case map[string]any:
		if len(v) == 0 {
			out[path] = "true" // a part that is nothing but there
		}
		for key, one := range v {
			flatten(path+"."+key, one, out)
		}
	case []any:
		for i, one := range v {
			flatten(path+"."+strconv.Itoa(i), one, out)
		}
	case string:
		out[path] = v
	default:
		raw, _ := json.Marshal(v) // numbers and flags
		out[path] = string(raw)
	}
}
