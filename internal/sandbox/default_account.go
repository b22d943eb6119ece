package sandbox

// DefaultAccount returns the account of a sandbox that is not configured: one
// number, +15550001000, and a template for every kind of component.
func DefaultAccount() Account {
	a := Account{
		ID: "200000000000001", Name: "Sandbox Trading Co.",
		Phones: []Phone{{ID: "100000000000001", Number: "+15550001000", Name: "Sandbox Trading", Throughput: defaultThroughput}},
	}
	for _, t := range defaultTemplates {
		a.Templates = append(a.Templates, Template(t))
	}
	return a
}

var defaultTemplates = []string{
	`{"id":"9000000000000001","name":"hello_world","language":"en_US","category":"UTILITY","components":[
		{"type":"HEADER","format":"TEXT","text":"Hello World"},
		{"type":"BODY","text":"Welcome and congratulations! This message shows that you can send a notification."},
		{"type":"FOOTER","text":"Sandbox Trading"}]}`,

	`{"id":"9000000000000020","name":"order_shipped","language":"en_US","category":"UTILITY","parameter_format":"NAMED","components":[
		{"type":"BODY","text":"Hi {{name}}, your order {{order_number}} has been shipped and should arrive {{eta}}. Thank you!",
		 "example":{"body_text_named_params":[{"param_name":"name","example":"Maria"},{"param_name":"order_number","example":"A-1001"},{"param_name":"eta","example":"on Friday"}]}},
		{"type":"FOOTER","text":"Sandbox Trading"},
		{"type":"BUTTONS","buttons":[
			{"type":"QUICK_REPLY","text":"Talk to us"},
			{"type":"URL","text":"Our shop","url":"https://shop.example/"}]}]}`,

	`{"id":"9000000000000021","name":"order_shipped","language":"es","category":"UTILITY","parameter_format":"NAMED","components":[
		{"type":"BODY","text":"Hola {{name}}, tu pedido {{order_number}} ya está en camino y debería llegar {{eta}}. ¡Gracias!",
		 "example":{"body_text_named_params":[{"param_name":"name","example":"María"},{"param_name":"order_number","example":"A-1001"},{"param_name":"eta","example":"el viernes"}]}},
		{"type":"FOOTER","text":"Sandbox Trading"}]}`,

	`{"id":"9000000000000002","name":"order_shipped_tracking","language":"en_US","category":"UTILITY","parameter_format":"NAMED","components":[
		{"type":"BODY","text":"Hi {{name}}, your order {{order_number}} has been shipped and should arrive {{eta}}. Thank you!",
		 "example":{"body_text_named_params":[{"param_name":"name","example":"Maria"},{"param_name":"order_number","example":"A-1001"},{"param_name":"eta","example":"on Friday"}]}},
		{"type":"FOOTER","text":"Sandbox Trading"},
		{"type":"BUTTONS","buttons":[
			{"type":"QUICK_REPLY","text":"Talk to us"},
			{"type":"URL","text":"Track order","url":"https://shop.example/track/{{1}}","example":["https://shop.example/track/A-1001"]}]}]}`,

	`{"id":"9000000000000003","name":"order_shipped_tracking","language":"es","category":"UTILITY","parameter_format":"NAMED","components":[
		{"type":"BODY","text":"Hola {{name}}, tu pedido {{order_number}} ya está en camino y debería llegar {{eta}}. ¡Gracias!",
		 "example":{"body_text_named_params":[{"param_name":"name","example":"María"},{"param_name":"order_number","example":"A-1001"},{"param_name":"eta","example":"el viernes"}]}},
		{"type":"FOOTER","text":"Sandbox Trading"},
		{"type":"BUTTONS","buttons":[
			{"type":"QUICK_REPLY","text":"Escríbenos"},
			{"type":"URL","text":"Seguir pedido","url":"https://shop.example/track/{{1}}","example":["https://shop.example/track/A-1001"]}]}]}`,

	`{"id":"9000000000000004","name":"order_confirmation","language":"en_US","category":"UTILITY","parameter_format":"POSITIONAL","components":[
		{"type":"HEADER","format":"TEXT","text":"Order {{1}}","example":{"header_text":["A-1001"]}},
		{"type":"BODY","text":"Thank you, {{1}}! We have received your order over {{2}} and will tell you when it leaves.",
		 "example":{"body_text":[["Maria","$49.90"]]}},
		{"type":"FOOTER","text":"Sandbox Trading"}]}`,

	`{"id":"9000000000000005","name":"receipt_document","language":"en_US","category":"UTILITY","parameter_format":"POSITIONAL","components":[
		{"type":"HEADER","format":"DOCUMENT","example":{"header_handle":["https://media.example/receipt.pdf"]}},
		{"type":"BODY","text":"Dear {{1}}, please find the receipt of your purchase attached.","example":{"body_text":[["Maria"]]}}]}`,

	`{"id":"9000000000000006","name":"store_location","language":"en_US","category":"UTILITY","parameter_format":"POSITIONAL","components":[
		{"type":"HEADER","format":"LOCATION"},
		{"type":"BODY","text":"Your order {{1}} is ready at the shop shown above. See you soon!","example":{"body_text":[["A-1001"]]}},
		{"type":"BUTTONS","buttons":[{"type":"PHONE_NUMBER","text":"Call the shop","phone_number":"+15550001000"}]}]}`,

	`{"id":"9000000000000007","name":"verification_code","language":"en_US","category":"AUTHENTICATION","message_send_ttl_seconds":600,"components":[
		{"type":"BODY","add_security_recommendation":true},
		{"type":"FOOTER","code_expiration_minutes":10},
		{"type":"BUTTONS","buttons":[{"type":"OTP","otp_type":"COPY_CODE","text":"Copy code"}]}]}`,

	`{"id":"9000000000000008","name":"summer_sale","language":"en_US","category":"MARKETING","parameter_format":"POSITIONAL","components":[
		{"type":"HEADER","format":"IMAGE","example":{"header_handle":["https://media.example/summer.jpg"]}},
		{"type":"LIMITED_TIME_OFFER","limited_time_offer":{"text":"Expiring offer!","has_expiration":true}},
		{"type":"BODY","text":"Good news, {{1}}! Use the code {{2}} to get 25% off everything this week.","example":{"body_text":[["Maria","SUMMER25"]]}},
		{"type":"BUTTONS","buttons":[
			{"type":"COPY_CODE","example":"SUMMER25"},
			{"type":"URL","text":"Shop now","url":"https://shop.example/sale?code={{1}}","example":["https://shop.example/sale?code=SUMMER25"]}]}]}`,

	`{"id":"9000000000000009","name":"new_arrivals","language":"en_US","category":"MARKETING","parameter_format":"POSITIONAL","components":[
		{"type":"BODY","text":"Hi {{1}}, have a look at what has just arrived.","example":{"body_text":[["Maria"]]}},
		{"type":"CAROUSEL","cards":[
			{"components":[
				{"type":"HEADER","format":"IMAGE","example":{"header_handle":["https://media.example/lamp.jpg"]}},
				{"type":"BODY","text":"The desk lamp {{1}}, made of oak.","example":{"body_text":[["Luma"]]}},
				{"type":"BUTTONS","buttons":[
					{"type":"QUICK_REPLY","text":"More like this"},
					{"type":"URL","text":"Buy","url":"https://shop.example/p/{{1}}","example":["https://shop.example/p/lamp"]}]}]},
			{"components":[
				{"type":"HEADER","format":"IMAGE","example":{"header_handle":["https://media.example/chair.jpg"]}},
				{"type":"BODY","text":"The chair {{1}}, light and sturdy.","example":{"body_text":[["Stella"]]}},
				{"type":"BUTTONS","buttons":[
					{"type":"QUICK_REPLY","text":"More like this"},
					{"type":"URL","text":"Buy","url":"https://shop.example/p/{{1}}","example":["https://shop.example/p/chair"]}]}]}]}]}`,

	`{"id":"9000000000000010","name":"appointment_flow","language":"en_US","category":"UTILITY","parameter_format":"POSITIONAL","components":[
		{"type":"BODY","text":"Hello {{1}}, please choose a time for your appointment.","example":{"body_text":[["Maria"]]}},
		{"type":"BUTTONS","buttons":[{"type":"FLOW","text":"Choose a time","flow_id":"700000000000001","flow_action":"navigate","navigate_screen":"APPOINTMENT"}]}]}`,

	`{"id":"9000000000000011","name":"paused_promo","language":"en_US","category":"MARKETING","status":"PAUSED","components":[
		{"type":"BODY","text":"Last chance to save, {{1}}: the offer ends tonight.","example":{"body_text":[["Maria"]]}}]}`,

	`{"id":"9000000000000012","name":"rejected_promo","language":"en_US","category":"MARKETING","status":"REJECTED","rejected_reason":"PROMOTIONAL","components":[
		{"type":"BODY","text":"You have won a prize! Answer at once to claim it."}]}`,
}
