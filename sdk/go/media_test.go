package service_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"

	service "service.example/crm/sdk/go"
)

func TestUpload(t *testing.T) {
	s, client := serve(t, answer(http.StatusCreated, `{"id":"med_1","size":100000}`))
	content := bytes.Repeat([]byte("0123456789"), 10_000)
	file, err := client.Media.Upload(context.Background(), service.Upload{Content: bytes.NewReader(content), Filename: `a "b".pdf`, MIMEType: "application/pdf"})
	if err != nil || file.ID != "med_1" {
		t.Fatal(file, err)
	}
	_, params, _ := mime.ParseMediaType(s.requests[0].Header.Get("Content-Type"))
	part, err := multipart.NewReader(strings.NewReader(s.bodies[0]), params["boundary"]).NextPart()
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(part)
	if err != nil || !bytes.Equal(got, content) || part.FormName() != "file" || part.FileName() != `a "b".pdf` || part.Header.Get("Content-Type") != "application/pdf" {
		t.Errorf("%d bytes arrived as %v, %v", len(got), part.Header, err)
	}
	if s.requests[0].Header.Get("Idempotency-Key") == "" {
		t.Error("the upload has no Idempotency-Key")
	}
}

func TestUploadIsNotRepeated(t *testing.T) {
	s, client := serve(t, answer(http.StatusServiceUnavailable, `{"status":503,"code":"unavailable"}`))
	_, err := client.Media.Upload(context.Background(), service.Upload{Content: strings.NewReader("x"), Filename: "a.txt"})
	var failure *service.Error
	if !errors.As(err, &failure) || failure.Code != "unavailable" || len(s.requests) != 1 {
		t.Errorf("%v after %d requests", err, len(s.requests))
	}
}

func TestUploadOfAFileThatBreaks(t *testing.T) {
	_, client := serve(t, answer(http.StatusCreated, `{}`))
	cause := errors.New("the disk is gone")
	if _, err := client.Media.Upload(context.Background(), service.Upload{Content: iotest.ErrReader(cause)}); !errors.Is(err, cause) {
		t.Errorf("the error is %v", err)
	}
}

func TestUploadLink(t *testing.T) {
	s, client := serve(t, answer(http.StatusServiceUnavailable, `{}`, "Retry-After", "0"), answer(http.StatusCreated, `{"id":"med_1"}`))
	file, err := client.Media.UploadLink(context.Background(), service.UploadMediaLink{URL: "https://a.example/a.pdf"})
	if err != nil || file.ID != "med_1" || s.bodies[1] != `{"url":"https://a.example/a.pdf"}` {
		t.Errorf("%v, %v, %q", file, err, s.bodies)
	}
}

func TestDownload(t *testing.T) {
	s, client := serve(t, answer(http.StatusPartialContent, "content", "Content-Type", "text/plain", "Content-Length", "7"), answer(http.StatusNotFound, `{"code":"not_found"}`))
	file, err := client.Media.Download(context.Background(), "med_1", service.WithHeader("Range", "bytes=0-6"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil || string(text) != "content" || file.Length != 7 || file.MIMEType != "text/plain" || s.requests[0].Header.Get("Range") != "bytes=0-6" {
		t.Errorf("%q, %v, %v", text, file, err)
	}
	var failure *service.Error
	if _, err := client.Media.Download(context.Background(), "med_2"); !errors.As(err, &failure) || failure.Code != "not_found" {
		t.Errorf("the error is %v", err)
	}
}
