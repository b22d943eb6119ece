package api_test

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/media"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/tests3"
)

// A file that no message has is kept for the retention after its last use; one
// that a message has is kept with it.
func TestExpireFiles(t *testing.T) {
	for _, engine := range engines() {
		t.Run(engine, func(t *testing.T) {
			dir, o := mediaFolder(t, testkit.Options{Postgres: engine == "postgres"})
			k := testkit.New(t, o)
			const retention = 30 * 24 * time.Hour
			expire := func() { t.Helper(); k.Must(k.App.Service.Media.ExpireFiles(context.Background(), retention)) }
			k.CustomerWrites(ada, "Hello")
			unused := upload(k, k.Key, "a.pdf", "", pdf(100)).Text("id")
			sent := upload(k, k.Key, "b.jpg", "", jpeg(1000)).Text("id")
			k.EventuallyMessage(k.SendMessage(picture(sent)), "delivered")
			received, _ := fileOf(k, sendsFile(k, "image", jpeg(2000), nil), "image")
			k.Eventually("it has arrived", func() bool { return state(k, received) == "ready" })

			k.Advance(20 * 24 * time.Hour)
			upload(k, k.Key, "a.pdf", "", pdf(100)) // which uses it
			k.Advance(20 * 24 * time.Hour)
			expire()
			if s := state(k, unused); s != "ready" {
				t.Errorf("a file that was used 20 days ago is %q", s)
			}
			k.Advance(11 * 24 * time.Hour)
			expire()
			if r := get(k, unused); r.Status != http.StatusNotFound {
				t.Errorf("an unused file is %d", r.Status)
			}
			if state(k, sent) != "ready" || state(k, received) != "ready" {
				t.Error("a file of a message is gone")
			}
			k.Eventually("its object is gone too", func() bool { return len(blobs(t, dir)) == 2 })

			k.Must(k.DB().Update(context.Background(), sent, func(tx *db.Tx) error { media.ReleaseFile(tx, k.WorkspaceID, sent); return nil }))
			expire()
			if state(k, sent) != "ready" {
				t.Error("a file is gone with its last message, without the retention")
			}
			k.Advance(31 * 24 * time.Hour)
			expire()
			if r := get(k, sent); r.Status != http.StatusNotFound {
				t.Errorf("a file without message is %d", r.Status)
			}
			k.Eventually("and with it its object", func() bool { return len(blobs(t, dir)) == 1 })
		})
	}
}

// What a crash left between an object and its row is removed after a day, and
// nothing else.
func TestSweepObjects(t *testing.T) {
	dir, o := mediaFolder(t, testkit.Options{})
	k := testkit.New(t, o)
	id := upload(k, k.Key, "a.pdf", "", pdf(100)).Text("id")
	own, err := k.DB().Deployment(context.Background())
	k.Must(err)
	orphan := own.ObjectName(k.DB().Source().NewID(crm.PrefixObject))
	half := own.ObjectName(k.DB().Source().NewID(crm.PrefixObject))
	for _, path := range []string{object(dir, orphan), object(dir, half) + ".part", filepath.Join(dir, "README")} {
		k.Must(os.MkdirAll(filepath.Dir(path), 0o700))
		k.Must(os.WriteFile(path, []byte("left behind"), 0o600))
	}
	sweep := func() { t.Helper(); k.Must(k.App.Service.Media.SweepObjects(context.Background())) }
	sweep()
	if n := len(blobs(t, dir)); n != 3 {
		t.Errorf("of what is young %d objects are left", n)
	}
	k.Advance(25 * time.Hour)
	sweep()
	if n := len(blobs(t, dir)); n != 1 {
		t.Errorf("%d objects are left", n)
	}
	if _, err := os.Stat(filepath.Join(dir, "README")); err != nil {
		t.Error("a file that is none of ours is gone")
	}
	if r := get(k, id); r.Status != http.StatusOK {
		t.Errorf("the file of a row is %d", r.Status)
	}
}

// Several deployments keep their files in one place, and a restored copy of one
// that lives on does too: none removes what another has.
func TestDeploymentsLeaveEachOthersObjectsAlone(t *testing.T) {
	dir, o := mediaFolder(t, testkit.Options{})
	one, two := testkit.New(t, o), testkit.New(t, o)
	id := upload(one, one.Key, "a.pdf", "", pdf(100)).Text("id")
	upload(two, two.Key, "b.pdf", "", pdf(200))
	plain := one.DB().Source().NewID(crm.PrefixObject) // of a time before there were identifiers
	one.Must(os.MkdirAll(filepath.Dir(object(dir, plain)), 0o700))
	one.Must(os.WriteFile(object(dir, plain), []byte("of somebody"), 0o600))
	for _, k := range []*testkit.Kit{one, two} {
		k.Advance(25 * time.Hour)
		k.Must(k.App.Service.Media.SweepObjects(context.Background()))
	}
	if n := len(blobs(t, dir)); n != 3 {
		t.Errorf("%d objects are left, want 3", n)
	}
	if r := get(one, id); r.Status != http.StatusOK {
		t.Errorf("the file of the first deployment is %d", r.Status)
	}
	original, err := one.DB().Deployment(context.Background())
	one.Must(err)
	if !original.Owns(original.ObjectName(plain)) || !original.Owns(plain) {
		t.Error("a deployment does not own its objects")
	}
	_, err = one.App.Service.Media.RenewDeployment(context.Background())
	one.Must(err)
	restored, err := one.DB().Deployment(context.Background())
	one.Must(err)
	if restored.ID == original.ID || restored.Owns(original.ObjectName(plain)) || restored.Owns(plain) {
		t.Errorf("a restored copy %v owns what the original %v has", restored, original)
	}
}

func object(dir, name string) string { return filepath.Join(dir, name[len(name)-2:], name) }

// The whole way of a file on a real S3 server.
func TestMediaOnS3(t *testing.T) {
	server := tests3.New(t)
	k := testkit.New(t, testkit.Options{Config: func(c *config.Serve) {
		c.Media = config.Media{Media: "s3://" + server.Bucket + "/crm", MediaS3Endpoint: server.Endpoint.String(), MediaS3Region: tests3.Region,
			MediaS3AccessKey: tests3.AccessKey, MediaS3SecretKey: tests3.SecretKey, MediaRetention: 30 * 24 * time.Hour}
	}})
	objects := func() int {
		list, err := filepath.Glob(filepath.Join(server.Folder, "crm", "*_obj_*"))
		k.Must(err)
		return len(list)
	}
	content := pdf(12 << 20)
	copy(content[11<<20:], "near the end")
	r := upload(k, k.Key, "large.pdf", "application/pdf", content)
	id := r.Text("id")
	if r.Status != http.StatusCreated || objects() != 1 {
		t.Fatalf("%d %s, %d objects", r.Status, r.Body, objects())
	}
	if r := get(k, id); !bytes.Equal(r.Body, content) {
		t.Errorf("%d bytes come back", len(r.Body))
	}
	part := k.Send(testkit.Request{Method: http.MethodGet, Path: "/v1/media/" + id, Key: k.Key, Header: map[string]string{"Range": "bytes=11534336-11534347"}})
	if part.Status != http.StatusPartialContent || string(part.Body) != "near the end" {
		t.Errorf("a part is %d %q", part.Status, part.Body)
	}
	k.CustomerWrites(ada, "Hello")
	k.EventuallyMessage(k.SendMessage(map[string]any{"to": ada, "type": "document", "document": map[string]any{"mediaId": id}}), "delivered")
	received, _ := fileOf(k, sendsFile(k, "image", jpeg(2000), nil), "image")
	if r := get(k, received); r.Status != http.StatusOK || !bytes.Equal(r.Body, jpeg(2000)) {
		t.Errorf("a received file is %d", r.Status)
	}
	if r := upload(k, k.Key, "large.pdf", "", content); r.Text("id") != id || objects() != 2 {
		t.Errorf("the same bytes are %s, %d objects", r.Text("id"), objects())
	}
	k.Do(http.MethodDelete, "/v1/media/"+id, k.Key, nil)
	k.Eventually("the object is gone", func() bool { return objects() == 1 })
	k.Advance(25 * time.Hour)
	k.Must(k.App.Service.Media.SweepObjects(context.Background()))
	if objects() != 1 {
		t.Error("the sweep removed what a file has")
	}
}
