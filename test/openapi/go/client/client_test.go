// Package client has the client that oapi-codegen makes of the document.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"os"
	"testing"
)

// TestCalls calls a running demo (CRM_DEMO_JSON names its demo.json) by the
// generated client: it sends a message and reads it back, uploads a file by a
// form and downloads it, reads a page of a list, an answer with a null in it and
// one that refuses, and sets a field that has two forms.
func TestCalls(t *testing.T) {
	var demo struct{ URL, APIKey string }
	text, err := os.ReadFile(os.Getenv("CRM_DEMO_JSON"))
	must(t, err)
	must(t, json.Unmarshal(text, &demo))
	c, err := NewClientWithResponses(demo.URL, WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+demo.APIKey)
		return nil
	}))
	must(t, err)

	var message SendMessage
	must(t, message.FromSendTemplate(SendTemplate{Type: "template", To: ptr("+14155550123"), TemplateName: "hello_world"}))
	sent, err := c.SendMessageWithResponse(t.Context(), nil, message)
	must(t, err)
	if sent.JSON202 == nil {
		t.Fatalf("a send is answered with %s %s", sent.Status(), sent.Body)
	}
	got, err := c.GetMessageWithResponse(t.Context(), sent.JSON202.MessageId)
	must(t, err)
	if got.JSON200 == nil || got.JSON200.Id != sent.JSON202.MessageId || got.JSON200.Type != "template" {
		t.Fatalf("the message reads %s", got.Body)
	}

	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile("file", "note.txt")
	must(t, err)
	_, err = part.Write([]byte("Our terms."))
	must(t, err)
	must(t, w.Close())
	file, err := c.UploadMediaWithBodyWithResponse(t.Context(), nil, w.FormDataContentType(), &form)
	must(t, err)
	if file.JSON201 == nil || file.JSON201.Filename != "note.txt" {
		t.Fatalf("an upload is answered with %s %s", file.Status(), file.Body)
	}

	limit := int64(1)
	page, err := c.ListMessagesWithResponse(t.Context(), &ListMessagesParams{Limit: &limit})
	must(t, err)
	if page.JSON200 == nil || len(page.JSON200.Data) != 1 {
		t.Fatalf("a list is answered with %s %s", page.Status(), page.Body)
	}

	content, err := c.DownloadMediaWithResponse(t.Context(), file.JSON201.Id, nil)
	must(t, err)
	if string(content.Body) != "Our terms." {
		t.Fatalf("a download is answered with %s %s", content.Status(), content.Body)
	}

	var schedule RetrySchedule
	must(t, schedule.FromRetrySchedule1([]int{1, 60}))
	endpoint, err := c.UpsertWebhookEndpointWithResponse(t.Context(), nil, UpsertWebhookEndpoint{Url: "https://shop.example/generated", RetrySchedule: &schedule})
	must(t, err)
	if endpoint.StatusCode() != http.StatusOK && endpoint.StatusCode() != http.StatusCreated {
		t.Fatalf("an endpoint is answered with %s %s", endpoint.Status(), endpoint.Body)
	}

	must(t, message.FromSendTemplate(SendTemplate{Type: "template", To: ptr("nobody"), TemplateName: "hello_world"}))
	refused, err := c.SendMessageWithResponse(t.Context(), nil, message)
	must(t, err)
	problem := refused.ApplicationproblemJSON422
	if problem == nil || problem.Code == "" || problem.Errors == nil || len(*problem.Errors) == 0 {
		t.Fatalf("a wrong send is answered with %s %s", refused.Status(), refused.Body)
	}

	settings, err := c.GetKnowledgeSettingsWithResponse(t.Context())
	must(t, err)
	if settings.JSON200 == nil || settings.JSON200.Embeddings != nil {
		t.Fatalf("knowledge without embeddings reads %s", settings.Body)
	}
}

func ptr[T any](v T) *T { return &v }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
