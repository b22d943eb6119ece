package service_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/knowledge"
	"service.example/crm/internal/service"
	"service.example/crm/internal/service/library"
	"service.example/crm/internal/testkit"
)

// shelf is a workspace's knowledge in a test.
type shelf struct {
	*testkit.Kit
	t     *testing.T
	svc   *service.Service
	actor crm.Actor
}

func newLibrary(t *testing.T, k *testkit.Kit) *shelf {
	actor, err := k.App.Service.Access.Operator(context.Background(), k.WorkspaceID)
	k.Must(err)
	return &shelf{Kit: k, t: t, svc: k.App.Service, actor: actor}
}

func (l *shelf) add(s crm.KnowledgeSource) crm.KnowledgeSource {
	l.t.Helper()
	out, err := l.svc.Library.CreateKnowledgeSource(context.Background(), l.actor, s)
	l.Must(err)
	return out
}

func (l *shelf) pair(question, answer string) crm.KnowledgeSource {
	l.t.Helper()
	return l.add(crm.KnowledgeSource{Kind: crm.SourceQuestion, Question: question, Content: answer})
}

// settled waits until the newest revision of a source has come to an end.
func (l *shelf) settled(id string) (s crm.KnowledgeSource) {
	l.t.Helper()
	l.Eventually("the source is indexed", func() bool {
		var err error
		s, err = l.svc.Library.KnowledgeSource(context.Background(), l.actor, id)
		l.Must(err)
		return s.State == crm.SourceReady || s.State == crm.SourceFailed
	})
	return s
}

func (l *shelf) find(question string) []knowledge.Passage {
	l.t.Helper()
	list, err := l.svc.Library.FindKnowledge(context.Background(), l.WorkspaceID, question, knowledge.Options{})
	l.Must(err)
	return list
}

func TestKnowledgeFollowsItsSources(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		l := newLibrary(t, k)
		ctx := context.Background()
		hours := l.pair("When are you open?", "From 9 to 18.")
		article := l.add(crm.KnowledgeSource{Kind: crm.SourceArticle, Title: "Delivery",
			Content: "# Costs\n\nDelivery costs **4.90**.\n\n# Times\n\n- Berlin: one day\n- elsewhere: three days\n\n| Country | Price |\n|---|---|\n| Austria | 9 |\n"})
		if s := l.settled(hours.ID); s.State != crm.SourceReady || s.Passages != 1 || s.Progress() != 1 {
			t.Fatalf("the pair is %+v", s)
		}
		if s := l.settled(article.ID); s.State != crm.SourceReady || s.Passages != 2 || s.LiveRevision != 1 {
			t.Fatalf("the article is %+v", s)
		}
		open := l.find("when do you open")
		if !knowledge.Confident(open) || open[0].SourceID != hours.ID || open[0].Text != "From 9 to 18." {
			t.Fatalf("found %+v", open)
		}
		times := l.find("how long does delivery to berlin take, and what are the times")
		if times[0].Title != "Delivery › Times" || times[0].Text != "- Berlin: one day\n- elsewhere: three days\n\nCountry | Price\nAustria | 9" {
			t.Fatalf("found %q", times[0].Text)
		}
		if got, err := l.svc.Library.FindKnowledge(ctx, k.Other.WorkspaceID, "when do you open", knowledge.Options{}); err != nil || len(got) > 0 {
			t.Errorf("another workspace finds %v, %v", got, err)
		}
		// An edit is found by whoever asks after it, under the same id with
		// another hash; what was not edited keeps its hash.
		answer := "From 10 to 19."
		_, err := l.svc.Library.UpdateKnowledgeSource(ctx, l.actor, hours.ID, library.KnowledgeSourceChange{Answer: &answer})
		k.Must(err)
		l.settled(hours.ID)
		if now := l.find("when do you open"); now[0].Text != answer || now[0].ID != open[0].ID || now[0].Hash == open[0].Hash || now[0].Revision != 2 {
			t.Errorf("after the edit %+v", now[0])
		}
		// What a killed run left of the next revision is seen by nobody, and gone
		// when the revision is ready.
		broken := l.settled(article.ID)
		broken.Revision = 2
		k.Must(k.DB().Update(ctx, article.ID, func(tx *db.Tx) error {
			library.StagePassages(tx, broken, []crm.KnowledgePassage{{ID: "psg_broken", Number: 1, Text: "A zeppelin", Hash: make([]byte, 32)}, {ID: "psg_broken2", Number: 2, Text: "More", Hash: make([]byte, 32)}})
			return nil
		}))
		if got := l.find("zeppelin"); len(got) > 0 && strings.Contains(got[0].Text, "zeppelin") {
			t.Errorf("half a revision is found: %+v", got[0])
		}
		content := "# Costs\n\nDelivery costs 5.90.\n\n# Times\n\n- Berlin: one day\n- elsewhere: three days\n\n| Country | Price |\n|---|---|\n| Austria | 9 |\n"
		_, err = l.svc.Library.UpdateKnowledgeSource(ctx, l.actor, article.ID, library.KnowledgeSourceChange{Content: &content})
		k.Must(err)
		l.settled(article.ID)
		if again := l.find("how long does delivery to berlin take, and what are the times"); again[0].ID != times[0].ID || again[0].Hash != times[0].Hash || again[0].Revision != 1 {
			t.Errorf("the other passage is %+v", again[0])
		}
		k.Must(l.svc.Library.DeleteKnowledgeSource(ctx, l.actor, hours.ID))
		for _, p := range l.find("when do you open") {
			if p.SourceID == hours.ID {
				t.Error("a deleted source is found")
			}
		}
		k.Quiet()
		if n := k.Count("knowledge_passages"); n != 2 {
			t.Errorf("%d rows of passages are left", n)
		}
		if row := k.Rows("SELECT sources, passages FROM knowledge WHERE workspace_id = '%s'", k.WorkspaceID)[0]; row["sources"] != int64(1) || row["passages"] != int64(2) {
			t.Errorf("counted are %v", row)
		}
	})
}

// Many sources, and a snapshot that is dropped and built again, find the same.
func TestKnowledgeStaysWithinItsMemory(t *testing.T) {
	k := testkit.New(t, testkit.Options{StatusDelay: time.Hour})
	l := newLibrary(t, k)
	for i := range 30 {
		l.pair(fmt.Sprintf("What does model %d cost?", 100+i), fmt.Sprintf("Model %d costs %d euros.", 100+i, i))
	}
	k.Quiet()
	if got := l.find("price of the model 117"); got[0].Text != "Model 117 costs 17 euros." {
		t.Errorf("found %+v", got[0])
	}
	small := service.New(k.DB(), nil, nil, service.Options{KnowledgeMemory: 1})
	for range 2 {
		for _, id := range []string{k.WorkspaceID, k.Other.WorkspaceID} {
			x, err := small.Library.KnowledgeIndex(context.Background(), id)
			k.Must(err)
			if want := map[bool]int{true: 30, false: 0}[id == k.WorkspaceID]; x.Len() != want {
				t.Errorf("%d passages, want %d", x.Len(), want)
			}
		}
	}
}

// What cannot be read fails with a reason, and what was found before stays.
func TestKnowledgeThatFails(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		l := newLibrary(t, k)
		article := l.add(crm.KnowledgeSource{Kind: crm.SourceArticle, Title: "Parking", Content: "Parking is free for guests."})
		l.settled(article.ID)
		empty := "<!-- nothing that anybody sees -->"
		_, err := l.svc.Library.UpdateKnowledgeSource(context.Background(), l.actor, article.ID, library.KnowledgeSourceChange{Content: &empty})
		k.Must(err)
		if s := l.settled(article.ID); s.State != crm.SourceFailed || s.Reason == "" || s.LiveRevision != 1 || s.Revision != 2 {
			t.Errorf("the article is %+v", s)
		}
		if got := l.find("is parking free"); !knowledge.Confident(got) {
			t.Errorf("found %+v", got)
		}
		url := "https://example.com"
		_, err = l.svc.Library.UpdateKnowledgeSource(context.Background(), l.actor, article.ID, library.KnowledgeSourceChange{URL: &url})
		if err == nil || !strings.Contains(err.Error(), "/url") {
			t.Errorf("an article takes a URL: %v", err)
		}
		list, err := l.svc.Library.KnowledgeSources(context.Background(), l.actor, library.SourceFilter{State: crm.SourceFailed}, crm.Page{Limit: 10})
		if err != nil || len(list.Items) != 1 {
			t.Errorf("failed are %+v, %v", list, err)
		}
	})
}
