package sandbox

import (
	"encoding/json"
	"hash/fnv"
	"maps"
	"math"
	"net/http"
	"slices"
	"strings"
)

// embeddingWire is OpenAI's embeddings.
type embeddingWire struct{ openAIWire }

// Bounds of a call for embeddings.
const (
	defaultDimensions = 256
	maxDimensions     = 4096
	maxInputs         = 2048
)

func (embeddingWire) read(_ *http.Request, raw []byte) *prompt {
	var in struct {
		Model      string          `json:"model"`
		Input      json.RawMessage `json:"input"`
		Dimensions int             `json:"dimensions"`
		Format     string          `json:"encoding_format"`
	}
	if json.Unmarshal(raw, &in) != nil || in.Dimensions < 0 || in.Dimensions > maxDimensions || in.Format != "" && in.Format != "float" {
		return nil
	}
	p := &prompt{model: in.Model, dimensions: in.Dimensions}
	if p.dimensions == 0 {
		p.dimensions = defaultDimensions
	}
	var one string
	if json.Unmarshal(in.Input, &one) == nil {
		p.inputs = []string{one}
	} else if json.Unmarshal(in.Input, &p.inputs) != nil {
		return nil
	}
	for _, text := range p.inputs {
		if text == "" || len(p.inputs) > maxInputs {
			return nil
		}
	}
	return p
}

// embed answers with a vector for each text, or spoils the answer as a fault
// says.
func (c *aiCall) embed() {
	c.effect = "embedded"
	dimensions, inputs := c.prompt.dimensions, c.prompt.inputs
	switch c.injected.Fail {
	case "wrong_dimensions":
		dimensions++
	case "too_few":
		inputs = inputs[:len(inputs)-1]
	case "empty":
		inputs = nil
	case "not_json":
		inputs = nil
	}
	data := make([]map[string]any, len(inputs))
	for i, text := range inputs {
		v := Embed(c.prompt.model, text, dimensions)
		if c.injected.Fail == "zero_vector" {
			clear(v)
		}
		data[i] = map[string]any{"object": "embedding", "index": i, "embedding": v}
	}
	answer := map[string]any{"object": "list", "model": c.prompt.model, "data": data}
	switch c.injected.Fail {
	case "wrong_schema":
		answer = map[string]any{"something": "else"}
	case "huge_number":
		answer["data"] = []any{map[string]any{"index": 0, "embedding": []any{json.Number("1e999")}}}
	case "not_json":
		c.send(http.StatusOK, "Certainly! Here is your vector.")
		return
	}
	if u := c.usage("", c.injected); u != nil {
		answer["usage"] = map[string]any{"prompt_tokens": u.InputUncached + u.CacheRead + u.CacheWrite, "total_tokens": u.InputUncached + u.CacheRead + u.CacheWrite}
	}
	c.send(http.StatusOK, answer)
}

// concepts are words that the sandbox's embeddings take for one another, in the
// languages of the product: enough to show what a model would do, and no model.
var concepts = strings.Split(`refund reimburse reimbursement repay cashback reembolso devolucion dinero estorno pengembalian استرداد 退款
delivery shipping ship courier dispatch freight envio entrega frete pengiriman توصيل 运费
open opening hours timetable horario abierto aberto buka jam مواعيد 营业
price cost fee charge rate precio costo preco harga biaya سعر 价格
parking park car vehicle automobile garage estacionamiento estacionamento parkir موقف 停车
dog pet animal puppy mascota cachorro hewan كلب 宠物
breakfast morning meal desayuno sarapan فطور 早餐
cancel annul withdraw terminate cancelar batal إلغاء 取消
password login signin credentials contrasena senha sandi 密码
doctor physician appointment medic cita consulta dokter طبيب 医生`, "\n")

var conceptOf = func() map[string]string {
	out := map[string]string{}
	for _, line := range concepts {
		group := strings.Fields(line)
		for _, w := range group {
			for stem := range words(w) {
				out[stem] = group[0]
			}
		}
	}
	return out
}()

// Embed is the vector of a text: each of its words, or what the word is taken
// for, gives a direction of its own, and every text has one in common, as the
// vectors of models have. It depends on nothing but its arguments.
func Embed(model, text string, dimensions int) []float32 {
	sum := make([]float64, dimensions)
	list := words(text)
	meant := map[string]bool{}
	for w := range list {
		if name, ok := conceptOf[w]; ok {
			w = name
		}
		meant[w] = true
	}
	for _, w := range slices.Sorted(maps.Keys(meant)) { // in one order: sums of floats depend on it
		direction(sum, model+"\x00"+w, 1)
	}
	direction(sum, model, 0.5*math.Sqrt(float64(len(meant)+1)))
	length := 0.0
	for _, f := range sum {
		length += f * f
	}
	out := make([]float32, dimensions)
	for i, f := range sum {
		out[i] = float32(f / math.Sqrt(length))
	}
	return out
}

// direction adds numbers that follow from a seed.
func direction(sum []float64, seed string, weight float64) {
	h := fnv.New64a()
	_, _ = h.Write([]byte(seed))
	state := h.Sum64()
	for i := range sum {
		state += 0x9e3779b97f4a7c15 // splitmix64
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		z ^= z >> 31
		sum[i] += weight * (float64(z>>11)/(1<<52) - 1)
	}
}
