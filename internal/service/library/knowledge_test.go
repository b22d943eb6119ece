package library_test

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

func TestKnowledgeFollowsItsSources(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour, Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		l := newShelf(t, k)
		ctx := context.Background()
		hours := l.Pair("When are you open?", "From 9 to 18.")
		article := l.Add(crm.KnowledgeSource{Kind: crm.SourceArticle, Title: "Delivery",
			Content: "# Costs\n\nDelivery costs **4.90**.\n\n# Times\n\n- Berlin: one day\n- elsewhere: three days\n\n| Country | Price |\n|---|---|\n| Austria | 9 |\n"})
		if s := l.Settled(hours.ID); s.State != crm.SourceReady || s.Passages != 1 || !s.Indexing.Ended() {
			t.Fatalf("the pair is %+v", s)
		}
		if s := l.Settled(article.ID); s.State != crm.SourceReady || s.Passages != 2 || s.LiveRevision != 1 {
			t.Fatalf("the article is %+v", s)
		}
		open := l.Find("when do you open")
		if !knowledge.Confident(open) || open[0].SourceID != hours.ID || open[0].Text != "From 9 to 18." {
			t.Fatalf("found %+v", open)
		}
		times := l.Find("how long does delivery to berlin take, and what are the times")
		if times[0].Title != "Delivery › Times" || times[0].Text != "- Berlin: one day\n- elsewhere: three days\n\nCountry | Price\nAustria | 9" {
			t.Fatalf("found %q", times[0].Text)
		}
		if got, err := l.Service.Library.FindKnowledge(ctx, k.Other.WorkspaceID, "when do you open", knowledge.Options{}); err != nil || len(got) > 0 {
			t.Errorf("another workspace finds %v, %v", got, err)
		}
		// An edit is found by whoever asks after it, under the same id with
		// another hash; what was not edited keeps its hash.
		answer := "From 10 to 19."
		_, err := l.Service.Library.UpdateKnowledgeSource(ctx, l.Actor, hours.ID, library.KnowledgeSourceChange{Answer: &answer})
		k.Must(err)
		l.Settled(hours.ID)
		if now := l.Find("when do you open"); now[0].Text != answer || now[0].ID != open[0].ID || now[0].Hash == open[0].Hash || now[0].Revision != 2 {
			t.Errorf("after the edit %+v", now[0])
		}
		// What a killed run left of the next revision is seen by nobody, and gone
		// when the revision is ready.
		broken := l.Settled(article.ID)
		broken.Revision = 2
		k.Must(k.DB().Update(ctx, article.ID, func(tx *db.Tx) error {
			library.StagePassages(tx, broken, []crm.KnowledgePassage{{ID: "psg_broken", Number: 1, Text: "A zeppelin", Hash: make([]byte, 32)}, {ID: "psg_broken2", Number: 2, Text: "More", Hash: make([]byte, 32)}})
			return nil
		}))
		if got := l.Find("zeppelin"); len(got) > 0 && strings.Contains(got[0].Text, "zeppelin") {
			t.Errorf("half a revision is found: %+v", got[0])
		}
		content := "# Costs\n\nDelivery costs 5.90.\n\n# Times\n\n- Berlin: one day\n- elsewhere: three days\n\n| Country | Price |\n|---|---|\n| Austria | 9 |\n"
		_, err = l.Service.Library.UpdateKnowledgeSource(ctx, l.Actor, article.ID, library.KnowledgeSourceChange{Content: &content})
		k.Must(err)
		l.Settled(article.ID)
		if again := l.Find("how long does delivery to berlin take, and what are the times"); again[0].ID != times[0].ID || again[0].Hash != times[0].Hash || again[0].Revision != 1 {
			t.Errorf("the other passage is %+v", again[0])
		}
		k.Must(l.Service.Library.DeleteKnowledgeSource(ctx, l.Actor, hours.ID))
		for _, p := range l.Find("when do you open") {
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
	l := newShelf(t, k)
	for i := range 30 {
		l.Pair(fmt.Sprintf("What does model %d cost?", 100+i), fmt.Sprintf("Model %d costs %d euros.", 100+i, i))
	}
	k.Quiet()
	if got := l.Find("price of the model 117"); got[0].Text != "Model 117 costs 17 euros." {
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
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour, Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		l := newShelf(t, k)
		article := l.Add(crm.KnowledgeSource{Kind: crm.SourceArticle, Title: "Parking", Content: "Parking is free for guests."})
		l.Settled(article.ID)
		empty := "<!-- nothing that anybody sees -->"
		_, err := l.Service.Library.UpdateKnowledgeSource(context.Background(), l.Actor, article.ID, library.KnowledgeSourceChange{Content: &empty})
		k.Must(err)
		if s := l.Settled(article.ID); s.State != crm.SourceFailed || s.Reason == "" || s.LiveRevision != 1 || s.Revision != 2 {
			t.Errorf("the article is %+v", s)
		}
		if got := l.Find("is parking free"); !knowledge.Confident(got) {
			t.Errorf("found %+v", got)
		}
		url := "https://example.com"
		_, err = l.Service.Library.UpdateKnowledgeSource(context.Background(), l.Actor, article.ID, library.KnowledgeSourceChange{URL: &url})
		if err == nil || !strings.Contains(err.Error(), "/url") {
			t.Errorf("an article takes a URL: %v", err)
		}
		list, err := l.Service.Library.KnowledgeSources(context.Background(), l.Actor, library.SourceFilter{State: crm.SourceFailed}, crm.Page{Limit: 10})
		if err != nil || len(list.Items) != 1 {
			t.Errorf("failed are %+v, %v", list, err)
		}
	})
}
