package crm

import (
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"
	"time"
)

// TestEditsInAnyOrder: whatever the order in which edits come, and however
// often, the same versions stand.
func TestEditsInAnyOrder(t *testing.T) {
	start := time.Unix(1_700_000_000, 0).UTC()
	want := Content{Text: &Text{Body: "3"}, Edits: []Edit{
		{ReplacedAt: start.Add(1 * time.Second), ProviderMessageID: "e1", Text: "0"},
		{ReplacedAt: start.Add(2 * time.Second), ProviderMessageID: "e2", Text: "1"},
		{ReplacedAt: start.Add(3 * time.Second), ProviderMessageID: "e3", Text: "2"}}}
	for range 200 {
		c := Content{Text: &Text{Body: "0"}}
		order := append(rand.Perm(3), rand.IntN(3))
		for _, n := range order {
			c.Edit("e"+strconv.Itoa(n+1), start.Add(time.Duration(n+1)*time.Second), &Content{Text: &Text{Body: strconv.Itoa(n + 1)}})
		}
		if !reflect.DeepEqual(c, want) {
			t.Fatalf("order %v: %+v", order, c)
		}
	}
}

// However often somebody edits a message, what is stored of it is bounded.
func TestVersionsAreBounded(t *testing.T) {
	start := time.Unix(1_700_000_000, 0).UTC()
	c := Content{Text: &Text{Body: "0"}}
	for n := 1; n <= 1000; n++ {
		c.Edit("e"+strconv.Itoa(n), start.Add(time.Duration(n)*time.Second), &Content{Text: &Text{Body: strconv.Itoa(n)}})
	}
	if len(c.Edits) > 100 || c.Edits[0].Text != "0" || c.Edits[len(c.Edits)-1].Text != "999" || c.Text.Body != "1000" {
		t.Errorf("%d versions, from %q to %q", len(c.Edits), c.Edits[0].Text, c.Text.Body)
	}
}

func TestEditOfCaptionAndRevocation(t *testing.T) {
	at := time.Unix(1_700_000_000, 0).UTC()
	c := Content{Media: &Media{ProviderID: "7", Caption: "a"}}
	if c.Edit("e", at, &Content{Text: &Text{Body: "x"}}) {
		t.Error("a text replaces a file")
	}
	if !c.Edit("e", at, &Content{Media: &Media{ProviderID: "8", Caption: "b"}}) || c.Media.Caption != "b" || c.Media.ProviderID != "7" || c.Edits[0].Caption != "a" {
		t.Errorf("%+v", c)
	}
	if !c.Revoke(at) || c.Revoke(at.Add(time.Second)) || !c.RevokedAt.Equal(at) || c.Media.Caption != "b" {
		t.Errorf("%+v", c)
	}
}
