package app

import (
	"strings"
	"time"

	"service.example/crm/internal/crm"
)

// demoCannedReplies are what the people of the shop send again and again: shortcut,
// title, text.
var demoCannedReplies = [][3]string{
	{"hello", "Greeting", "Hello {{contact.name}}, this is {{agent.name}} of Lucky Shop. How can I help you?"},
	{"bulbs", "Which bulb fits", "Every Luma lamp takes an E27 bulb of at most 40 watts. A LED bulb of 6 watts is bright enough for a desk."},
}

// step is what somebody does so long after the beginning of the day.
type step struct {
	at time.Duration
	do func(d *day)
}

func firstName(name string) string { first, _, _ := strings.Cut(name, " "); return first }

const minute = time.Minute

// demoScript is a day of the shop. At its end every list of the inbox has something in
// it: conversations that are open, answered, pending, snoozed and closed, that nobody
// has and that wait for long, with labels, notes, mentions, priorities and follow-ups;
// and those of the login: hers, followed, that mention her, with a draft of hers. What
// the shop promises was kept, is running and was missed. Rules send some conversations on:
// one waits for a skill that nobody has, one waited for somebody who has it.
var demoScript = []step{
	{5 * minute, func(d *day) { d.writes("+14155550211", "Mia Johnson", "Good morning! Is the floor lamp in stock?") }},
	{8 * minute, func(d *day) {
		d.takes("Ana", "+14155550211", "Sales")
		d.answers("Ana", "+14155550211", "Good morning Mia! Yes, four of them. Shall I put one aside for you?")
	}},
	{11 * minute, func(d *day) { d.writes("+14155550211", "Mia Johnson", "Please do, I come at noon.") }},
	{12 * minute, func(d *day) {
		d.answers("Ana", "+14155550211", "Done. It is at the counter under your name.")
		d.labeled("Ana", "+14155550211", "Order")
	}},
	{20 * minute, func(d *day) {
		d.writes("+4915155550212", "Jonas Weber", "Hallo, meine Lampe kam zerbrochen an. Bestellung 48190.")
	}},
	{26 * minute, func(d *day) {
		d.labeled("Chen", "+4915155550212", "Complaint")
		d.answers("Chen", "+4915155550212", "Hallo Jonas, das tut mir leid. Können Sie mir ein Foto schicken?")
	}},
	{30 * minute, func(d *day) { d.follows("Olivia", "+4915155550212") }},
	{45 * minute, func(d *day) { d.writes("+919555501213", "Asha Patel", "Do you make lamps to order, about 40 pieces?") }},
	{50 * minute, func(d *day) {
		d.takes("Bilal", "+919555501213", "Sales")
		d.labeled("Bilal", "+919555501213", "Wholesale")
		d.answers("Bilal", "+919555501213", "Yes, from 20 pieces on. I send you an offer this afternoon.")
		d.snoozes("Bilal", "+919555501213", 20*time.Hour)
		d.is("Ana", crm.AvailableAway)
	}},
	{70 * minute, func(d *day) { d.writes("+5511955550214", "Luiza Prado", "Oi! Posso trocar a lâmpada da Luma?") }},
	{79 * minute, func(d *day) {
		d.is("Ana", crm.AvailableOnline)
		d.settle() // who wrote in Portuguese waited for her
		d.answers("Ana", "+5511955550214", "Oi Luiza! Sim, qualquer lâmpada E27 de até 40 watts.")
	}},
	{80 * minute, func(d *day) { d.writes("+5511955550214", "Luiza Prado", "Obrigada!") }},
	{85 * minute, func(d *day) {
		d.closes("Ana", "+5511955550214", "Product", "Asked which bulb fits the Luma. Told her E27, 40 watts.")
	}},
	{95 * minute, func(d *day) {
		d.writes("+14155550215", "Noah Smith", "I was charged twice for order 48177. I want my money back today.")
	}},
	{96 * minute, func(d *day) {
		d.presses("Chen", "+14155550215", crm.PriorityUrgent)
		d.labeled("Chen", "+14155550215", "Complaint", "Order")
	}},
	{110 * minute, func(d *day) {
		d.writesNote("Chen", "+14155550215", "The second payment is in our account, too. May I refund $39 at once?", "Olivia")
		d.answers("Chen", "+14155550215", "I see it, Noah, and I am sorry. I get this approved and come back to you within the hour.")
	}},
	{125 * minute, func(d *day) {
		d.writesNote("Olivia", "+14155550215", "Yes, please refund it.", "Chen")
		d.answers("Chen", "+14155550215", "The refund of $39 is on its way. It takes up to five working days.")
	}},
	{130 * minute, func(d *day) { d.writes("+14155550215", "Noah Smith", "Great, thanks for the quick help.") }},
	{132 * minute, func(d *day) {
		d.asks(true)
		d.closes("Chen", "+14155550215", "Refund", "Charged twice for order 48177. $39 refunded, approved by Olivia.")
	}},
	{134 * minute, func(d *day) {
		d.rates("+14155550215", "Noah Smith", "Good", "Chen was quick and kind.")
		d.asks(false) // what people close in the demo asks nobody
	}},
	{150 * minute, func(d *day) {
		d.writes("+4915155550212", "Jonas Weber", "Das Foto schicke ich heute Abend, ich bin noch unterwegs.")
	}},
	{155 * minute, func(d *day) {
		d.answers("Chen", "+4915155550212", "Kein Problem, dann schaue ich morgen früh danach.")
		d.snoozes("Chen", "+4915155550212", 0)
	}},
	{180 * minute, func(d *day) { d.writes("+447700900216", "Emma Clarke", "Can I pay by invoice as a company?") }},
	{190 * minute, func(d *day) {
		d.takes("Bilal", "+447700900216", "Sales")
		d.answers("Bilal", "+447700900216", "Of course. Please send me the name and address for the invoice.")
		d.status("Bilal", "+447700900216", crm.StatusChange{Status: crm.ConversationPending})
	}},
	{205 * minute, func(d *day) {
		d.writes("+14155550217", "Liam Brown", "Where is my parcel? Tracking has not moved for three days.")
	}},
	{215 * minute, func(d *day) {
		d.takes("Ana", "+14155550217", "Sales")
		d.answers("Ana", "+14155550217", "Let me ask the carrier. I write to you tomorrow morning.")
		d.snoozes("Ana", "+14155550217", 20*time.Hour)
	}},
	{240 * minute, func(d *day) { d.writes("+14155550217", "Liam Brown", "Ok, thanks!") }}, // its follow-up stays
	{245 * minute, func(d *day) {
		d.closes("Ana", "+14155550217", "Delivery", "Parcel is late; the carrier is asked. Promised news for tomorrow.")
	}},
	{255 * minute, func(d *day) { d.writes("+33755550218", "Chloé Martin", "Bonjour, livrez-vous en Belgique ?") }},
	{300 * minute, func(d *day) {
		d.writes("+14155550219", "Olivia Davis", "Is the oak desk organiser made of real oak?")
		d.writes("+14155550220", "Ethan Wilson", "Do you have the Luma in green?")
	}},
	{310 * minute, func(d *day) {
		d.takes("Bilal", "+14155550219", "Sales")
		d.answers("Bilal", "+14155550219", "Yes, solid European oak, oiled.")
	}},
	{312 * minute, func(d *day) { d.writes("+14155550219", "Olivia Davis", "Lovely. And does it fit A4 paper?") }},
	{360 * minute, func(d *day) { d.takes("Ana", "+14155550220", "Sales") }},
	{380 * minute, func(d *day) {
		d.writes("+14155550221", "Ava Moore", "My order 48201 has the wrong lamp in it.")
		d.labeled("Olivia", "+14155550221", "Complaint", "Order")
	}},
	{420 * minute, func(d *day) { d.writes("+5215555550222", "Diego Ramos", "¿Tienen tarjetas de regalo?") }},
	{425 * minute, func(d *day) {
		d.answers("Ana", "+5215555550222", "Sí, de 25, 50 y 100 dólares.")
		d.closes("Ana", "+5215555550222", "Product", "Asked for gift cards.")
	}},
	{450 * minute, func(d *day) {
		d.writes("+14155550223", "Sophia Hall", "Can you call me back about a large order?")
		d.writesNote("Samuel", "+14155550223", "Who can call her before six?", "Bilal", "Ana")
		d.labeled("Samuel", "+14155550223", "Wholesale")
	}},
	{470 * minute, func(d *day) {
		d.takes("Olivia", "+14155550223", "")
		d.drafts("Olivia", "+14155550223", "Hello Sophia, of course. I can call you at half past five. Which number")
	}},
	{480 * minute, func(d *day) { d.writes("+5215555550222", "Diego Ramos", "Perfecto, quiero una de 50.") }},
	{490 * minute, func(d *day) { d.marks("Olivia", "Order", "+14155550219", "+14155550220") }},
	{500 * minute, func(d *day) { d.writes("+14155550224", "Lucas White", "Hi! Are you open until six today?") }},
	{503 * minute, func(d *day) {
		d.takes("Ana", "+14155550224", "Sales")
		d.answers("Ana", "+14155550224", "Yes, until 18:00. See you!")
		d.closes("Ana", "+14155550224", "Opening hours", "")
	}},
	{535 * minute, func(d *day) { d.writes("+14155550225", "Grace Lee", "Does the desk lamp have a dimmer?") }},
}
