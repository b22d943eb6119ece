package password

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
)

func TestVerifyKnowsThePassword(t *testing.T) {
	h, ctx := NewForTests(), t.Context()
	encoded, err := h.Hash(ctx, "sieben Brücken ﬁnden") // with a ligature
	if err != nil {
		t.Fatal(err)
	}
	if ok, again, err := h.Verify(ctx, encoded, "sieben Bru\u0308cken finden"); !ok || again || err != nil {
		t.Error("the same characters written in another way: ", ok, again, err)
	}
	if ok, _, err := h.Verify(ctx, encoded, "sieben Brücken suchen"); ok || err != nil {
		t.Error("another password: ", ok, err)
	}
	if other, _ := h.Hash(ctx, "sieben Brücken ﬁnden"); other == encoded {
		t.Error("two hashes have the same salt")
	}
}

// Hashes of a time when they cost less work, and are to be made again.
func TestVerifyAsksForANewHash(t *testing.T) {
	ctx := t.Context()
	old, err := newHasher(Cost{MemoryKiB: 32, Passes: 1}).Hash(ctx, "sieben Brücken")
	if err != nil {
		t.Fatal(err)
	}
	if ok, again, err := NewForTests().Verify(ctx, old, "sieben Brücken"); !ok || !again || err != nil {
		t.Error("an old hash: ", ok, again, err)
	}
	if ok, again, _ := NewForTests().Verify(ctx, old, "acht Brücken"); ok || again {
		t.Error("a wrong password asks for a new hash")
	}
}

// An unknown user, or a row that is spoilt, costs one hash like any other.
func TestVerifyOfNobodyCostsAHash(t *testing.T) {
	h := NewForTests()
	for _, encoded := range []string{"", "$argon2id$", "$argon2id$v=19$m=4294967295,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAA"} {
		before := h.Figures().Made
		if ok, again, err := h.Verify(t.Context(), encoded, ""); ok || again || err != nil || h.Figures().Made != before+1 {
			t.Errorf("%q: %v %v %v, %d hashes", encoded, ok, again, err, h.Figures().Made-before)
		}
	}
}

func TestNoMoreThanTwoHashesAtOnce(t *testing.T) {
	h := newHasher(Cost{MemoryKiB: 1 << 10, Passes: 1})
	var done sync.WaitGroup
	var mu sync.Mutex
	results := map[bool]int{}
	for range 1000 {
		done.Go(func() {
			_, _, err := h.Verify(t.Context(), "", "x")
			var e *crm.Error
			if err != nil && (!errors.As(err, &e) || e.Kind != crm.KindUnavailable || e.RetryAfter <= 0) {
				t.Error(err)
			}
			mu.Lock()
			results[err == nil]++
			mu.Unlock()
		})
	}
	done.Wait()
	if f := h.Figures(); f.AtOnce > 2 || f.Made != int64(results[true]) || results[true] < maxWaiting {
		t.Errorf("%+v, %v", f, results)
	}
}

// Who waits for a turn gives up with the context, and leaves none behind.
func TestWaitingEndsWithTheContext(t *testing.T) {
	h := NewForTests()
	for range cap(h.turns) {
		h.turns <- struct{}{}
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { _, err := h.Hash(ctx, "x"); ended <- err }()
	for h.waiting.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) || h.waiting.Load() != 0 {
		t.Error(err, h.waiting.Load())
	}
	<-h.turns
	if _, err := h.Hash(t.Context(), "x"); err != nil {
		t.Error(err)
	}
}

func TestRules(t *testing.T) {
	own := []string{"amelie.bernard@lumiere-shop.example", "Amélie Bernard", "Lumière Shop"}
	for _, c := range []struct {
		password string
		second   bool
		code     crm.Code
	}{
		{"turnips fly south", false, ""},
		{"vier Äpfel am Zaun", false, ""},
		{"q8Zt-pL0c-77vM-eRt2", false, ""},
		{"9482 6617 0035 7749", false, ""},
		{"kx93vqe1", true, ""},
		{"tulpe-am-hang", true, ""},
		{strings.Repeat("nine lives ", 24)[:Max], false, ""},
		{"turnips fly so", false, crm.CodePasswordShort},
		{"kx93vq1", true, crm.CodePasswordShort},
		{"kx93vqe1", false, crm.CodePasswordShort},

		{strings.Repeat("ab c", 65), false, crm.CodeTooLong},
		{"password", true, crm.CodePasswordCommon},
		{"Password2024!!", true, crm.CodePasswordCommon},
		{"password12345678", false, crm.CodePasswordCommon},
		{"1111password0000", false, crm.CodePasswordCommon},
		{"7391846password", false, ""},
		{"P@ssw0rd", true, crm.CodePasswordCommon},
		{"passwordpassword", false, crm.CodePasswordCommon},
		{"aaaaaaaaaaaaaaaaaaaa", false, crm.CodePasswordCommon},
		{"abcabcabcabcabcabc", false, crm.CodePasswordCommon},
		{"123456789012345", false, crm.CodePasswordCommon},
		{"qwertyuiopasdfghjkl", false, crm.CodePasswordCommon},
		{"qwertyuiop1234567890", false, crm.CodePasswordCommon},
		{"poiuytrewq", true, crm.CodePasswordCommon},
		{"1qaz2wsx3edc4rfv5tgb", false, crm.CodePasswordCommon},
		{"understanding123", false, crm.CodePasswordCommon},
		{"Amélie Bernard 1", false, crm.CodePasswordCommon},
		{"amelie.bernard@lumiere-shop.example", false, crm.CodePasswordCommon},
		{"lumiereshop2026", false, crm.CodePasswordCommon},
		{"LumièreShop2026", false, crm.CodePasswordCommon},
	} {
		f := Rules{SecondFactor: c.second, Own: own}.Check("/password", c.password)
		var e *crm.Error
		if errors.As(f.Err(), &e); e == nil != (c.code == "") || e != nil && e.Code != c.code {
			t.Errorf("%q, second factor %v: %v, want %q", c.password, c.second, f.Err(), c.code)
		}
	}
}

// Every word of the list is found, its first and last ones too.
func TestListIsInOrder(t *testing.T) {
	words := strings.Split(strings.TrimSpace(list()), "\n")
	if len(words) < 80_000 {
		t.Fatal("the list has ", len(words), " words")
	}
	for i, w := range words {
		if i > 0 && words[i-1] >= w {
			t.Fatalf("%q stands before %q", words[i-1], w)
		}
		if (i < 50 || i > len(words)-50 || i%37 == 0) && !listed(w) {
			t.Fatalf("%q was not found", w)
		}
	}
	for _, w := range []string{"", "\n", "aaa", "zzzzzzzzzzzzz", "passwordx", "~~~~~", "    ", words[0] + "\n" + words[1]} {
		if listed(w) {
			t.Errorf("%q was found", w)
		}
	}
}

// Cheap hashes are for tests alone.
func TestOnlyTestsUseCheapHashes(t *testing.T) {
	root, read := filepath.Join("..", ".."), 0
	for _, below := range []string{"internal", "cmd", "bench"} {
		err := filepath.WalkDir(filepath.Join(root, below), func(path string, d os.DirEntry, err error) error {
			slashed := filepath.ToSlash(path)
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(slashed, "internal/testkit/") {
				return err
			}
			read++
			text, err := os.ReadFile(path)
			if strings.Contains(string(text), "password.NewForTests") {
				t.Errorf("%s makes cheap hashes", path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if read < 300 {
		t.Fatal("the files were not found: ", read)
	}
	if standard.MemoryKiB < 19<<10 || standard.Passes < 2 {
		t.Errorf("%+v costs too little", standard)
	}
}

func FuzzPHC(f *testing.F) {
	h := NewForTests()
	good, err := h.Hash(context.Background(), "x")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add("$argon2id$v=19$m=19456,t=3,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
	f.Add("$argon2id$v=19$m=+8,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAA")
	f.Add("$argon2i$v=19$m=8,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAA")
	f.Add("$argon2id$v=19$m=8,t=01,p=1$AAAAAAAAAAB$AAAAAAAAAAA")
	f.Fuzz(func(t *testing.T, s string) {
		p, ok := parse(s)
		if !ok {
			return
		}
		if p.String() != s || p.cost.MemoryKiB > maxMemoryKiB || p.cost.Passes > maxPasses || p.lanes > maxLanes || p.lanes == 0 || len(p.key) < minBytes || len(p.key) > maxKeyBytes {
			t.Errorf("%q was read as %+v", s, p)
		}
	})
}

func BenchmarkVerify(b *testing.B) {
	h := New()
	b.ReportAllocs()
	for b.Loop() {
		_, _, _ = h.Verify(b.Context(), "", "turnips fly south")
	}
}

func BenchmarkCommon(b *testing.B) {
	list()
	for b.Loop() {
		Common("vier Äpfel am Zaun 17")
	}
}

// Who began takes one turn for all that follows, and gives it back.
func TestBeginTakesOneTurn(t *testing.T) {
	h := NewForTests()
	for range 5 {
		var ends []func()
		for range cap(h.turns) {
			ctx, end, err := h.Begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			ends = append(ends, end)
			for range 2 {
				if _, err := h.Hash(ctx, "x"); err != nil {
					t.Fatal(err)
				}
			}
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if _, _, err := h.Begin(gone); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		for _, end := range ends {
			end()
		}
	}
	if f := h.Figures(); f.AtOnce > int64(cap(h.turns)) || h.waiting.Load() != 0 {
		t.Errorf("%+v", f)
	}
}
