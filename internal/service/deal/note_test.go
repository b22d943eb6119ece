package deal_test

import (
	"bytes"
	"fmt"
	"maps"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// upload stores a file of its own bytes, and returns its identifier.
func (s *shop) upload(name string) string {
	s.t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {`form-data; name="file"; filename="` + name + `.txt"`}, "Content-Type": {"text/plain"}})
	s.Must(err)
	_, err = fmt.Fprint(part, "Offer ", name)
	s.Must(err)
	s.Must(w.Close())
	r := s.Send(testkit.Request{Method: http.MethodPost, Path: "/v1/media", Key: s.Key, Body: b.Bytes(), Header: map[string]string{"Content-Type": w.FormDataContentType()}})
	if r.Status >= 300 {
		s.t.Fatalf("the upload is answered with %d %s", r.Status, r.Body)
	}
	return r.JSON()["id"].(string)
}

// uses are how often files are used as it is kept, and as the notes have them.
func (s *shop) uses() (kept, real map[string]int64) {
	kept, real = map[string]int64{}, map[string]int64{}
	for _, row := range s.Rows("SELECT id, uses FROM media WHERE workspace_id = '%s' AND uses <> 0", s.WorkspaceID) {
		kept[row["id"].(string)] = row["uses"].(int64)
	}
	for _, row := range s.Rows("SELECT media FROM deal_notes WHERE workspace_id = '%s'", s.WorkspaceID) {
		for _, id := range strings.Fields(row["media"].(string)) {
			real[id]++
		}
	}
	return kept, real
}

// Whoever sees a deal reads its notes and downloads their files, for as long as a note has
// them; only who wrote one changes it.
func TestDealsHaveNotesWithFiles(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		s := newShop(t, k)
		agent, other := k.NewPerson(k.WorkspaceID, crm.RoleAgent), k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		p := s.must(http.MethodPost, "/v1/pipelines", map[string]any{"name": "Slow", "stages": []any{map[string]any{"name": "New", "rotsAfterDays": 3}}})
		id := s.deal("Chairs", map[string]any{"ownerId": agent.ID, "pipelineId": p.Text("id")})
		path := "/v1/deals/" + id + "/notes"
		one, two := s.upload("one"), s.upload("two")
		sees := func(who testkit.Person, file string) bool {
			return k.Do(http.MethodGet, "/v1/media/"+file, who.Key, nil).Status == http.StatusOK
		}
		if sees(agent, one) {
			t.Fatal("a file is seen by whoever")
		}
		rots := s.must(http.MethodGet, "/v1/deals/"+id, nil).Text("rotsAt")
		k.Advance(time.Hour)
		first := s.must(http.MethodPost, path, map[string]any{"body": " They want benches ", "mediaIds": []any{one, two}})
		if first.Text("body") != "They want benches" || first.Text("dealId") != id || first.JSON()["editedAt"] != nil {
			t.Errorf("the note is %s", first.Body)
		}
		if s.must(http.MethodGet, "/v1/deals/"+id, nil).Text("rotsAt") <= rots {
			t.Error("a note keeps no deal from rotting")
		}
		if !sees(agent, one) || sees(other, one) {
			t.Errorf("the owner sees the file: %v, another: %v", sees(agent, one), sees(other, one))
		}
		own := k.Do(http.MethodPost, path, agent.Key, map[string]any{"body": "Called them", "mediaIds": []any{one}})
		if own.Status != http.StatusCreated {
			t.Fatalf("the owner writes no note: %d %s", own.Status, own.Body)
		}
		for _, n := range []string{"3", "4"} {
			s.must(http.MethodPost, path, map[string]any{"body": n})
		}
		read := ""
		for cursor := ""; ; {
			r := k.Do(http.MethodGet, path+"?limit=3&cursor="+cursor, agent.Key, nil)
			for _, n := range listOf(r, "data") {
				read += n["body"].(string) + ", "
			}
			if cursor = r.Text("nextCursor"); cursor == "" {
				break
			}
		}
		if read != "4, 3, Called them, They want benches, " {
			t.Errorf("the notes are %s", read)
		}
		mine := path + "/" + own.Text("id")
		for name, r := range map[string]testkit.Response{
			"a note of another is changed": k.Do(http.MethodPatch, path+"/"+first.Text("id"), agent.Key, map[string]any{"body": "No"}),
			"a note of another is removed": k.Do(http.MethodDelete, path+"/"+first.Text("id"), agent.Key, nil),
		} {
			if r.Code() != "not_author" {
				t.Errorf("%s: %d %s", name, r.Status, r.Body)
			}
		}
		for name, r := range map[string]testkit.Response{"read": k.Do(http.MethodGet, path, other.Key, nil), "written": k.Do(http.MethodPost, path, other.Key, map[string]any{"body": "Hi"}),
			"changed": k.Do(http.MethodPatch, mine, other.Key, map[string]any{"body": "Hi"}), "removed": k.Do(http.MethodDelete, mine, other.Key, nil)} {
			if r.Status != http.StatusNotFound {
				t.Errorf("notes beyond the reach are %s: %d %s", name, r.Status, r.Body)
			}
		}
		hidden := s.upload("hidden")
		wrong := map[string]any{"body": "  ", "mediaIds": []any{"con_1", one, one, hidden}}
		if r := k.Do(http.MethodPost, path, agent.Key, wrong); !refused(r, "/body", "/mediaIds/0", "/mediaIds/2") {
			t.Errorf("not every fault is told: %d %s", r.Status, r.Body)
		}
		if r := k.Do(http.MethodPatch, mine, agent.Key, map[string]any{"mediaIds": []any{one, hidden}}); !refused(r, "/mediaIds/1") {
			t.Errorf("a file beyond the reach is attached: %d %s", r.Status, r.Body)
		}
		if r := k.Do(http.MethodPatch, mine, agent.Key, map[string]any{"body": "Called them twice"}); r.Status != http.StatusOK || r.JSON()["editedAt"] == nil || len(texts(r.JSON()["mediaIds"])) != 1 {
			t.Errorf("the own note is not changed: %d %s", r.Status, r.Body)
		}
		s.must(http.MethodPatch, path+"/"+first.Text("id"), map[string]any{"mediaIds": []any{two}})
		if kept, real := s.uses(); !maps.Equal(kept, real) || len(real) != 2 || !sees(agent, one) {
			t.Errorf("uses are %v, notes have %v", kept, real)
		}
		s.must(http.MethodDelete, mine, nil) // whoever manages users removes any
		if kept, real := s.uses(); !maps.Equal(kept, real) || len(real) != 1 || sees(agent, one) || !sees(agent, two) {
			t.Errorf("uses are %v, notes have %v; the owner sees %v %v", kept, real, sees(agent, one), sees(agent, two))
		}
		s.must(http.MethodDelete, "/v1/deals/"+id, nil)
		if kept, _ := s.uses(); len(kept) != 0 || k.Count("deal_notes") != 0 || sees(agent, two) {
			t.Errorf("a deal that is gone keeps %v and %d notes", kept, k.Count("deal_notes"))
		}
	})
}
