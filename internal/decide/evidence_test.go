package decide_test

import (
	"strings"
	"testing"

	"service.example/crm/internal/decide"
)

func TestLevel0(t *testing.T) {
	list := []decide.Approved{{Passage: passage("a", "Yes."), Question: "Do you ship orders above 50 dollars to the islands?", Answer: "Yes."}}
	for question, want := range map[string]bool{
		"Do you ship orders above 50 dollars to the islands": true, "do you ship ORDERS above ５０ dollars to the islands??": true,
		"Do you ship orders above 50 dollar to the islands?": true, "Do you ship orders above 60 dollars to the islands?": false,
		"Do you not ship orders above 50 dollars to the islands?": false, "Do you ship orders?": false,
	} {
		if _, got := decide.Level0(question, "en", list); got != want {
			t.Errorf("%q: %v, want %v", question, got, want)
		}
	}
}

// A question that is nearly the same in letters may be another one; only a slip
// of the pen is none.
func TestNearlyTheSameQuestionIsAnotherOne(t *testing.T) {
	for question, others := range map[string][]string{
		"Do you deliver parcels to the islands within two working days of the order?":        {"two>three", "two>ten", "two>eight", "deliver>not deliver", "islands>lowlands", " within two working days>"},
		"Is the shop in the main street of Vienna open for customers on Monday evening?":     {"Monday>Sunday", "open>shut", "Vienna>Geneva", "open>not open", "Is>Isn't"},
		"Can a customer return an order that is complete within eighty days after it?":       {"eighty>eight", "Can>Can't", "after>before", "complete>incomplete"},
		"¿Puedo devolver un pedido completo dentro de los dos meses siguientes a la compra?": {"dos>diez", "dos>doce", "Puedo>No puedo", "devolver>no devolver"},
		"¿Abre la tienda de la calle mayor todos los domingos de junio por la tarde?":        {"junio>julio", "todos>no todos", "domingos>sábados"},
		"Posso devolver um pedido completo dentro de sessenta dias depois da compra?":        {"sessenta>setenta", "Posso>Não posso", "depois>antes"},
		"क्या मैं पूरा ऑर्डर तैंतीस दिनों के भीतर दुकान पर वापस कर सकता हूँ":                 {"तैंतीस>पैंतीस", "सकता>नहीं सकता"},
		"هل يمكنني إرجاع الطلب كاملا إلى المتجر في غضون سبعين يوما من الشراء":                {"سبعين>تسعين", "يمكنني>لا يمكنني"},
		"Apakah toko di jalan utama buka untuk pelanggan pada bulan Juni sore hari?":         {"Juni>Juli", "buka>tidak buka", "sore>pagi"},
		"我可以在收到商品以后的两个星期之内申请退货并且得到全额退款吗请告诉我需要什么材料":                                           {"两个>三个", "可以>不可以", "退货>换货"},
	} {
		list := []decide.Approved{{Question: question, Answer: "Yes."}}
		if _, ok := decide.Level0(strings.ToUpper(question)+"!!", "", list); !ok {
			t.Errorf("%q is itself", question)
		}
		for _, change := range others {
			from, to, _ := strings.Cut(change, ">")
			other := strings.Replace(question, from, to, 1)
			if other == question {
				t.Fatalf("%q is not changed by %q", question, change)
			}
			if _, ok := decide.Level0(other, "", list); ok {
				t.Errorf("%q gets the answer to %q", other, question)
			}
		}
	}
	list := []decide.Approved{{Question: "Do you deliver parcels to the islands within two working days?", Answer: "Yes."}}
	for _, slip := range []string{"parcels>parsels", "parcels>parcel", "deliver>delliver", "islands>ilands"} {
		from, to, _ := strings.Cut(slip, ">")
		if _, ok := decide.Level0(strings.Replace(list[0].Question, from, to, 1), "", list); !ok {
			t.Errorf("%s is a slip of the pen", slip)
		}
	}
}
