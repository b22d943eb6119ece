package app

import "service.example/crm/internal/crm"

// The assistant of the demo and what it knows: the knowledge of a small shop.
// These are articles, so that a model is asked, but for one pair that people
// approved, which needs none.
const (
	demoAssistant    = "Lucky"
	demoInstructions = "You answer customers of Lucky Shop, a small shop for lamps and things for the desk. Answer briefly, and only from the knowledge."
)

var demoKnowledge = []crm.KnowledgeSource{
	{Kind: crm.SourceArticle, Title: "Opening hours", Language: "en",
		Content: "These are our opening hours: we are open from Monday to Friday from 9:00 to 18:00 and on Saturday from 10:00 to 16:00. On Sundays and public holidays the shop is closed."},
	{Kind: crm.SourceArticle, Title: "Delivery", Language: "en",
		Content: "We deliver within the country. Delivery (shipping) costs $4.90 and takes two to three working days; orders over $50 are delivered for free. An order that is placed before noon leaves on the same day."},
	{Kind: crm.SourceArticle, Title: "Returns", Language: "en",
		Content: "You can return an item, or send something back, within 30 days: unused and in its original packaging. The refund is paid within five working days after the return has arrived, by the same way as you paid."},
	{Kind: crm.SourceArticle, Title: "Prices", Language: "en",
		Content: "The desk lamp Luma costs $39, the floor lamp Luma costs $89 and the oak desk organiser costs $24. All prices include taxes."},
	{Kind: crm.SourceArticle, Title: "Payment", Language: "en",
		Content: "We accept these payment methods: credit card, debit card, PayPal and bank transfer. In the shop we also take cash. Payment by invoice is for companies only."},
	{Kind: crm.SourceQuestion, Title: "Gift cards", Language: "en", Question: "Do you sell gift cards?",
		Content: "Yes, we sell gift cards of $25, $50 and $100, in the shop and by e-mail."},
}
