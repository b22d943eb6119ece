package model_test

import (
	"context"
	"fmt"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/model"
	"service.example/crm/internal/testkit/testdb"
)

// Calls for one purpose are listed newest first, page by page, and no others.
func TestCallsForAPurpose(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		ctx := context.Background()
		err := base.Update(ctx, "w", func(tx *db.Tx) error {
			for i := range 9 {
				purpose := []string{crm.AIForReply, crm.AIForTest, crm.AIForEmbedding}[i%3]
				for _, w := range []string{"w", "other"} {
					model.RecordAICall(tx, crm.AICall{ID: fmt.Sprintf("aic_%d", i), WorkspaceID: w, ProviderID: "p",
						AICallFor: crm.AICallFor{Purpose: purpose}, CreatedAt: tx.Now()})
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, after := range []string{"", "aic_4"} {
			err := base.View(ctx, func(tx *db.Tx) error {
				list, err := model.AICalls(tx, "w", crm.AICallFilter{Purpose: crm.AIForTest}, crm.Page{After: after, Limit: 2})
				for _, c := range list.Items {
					got += c.ID + " " + c.Purpose + "; "
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if got != "aic_7 test; aic_4 test; aic_1 test; " {
			t.Errorf("listed %s", got)
		}
	})
}
