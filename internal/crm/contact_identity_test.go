package crm_test

import (
	"testing"
	"time"

	"service.example/crm/internal/crm"
)

func TestLookupKeyIsTheSameForEveryVariant(t *testing.T) {
	for _, v := range []struct{ phone, key string }{
		{"+551187654321", "+5511987654321"}, {"+5511987654321", "+5511987654321"},
		{"+551134567890", "+551134567890"}, // a landline gets no ninth digit
		{"+5213312345678", "+523312345678"}, {"+523312345678", "+523312345678"},
		{"+5491123456789", "+541123456789"}, {"+541123456789", "+541123456789"},
		{"+14155550123", "+14155550123"}, {"", ""}, {"+55", "+55"},
	} {
		if key := crm.LookupKey(v.phone); key != v.key {
			t.Errorf("LookupKey(%s) = %s, want %s", v.phone, key, v.key)
		}
	}
}

// Whatever part of a number people type, the number is found under its key.
func TestLookupPrefixBeginsTheKey(t *testing.T) {
	for _, phone := range []string{"+551187654321", "+5511987654321", "+551134567890", "+5213312345678", "+5491123456789", "+14155550123"} {
		key := crm.LookupKey(phone)
		for n := 6; n <= len(phone); n++ {
			if prefix := crm.LookupPrefix(phone[:n]); len(prefix) > len(key) || key[:len(prefix)] != prefix {
				t.Errorf("%s is not found by %s (%s in %s)", phone, phone[:n], prefix, key)
			}
		}
	}
}

const (
	phone, other = "+14155550123", "+14155550199"
	early, late  = 1_700_000_000, 1_700_000_100
)

func at(s int64) time.Time { return time.Unix(s, 0).UTC() }

func known(id, phone, userID string, since int64) *crm.Contact {
	c := &crm.Contact{ID: id, Phone: phone, UserID: userID}
	if since != 0 {
		c.PhoneSince = at(since)
	}
	return c
}

func TestIdentify(t *testing.T) {
	for name, c := range map[string]struct {
		phone, userID string
		addressed     bool
		user, number  *crm.Contact
		holder        *crm.Contact // of the number, where it is a tombstone

		contact, same, loser string
		newPhone, newUserID  string
		unchanged            bool
	}{
		"nobody known":             {phone: phone, userID: "US.1", newPhone: phone, newUserID: "US.1"},
		"known by number":          {phone: phone, number: known("b", phone, "", 0), contact: "b", newPhone: phone, unchanged: true},
		"learns the user id":       {phone: phone, userID: "US.1", number: known("b", phone, "", 0), contact: "b", newPhone: phone, newUserID: "US.1"},
		"known by user id":         {userID: "US.1", user: known("a", "", "US.1", 0), contact: "a", newUserID: "US.1", unchanged: true},
		"learns the number":        {phone: phone, userID: "US.1", user: known("a", "", "US.1", 0), contact: "a", newPhone: phone, newUserID: "US.1"},
		"number gone, id known":    {userID: "US.1", user: known("a", phone, "US.1", early), contact: "a", newPhone: phone, newUserID: "US.1", unchanged: true},
		"new number":               {phone: other, userID: "US.1", user: known("a", phone, "US.1", early), contact: "a", newPhone: other, newUserID: "US.1"},
		"late news":                {phone: other, userID: "US.1", user: known("a", phone, "US.1", late+1), contact: "a", newPhone: phone, newUserID: "US.1", unchanged: true},
		"form as received":         {phone: "+551187654321", number: known("b", "+5511987654321", "", 0), contact: "b", newPhone: "+551187654321"},
		"one person, two contacts": {phone: phone, userID: "US.1", user: known("b", "", "US.1", 0), number: known("a", phone, "", 0), contact: "a", same: "b", newPhone: phone, newUserID: "US.1"},
		"recycled number":          {phone: phone, userID: "US.2", number: known("a", phone, "US.1", early), loser: "a", newPhone: phone, newUserID: "US.2"},
		"recycled, both known":     {phone: phone, userID: "US.2", user: known("b", "", "US.2", 0), number: known("a", phone, "US.1", early), contact: "b", loser: "a", newPhone: phone, newUserID: "US.2"},
		"recycled, late news":      {phone: phone, userID: "US.2", number: known("a", phone, "US.1", late+1), newUserID: "US.2"},
		"both known, late news":    {phone: phone, userID: "US.2", user: known("b", "", "US.2", 0), number: known("a", phone, "US.1", late+1), contact: "b", newUserID: "US.2", unchanged: true},
		"addressed teaches nothing": {phone: phone, userID: "US.2", addressed: true, user: known("b", "", "US.2", 0), number: known("a", phone, "US.1", 0),
			contact: "b", newUserID: "US.2", unchanged: true},
		"another number, merged": {phone: other, userID: "US.1", user: known("a", phone, "US.1", 0), number: known("a", phone, "US.1", 0), holder: known("b", other, "", 0),
			contact: "a", newPhone: phone, newUserID: "US.1", unchanged: true},
		"recycled from a tombstone": {phone: other, userID: "US.9", number: known("a", phone, "US.1", 0), holder: known("b", other, "", 0),
			loser: "b", newPhone: other, newUserID: "US.9"},
	} {
		t.Run(name, func(t *testing.T) {
			p := crm.Person{Phone: c.phone, UserID: c.userID, SeenAt: at(late)}
			if c.addressed {
				p.SeenAt = time.Time{}
			}
			number := crm.Known{Holder: c.number, Contact: c.number}
			if c.holder != nil {
				number.Holder = c.holder
			}
			i := crm.Identify(p, crm.Known{Holder: c.user, Contact: c.user}, number)
			if id(i.Contact) != c.contact || id(i.Same) != c.same || id(i.Loser) != c.loser {
				t.Errorf("contact %q, same %q, loser %q; want %q, %q, %q", id(i.Contact), id(i.Same), id(i.Loser), c.contact, c.same, c.loser)
			}
			if i.Phone != c.newPhone || i.UserID != c.newUserID || i.Changes() == c.unchanged {
				t.Errorf("phone %q, user id %q, changes %v", i.Phone, i.UserID, i.Changes())
			}
		})
	}
}

func id(c *crm.Contact) string {
	if c == nil {
		return ""
	}
	return c.ID
}

func TestMergeAndUndo(t *testing.T) {
	kept := crm.Contact{ID: "a", Phone: phone, Name: "Ada", Tags: []string{"vip"}, Values: map[int]string{1: "gold"}}
	gone := crm.Contact{ID: "b", Phone: other, UserID: "US.1", Name: "A. L.", Tags: []string{"new", "vip"}, Values: map[int]string{1: "tin", 2: "5"}, OptedOutAt: ptr(at(early))}
	joined, tombstone := crm.Merge(kept, gone)
	if joined.Phone != phone || joined.UserID != "US.1" || joined.Name != "Ada" || len(joined.Tags) != 2 || joined.Values[1] != "gold" || joined.Values[2] != "5" || joined.OptedOutAt == nil {
		t.Errorf("joined: %+v", joined)
	}
	if tombstone.MergedInto != "a" || tombstone.Phone != other || tombstone.UserID != "" {
		t.Errorf("tombstone: %+v", tombstone)
	}
	now := joined
	now.Name, now.Tags, now.Values = "Ada L.", []string{"later", "new", "vip"}, map[int]string{1: "gold", 2: "6", 3: "x"}
	back, restored := crm.ContactMerge{Kept: kept, Gone: gone, Joined: joined}.Undo(now)
	if back.Phone != phone || back.UserID != "" || back.Name != "Ada L." || len(back.Tags) != 2 || back.Values[2] != "6" || back.Values[3] != "x" || back.OptedOutAt != nil {
		t.Errorf("back: %+v", back)
	}
	if restored.UserID != "US.1" || restored.Phone != other || restored.MergedInto != "" || restored.Values[1] != "tin" {
		t.Errorf("restored: %+v", restored)
	}
}

// What was removed since the merge stays removed, also where it was empty.
func TestUndoAfterAllValuesAreGone(t *testing.T) {
	kept := crm.Contact{ID: "a", Phone: phone, Values: map[int]string{1: ""}}
	gone := crm.Contact{ID: "b", Phone: other}
	joined, _ := crm.Merge(kept, gone)
	now := joined
	now.Values = nil
	if back, _ := (crm.ContactMerge{Kept: kept, Gone: gone, Joined: joined}).Undo(now); len(back.Values) != 0 {
		t.Errorf("back: %+v", back)
	}
}

func ptr[T any](v T) *T { return &v }
