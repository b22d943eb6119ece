package sandbox

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWireForm(t *testing.T) {
	cases := []struct{ in, plain, hard string }{
		{"a/b", `"a\/b"`, `"a\/b"`},
		{"äöå", `"\u00e4\u00f6\u00e5"`, `"\u00e4\u00f6\u00e5"`},
		{"🌵", `"\ud83c\udf35"`, `"\ud83c\udf35"`},
		{`<b> & "q" 50% @me`, `"<b> & \"q\" 50% @me"`, `"\u003cb\u003e \u0026 \"q\" 50\u0025 \u0040me"`},
		{"\b\f\n\r\t\x01\x7f\\", `"\b\f\n\r\t\u0001\u007f\\"`, `"\b\f\n\r\t\u0001\u007f\\"`},
		{"\u2028\uffff", `"\u2028\uffff"`, `"\u2028\uffff"`},
		{"bad\xffbyte", `"bad\ufffdbyte"`, `"bad\ufffdbyte"`},
		{"", `""`, `""`},
	}
	for _, c := range cases {
		if got := string(encoder{}.str(nil, c.in)); got != c.plain {
			t.Errorf("%q: got %s, want %s", c.in, got, c.plain)
		}
		if got := string(encoder{hard: true}.str(nil, c.in)); got != c.hard {
			t.Errorf("hard %q: got %s, want %s", c.in, got, c.hard)
		}
	}
}

func TestRawKeepsOrderAndDropsSpace(t *testing.T) {
	in := "{ \"z\" : [ 1.50 , \"a\\/\\u00e9/\\\"\" ] ,\n\t\"a\" : {} , \"b\":null }"
	want := `{"z":[1.50,"a\/\u00e9\/\""],"a":{},"b":null}`
	if got := string(encoder{}.raw(nil, []byte(in))); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := string(encoder{}.raw(nil, []byte(`{"broken`))); got != "null" {
		t.Errorf("text that is not JSON became %s", got)
	}
}

func TestSignatureVectors(t *testing.T) {
	const secret = "test_app_secret"
	body := []byte(`{"object":"whatsapp_business_account","entry":[]}`)
	if got := Sign(secret, body); got != "sha256=dec6a680679a968e7e0319355b23599cbfc54502c0784668e9618baa0c633756" {
		t.Errorf("signature of the empty post: %s", got)
	}
	for name, want := range map[string]string{
		"RAW-wire-voice-escaped-slashes.raw.json": "ede49e38135580669804009e63f843236db7076ce16e2a625bcc75dbc4bd7c10",
		"RAW-wire-unicode-text.raw.json":          "3ea3090365fdfe73267b9eeb3790c3de24876c6a5d01aa04b1da3028edabd573",
	} {
		t.Run(name, func(t *testing.T) {
			wire, err := os.ReadFile(filepath.Join(corpus(t, "inbound"), name))
			if err != nil {
				t.Fatal(err)
			}
			wire = []byte(strings.TrimSuffix(string(wire), "\n"))
			if got := Sign(secret, wire); got != "sha256="+want {
				t.Errorf("signature: %s", got)
			}
			var plain any
			if err := json.Unmarshal(wire, &plain); err != nil {
				t.Fatal(err)
			}
			loose, _ := json.MarshalIndent(json.RawMessage(wire), "", "  ")
			if got := string(encoder{}.raw(nil, loose)); got != string(wire) {
				t.Errorf("re-encoded as\n%s, want\n%s", got, wire)
			}
		})
	}
}

func FuzzWire(f *testing.F) {
	f.Add("a/b é 🌵 \xff <&>")
	f.Fuzz(func(t *testing.T, s string) {
		for _, enc := range []encoder{{}, {hard: true}} {
			out := enc.str(nil, s)
			var back string
			if err := json.Unmarshal(out, &back); err != nil {
				t.Fatalf("%q became %s: %v", s, out, err)
			}
			if back != strings.ToValidUTF8(s, "\ufffd") && len(strings.ToValidUTF8(s, "")) == len(s) {
				t.Fatalf("%q came back as %q", s, back)
			}
			for _, b := range out {
				if b < 0x20 || b > 0x7e {
					t.Fatalf("%q has the byte %#x", out, b)
				}
			}
		}
	})
}
