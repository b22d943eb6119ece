package crm

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"testing"
)

func pemOf(kind string, der []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
}

// Of all that may stand in a PEM file, a public RSA key of 2048 bits is taken, and a
// private key is called what it is.
func TestReadEncryptionKey(t *testing.T) {
	pair, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	short, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	pkix, _ := x509.MarshalPKIXPublicKey(&pair.PublicKey)
	pkcs8, _ := x509.MarshalPKCS8PrivateKey(pair)
	good := pemOf("PUBLIC KEY", pkix)
	for _, c := range []struct {
		name, text string
		code       Code
	}{
		{"as openssl writes it", good, ""},
		{"in the older form", pemOf("RSA PUBLIC KEY", x509.MarshalPKCS1PublicKey(&pair.PublicKey)), ""},
		{"with blanks around it", "\n " + good + "\n", ""},
		{"nothing", " \n", CodeRequired},
		{"a private key", pemOf("PRIVATE KEY", pkcs8), CodePrivateKey},
		{"an older private key", pemOf("RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(pair)), CodePrivateKey},
		{"an encrypted private key", pemOf("ENCRYPTED PRIVATE KEY", pkcs8), CodePrivateKey},
		{"a broken private key", "-----BEGIN RSA PRIVATE KEY-----", CodePrivateKey},
		{"both keys", good + pemOf("PRIVATE KEY", pkcs8), CodePrivateKey},
		{"two keys", good + good, CodeParameterInvalid},
		{"a certificate", pemOf("CERTIFICATE", pkix), CodeParameterInvalid},
		{"no PEM", "MIIBIjANBgkq", CodeParameterInvalid},
		{"1024 bits", pemOf("RSA PUBLIC KEY", x509.MarshalPKCS1PublicKey(&short.PublicKey)), CodeParameterInvalid},
		{"no key in it", pemOf("PUBLIC KEY", []byte("none")), CodeParameterInvalid},
	} {
		var f Faults
		key := ReadEncryptionKey(c.text, &f)
		if CodeOf(f.Err()) != c.code || (c.code == "") != (key.PEM == good) || c.code == "" && key != ShownEncryptionKey(good) {
			t.Errorf("%s: %v, %v", c.name, f.Err(), key)
		}
	}
}
