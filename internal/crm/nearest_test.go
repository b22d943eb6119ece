package crm

import "testing"

func TestNearest(t *testing.T) {
	known := []string{"hello_world", "order_delayed", "order_shipped", "otp"}
	for name, want := range map[string]string{
		"order_shiped": "order_shipped", "oder_shippd": "order_shipped", "Order-Shipped": "order_shipped", "shipped_order": "order_shipped",
		"helloworld": "hello_world", "hello": "", "order": "", "oxx": "", "nope": "", "": "",
	} {
		if got := Nearest(name, known); got != want {
			t.Errorf("%s: %q, not %q", name, got, want)
		}
	}
}
