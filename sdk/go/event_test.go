package service

import (
	"encoding/json"
	"testing"
)

func TestEventsAreDecodedByKind(t *testing.T) {
	e := &WebhookEvent{Event: EventDealStageUpdated, Data: json.RawMessage(`{"deal_id":"dl_1","to_stage":{"name":"Won"},"amount":null}`)}
	v, err := e.Decode()
	deal, ok := v.(*DealStageData)
	if err != nil || !ok || deal.DealID != "dl_1" || deal.ToStage.Name != "Won" || deal.Amount != nil {
		t.Errorf("%#v, %v", v, err)
	}
	logged := &Event{Event: EventMessagesUpsert, Data: json.RawMessage(`{"ai_reply":"We open at 9.","cache_hit":true,"later":1}`)}
	if v, err := logged.Decode(); err != nil || v.(*MessageUpsertData).AIReply != "We open at 9." {
		t.Errorf("%#v, %v", v, err)
	}
	unknown := &WebhookEvent{Event: "kind.of_later", Data: json.RawMessage(`{"x":1}`)}
	if v, err := unknown.Decode(); err != nil || string(v.(json.RawMessage)) != `{"x":1}` {
		t.Errorf("%#v, %v", v, err)
	}
	wrong := &WebhookEvent{Event: EventMessagesUpsert, Data: json.RawMessage(`{"cache_hit":"yes"}`)}
	if _, err := wrong.Decode(); err == nil {
		t.Error("data of another type is decoded")
	}
}
