package crm

import (
	"slices"
	"testing"
	"time"
)

func TestIsEmoji(t *testing.T) {
	for s, want := range map[string]bool{"👍": true, "👍🏽": true, "❤️": true, "1️⃣": true, "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f": true,
		"👩🏽‍❤️‍💋‍👨🏿": true, "🇪🇺": true, "™️": true, "": false, "a": false, "ok 👍": false, "👍\n": false, "1": false, "+": false, "👍a": false} {
		if got := isEmoji(s); got != want {
			t.Errorf("isEmoji(%q) = %v", s, got)
		}
	}
}

func TestCheckCallPermission(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	ago := func(hours ...int) (out []time.Time) {
		for _, h := range hours {
			out = append(out, now.Add(-time.Duration(h)*time.Hour))
		}
		return out
	}
	for _, c := range []struct {
		asked   []time.Time
		allowed bool
	}{
		{nil, true}, {ago(24), true}, {ago(23), false}, {ago(25, 167), false}, {ago(25, 168), true}, {ago(168, 25), true}, {ago(400, 300, 200), true},
		{ago(-1), false}, // one that is scheduled
	} {
		if err := CheckCallPermission(slices.Clone(c.asked), now); (err == nil) != c.allowed {
			t.Errorf("asked %v: %v", c.asked, err)
		}
	}
}

// Every file of a message is visited once, at its place in a request.
func TestFiles(t *testing.T) {
	header := func(kind, id string) *InteractiveHeader {
		return &InteractiveHeader{Type: kind, Media: &MediaRef{ID: id}}
	}
	for _, m := range []*Message{
		{Type: "image", Content: Content{Media: &Media{ID: "/image/mediaId image"}}},
		{Type: "image", Content: Content{Media: &Media{Link: "https://example.com"}}},
		{Type: "text", Content: Content{Text: &Text{}}},
		{Type: "interactive", Content: Content{Interactive: &Interactive{Header: header("video", "/interactive/header/media/mediaId video"),
			Cards: []InteractiveCard{{}, {Header: header("image", "/interactive/cards/1/header/media/mediaId image")}}}}},
		{Type: "template", Content: Content{Template: &TemplateContent{HeaderMedia: &MediaRef{ID: "/headerMedia/mediaId "},
			Cards: []CardContent{{HeaderMedia: &MediaRef{ID: "/cards/0/headerMedia/mediaId "}}, {}}}}},
	} {
		m.Files(func(pointer, kind string, id *string) {
			if *id != pointer+" "+kind {
				t.Errorf("%q is visited at %q as %q", *id, pointer, kind)
			}
		})
	}
}
