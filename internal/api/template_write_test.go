package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

const templatesPath = "/message_templates"

// delayed is a template that the provider takes.
func delayed(name, text string) map[string]any {
	return map[string]any{"name": name, "language": "en_US", "category": "UTILITY", "parameterFormat": "NAMED", "components": delayedParts(text)}
}

func delayedParts(text string) []any {
	return []any{map[string]any{"type": "BODY", "text": text, "example": map[string]any{"body_text_named_params": []any{map[string]any{"param_name": "name", "example": "Maria"}}}}}
}

// writer writes templates in a workspace.
type writer struct {
	*testkit.Kit
	t *testing.T
}

func (w writer) do(status int, method, path string, body any) testkit.Response {
	w.t.Helper()
	r := w.Do(method, "/v1/templates"+path, w.Key, body)
	if r.Status != status {
		w.t.Fatalf("%s %s answers %d %s", method, path, r.Status, r.Body)
	}
	return r
}

// create makes a template that is submitted.
func (w writer) create(name, text string) string {
	w.t.Helper()
	body := delayed(name, text)
	body["submit"] = true
	return w.do(http.StatusCreated, http.MethodPost, "", body).Text("id")
}

// becomes waits until a template has a status and nothing is asked any more.
func (w writer) becomes(id, status string) testkit.Response {
	w.t.Helper()
	var r testkit.Response
	w.Eventually("template is "+status, func() bool {
		r = w.Do(http.MethodGet, "/v1/templates/"+id, w.Key, nil)
		return r.Text("status") == status && r.Text("action") == ""
	})
	return r
}

// versions are the statuses of the versions, newest first.
func (w writer) versions(id string) (out []string) {
	w.t.Helper()
	r := w.do(http.StatusOK, http.MethodGet, "/"+id+"/versions", nil)
	for i := 0; r.Text("data", fmt.Sprint(i), "status") != ""; i++ {
		out = append(out, r.Text("data", fmt.Sprint(i), "status"))
	}
	return out
}

func onWriter(t *testing.T, test func(t *testing.T, w writer)) {
	testkit.OnBoth(t, testkit.Options{Parallel: true}, func(t *testing.T, k *testkit.Kit) { test(t, writer{k, t}) })
}

// A template goes from a draft to being sent, is edited as often as the provider lets
// it, and leaves its name resting.
func TestTemplateLives(t *testing.T) {
	onWriter(t, func(t *testing.T, w writer) {
		id := w.do(http.StatusCreated, http.MethodPost, "", map[string]any{"name": "order_delayed", "language": "en_US"}).Text("id")
		if r := w.do(http.StatusUnprocessableEntity, http.MethodPost, "/"+id+"/submit", nil); !strings.Contains(string(r.Body), "/components") || !strings.Contains(string(r.Body), "/category") {
			t.Errorf("an incomplete draft is refused with %s", r.Body)
		}
		w.do(http.StatusConflict, http.MethodPost, "", delayed("order_delayed", "Hi {{name}}, it is late."))
		w.do(http.StatusOK, http.MethodPost, "/sync", nil) // which leaves drafts alone
		r := w.do(http.StatusOK, http.MethodPatch, "/"+id, map[string]any{"category": "utility", "parameterFormat": "named", "components": delayedParts("Hi {{name}}, it is late.")})
		if r.Text("status") != "draft" || r.Text("parameters", "0") != "name" {
			t.Errorf("the draft is %s", r.Body)
		}
		w.do(http.StatusAccepted, http.MethodPost, "/"+id+"/submit", nil)
		w.becomes(id, "approved")
		w.EventuallyMessage(w.SendMessage(map[string]any{"to": ada, "type": "template", "templateName": "order_delayed", "parameters": map[string]any{"name": "Zoë"}}), "delivered")
		if got := w.versions(id); fmt.Sprint(got) != "[approved]" {
			t.Errorf("versions are %v", got)
		}

		w.do(http.StatusUnprocessableEntity, http.MethodPatch, "/"+id, map[string]any{"name": "other"})
		w.do(http.StatusOK, http.MethodPatch, "/"+id, map[string]any{"components": delayedParts("Hi {{name}}, it is late by a day.")})
		w.becomes(id, "approved")
		r = w.do(http.StatusOK, http.MethodGet, "/"+id+"/versions", nil)
		if r.Text("data", "0", "changes", "0", "path") != "body.text" || r.Text("data", "0", "changes", "0", "to") != "Hi {{name}}, it is late by a day." || fmt.Sprint(w.versions(id)) != "[approved approved]" {
			t.Errorf("versions are %s", r.Body)
		}
		r = w.do(http.StatusConflict, http.MethodPatch, "/"+id, map[string]any{"components": delayedParts("Hi {{name}}, we are sorry.")})
		if r.Text("code") != string(crm.CodeTemplateEditLimit) || r.Header.Get("Retry-After") == "" {
			t.Errorf("the second edit of a day is refused with %s", r.Body)
		}
		w.Advance(25 * time.Hour)
		w.do(http.StatusOK, http.MethodPatch, "/"+id, map[string]any{"components": delayedParts("Hi {{name}}, we are sorry.")})
		w.becomes(id, "approved")

		w.do(http.StatusAccepted, http.MethodPost, "/"+id+"/archive", nil)
		w.becomes(id, "archived")
		w.do(http.StatusAccepted, http.MethodPost, "/"+id+"/unarchive", nil)
		w.becomes(id, "approved")

		w.do(http.StatusAccepted, http.MethodDelete, "/"+id, nil)
		w.becomes(id, "deleted")
		body := delayed("order_delayed", "Hi {{name}}, it is late again.")
		body["submit"] = true
		if r := w.do(http.StatusConflict, http.MethodPost, "", body); r.Text("code") != string(crm.CodeTemplateNameResting) {
			t.Errorf("a name that rests is refused with %s", r.Body)
		}
		w.Advance(31 * 24 * time.Hour)
		if again := w.create("order_delayed", "Hi {{name}}, it is late again."); again != id {
			t.Errorf("the template came back as %s, it was %s", again, id)
		}
		w.becomes(id, "approved")
	})
}

// A template is created once, whatever becomes of the call.
func TestTemplateIsCreatedOnce(t *testing.T) {
	onWriter(t, func(t *testing.T, w writer) {
		fault := func(f sandbox.Fault) {
			f.Times, f.Match.Path = 1, templatesPath
			w.Must(w.Sandbox().SetFaults(f))
		}
		posts := func() int { return calls(w.Kit, http.MethodPost, templatesPath) }

		fault(sandbox.Fault{Drop: "after"})
		w.becomes(w.create("unheard", "Hi {{name}}, the answer is lost."), "approved")
		if n := posts(); n != 1 {
			t.Errorf("the provider was asked %d times although it had done it", n)
		}
		fault(sandbox.Fault{Drop: "before"})
		w.becomes(w.create("lost", "Hi {{name}}, the question is lost."), "approved")
		if n := posts(); n != 3 {
			t.Errorf("the provider was asked %d times altogether; a lost call is made once more", n)
		}
		fault(sandbox.Fault{Status: 400, Code: 100, Details: "No such thing."})
		id := w.create("refused", "Hi {{name}}, this is refused.")
		r := w.becomes(id, "draft")
		if r.Text("problem", "action") != "create" || !strings.Contains(string(r.Body), `"code":100`) || fmt.Sprint(w.versions(id)) != "[refused]" {
			t.Errorf("a refused template is %s", r.Body)
		}
		w.do(http.StatusAccepted, http.MethodPost, "/"+id+"/submit", nil)
		w.becomes(id, "approved")
		if n := w.Count("events", "kind = 'template.status_updated'"); n == 0 {
			t.Error("nobody was told")
		}
	})
}

// An edit is made once, whatever becomes of the call.
func TestTemplateIsEditedOnce(t *testing.T) {
	onWriter(t, func(t *testing.T, w writer) {
		id := w.create("edited", "Hi {{name}}, this is the first.")
		w.becomes(id, "approved")
		pid := w.Rows("SELECT provider_id FROM templates WHERE id = '%s'", id)[0]["provider_id"].(string)
		w.Must(w.Sandbox().SetFaults(sandbox.Fault{Times: 1, Drop: "after", Match: sandbox.Match{Path: "/" + pid}}))
		w.do(http.StatusOK, http.MethodPatch, "/"+id, map[string]any{"components": delayedParts("Hi {{name}}, this is the second.")})
		w.becomes(id, "approved")
		if n := calls(w.Kit, http.MethodPost, "/"+pid); n != 1 {
			t.Errorf("the provider was asked %d times", n)
		}
		if got := w.versions(id); fmt.Sprint(got) != "[approved approved]" {
			t.Errorf("versions are %v", got)
		}
	})
}

// Samples of headers are files of ours; authentication templates have the provider's
// words once they are taken.
func TestTemplateSamplesAndCodes(t *testing.T) {
	onWriter(t, func(t *testing.T, w writer) {
		picture, document := upload(w.Kit, w.Key, "lamp.jpg", "image/jpeg", jpeg(1000)).Text("id"), upload(w.Kit, w.Key, "a.pdf", "application/pdf", pdf(1000)).Text("id")
		body := delayed("with_picture", "Hi {{name}}, have a look.")
		header := map[string]any{"type": "header", "format": "image", "mediaId": document}
		body["components"], body["submit"] = append([]any{header}, delayedParts("Hi {{name}}, have a look.")...), true
		if r := w.do(http.StatusUnprocessableEntity, http.MethodPost, "", body); r.Text("code") != string(crm.CodeMediaType) {
			t.Errorf("a document as a picture is refused with %s", r.Body)
		}
		header["mediaId"] = picture
		id := w.do(http.StatusCreated, http.MethodPost, "", body).Text("id")
		w.becomes(id, "approved")
		if n := calls(w.Kit, http.MethodPost, "/uploads"); n != 1 {
			t.Errorf("%d uploads were begun", n)
		}
		r := w.do(http.StatusOK, http.MethodGet, "/"+id+"/versions", nil)
		if r.Text("data", "0", "components", "0", "mediaId") != picture {
			t.Errorf("the version is %s", r.Body)
		}
		if w.Rows("SELECT uses FROM media WHERE id = '%s'", picture)[0]["uses"] != int64(1) {
			t.Error("the sample may be removed as unused")
		}

		id = w.do(http.StatusCreated, http.MethodPost, "", map[string]any{"name": "login_code", "language": "en_US", "category": "AUTHENTICATION", "submit": true, "components": []any{
			map[string]any{"type": "BODY", "add_security_recommendation": true}, map[string]any{"type": "FOOTER", "code_expiration_minutes": 10},
			map[string]any{"type": "BUTTONS", "buttons": []any{map[string]any{"type": "OTP", "otp_type": "COPY_CODE", "text": "Copy"}}}}}).Text("id")
		w.becomes(id, "approved")
		w.EventuallyMessage(w.SendMessage(map[string]any{"to": ada, "type": "template", "templateName": "login_code", "parameters": map[string]any{"1": "4711"}}), "delivered")
	})
}

// A template is duplicated into another language and into another account, as a draft that
// goes its own way.
func TestATemplateIsDuplicated(t *testing.T) {
	onOnboarding(t, testkit.Options{StatusDelay: time.Millisecond}, func(o onboardingWorld) {
		w := writer{o.Kit, o.t}
		id := w.create("doubled", "Hi {{name}}, this is the first.")
		w.becomes(id, "approved")
		w.do(http.StatusConflict, http.MethodPost, "/"+id+"/duplicate", map[string]any{})
		w.do(http.StatusUnprocessableEntity, http.MethodPost, "/"+id+"/duplicate", map[string]any{"messagingAccountId": "mac_nobody"})
		german := w.do(http.StatusCreated, http.MethodPost, "/"+id+"/duplicate", map[string]any{"language": "de"})
		if german.Text("status") != "draft" || german.Text("name") != "doubled" || german.Text("language") != "de" || german.Text("parameters", "0") != "name" {
			t.Errorf("in German: %s", german.Body)
		}
		w.do(http.StatusAccepted, http.MethodPost, "/"+german.Text("id")+"/submit", nil)
		w.becomes(german.Text("id"), "approved")

		other := o.post("/v1/onboarding/signup", o.signUp(`{"number":"+14155550188","name":"Lucky Shrub"}`), 201, "").Text("id")
		there := w.do(http.StatusCreated, http.MethodPost, "/"+id+"/duplicate", map[string]any{"messagingAccountId": other})
		if there.Text("messagingAccountId") != other || there.Text("name") != "doubled" || there.Text("language") != "en_US" {
			t.Errorf("in another account: %s", there.Body)
		}
		w.do(http.StatusAccepted, http.MethodPost, "/"+there.Text("id")+"/submit", nil)
		w.becomes(there.Text("id"), "approved")
		if n := calls(w.Kit, http.MethodPost, templatesPath); n != 3 {
			t.Errorf("the provider was asked %d times for three templates", n)
		}
		w.becomes(id, "approved") // and the first one is as it was
	})
}

// What the provider decides by itself is told.
func TestProviderChangesTemplates(t *testing.T) {
	onWriter(t, func(t *testing.T, w writer) {
		id := w.create("told", "Hi {{name}}, this is told of.")
		w.becomes(id, "approved")
		pid := w.Rows("SELECT provider_id FROM templates WHERE id = '%s'", id)[0]["provider_id"]
		body := fmt.Sprintf(`{"object":"whatsapp_business_account","entry":[{"id":"%s","time":%d,"changes":[{"field":"message_template_quality_update","value":{"previous_quality_score":"GREEN","new_quality_score":"YELLOW","message_template_id":%v,"message_template_name":"told","message_template_language":"en-US"}}]}]}`,
			w.WABAID, w.Now().Unix(), pid)
		w.PostProvider("/provider/webhook", w.Secret(), []byte(body))
		w.Eventually("quality is told", func() bool { return w.Count("events", "kind = 'template.quality_updated'") == 1 })
		w.Sandbox().SetTemplateStatus("told", "", "PAUSED", "")
		w.becomes(id, "paused")
		w.Sandbox().SetTemplateStatus("told", "", "APPROVED", "")
		w.becomes(id, "approved")
		if got := w.versions(id); fmt.Sprint(got) != "[approved]" {
			t.Errorf("versions are %v", got)
		}

		// A word that was told before the deletion and comes late does not bring it back.
		w.Advance(10 * time.Second)
		before := w.Now() // the provider tells times in seconds
		w.do(http.StatusAccepted, http.MethodDelete, "/"+id, nil)
		w.becomes(id, "deleted")
		w.Quiet()
		late := fmt.Sprintf(`{"object":"whatsapp_business_account","entry":[{"id":"%s","time":%d,"changes":[{"field":"message_template_status_update","value":{"event":"APPROVED","message_template_id":%v,"message_template_name":"told","message_template_language":"en_US","reason":"NONE"}}]}]}`,
			w.WABAID, before.Unix(), pid)
		w.PostProvider("/provider/webhook", w.Secret(), []byte(late))
		w.Quiet()
		w.becomes(id, "deleted")
	})
}

// The provider may approve an edit before its answer to the call has come: the template is
// then approved with its new text, and does not wait for the next look.
func TestAnEditIsApprovedBeforeItsAnswer(t *testing.T) {
	onWriter(t, func(t *testing.T, w writer) {
		id := w.create("hasty", "Hi {{name}}, this is the first.")
		w.becomes(id, "approved")
		pid := w.Rows("SELECT provider_id FROM templates WHERE id = '%s'", id)[0]["provider_id"].(string)
		// It has its effect at once, and the webhook comes while the answer is under way.
		w.Must(w.Sandbox().SetFaults(sandbox.Fault{Times: 1, BodyDelayMs: 1500, Match: sandbox.Match{Path: "/" + pid}}))
		w.do(http.StatusOK, http.MethodPatch, "/"+id, map[string]any{"components": delayedParts("Hi {{name}}, this is the second.")})
		w.becomes(id, "approved")
		r := w.do(http.StatusOK, http.MethodGet, "/"+id, nil)
		if got := fmt.Sprint(w.versions(id)); got != "[approved approved]" || !strings.Contains(string(r.Body), "this is the second") {
			t.Errorf("versions are %s, the template %s", got, r.Body)
		}
	})
}
