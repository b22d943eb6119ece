package api

import "github.com/danielgtaylor/huma/v2"

// tags are the groups of operations, in the order in which people read them.
var tags = []*huma.Tag{
	{Name: "Messages", Description: "Send messages of every type, one or up to 1,000 at once, and follow each to its final status."},
	{Name: "Contacts", Description: "The people you write with: their numbers, tags and custom fields; merging, importing and exporting them."},
	{Name: "Media", Description: "Files to send and files received: images, videos, audio, documents and stickers."},
	{Name: "Templates", Description: "The message templates of your messaging accounts, as the provider has them."},
	{Name: "Webhook endpoints", Description: "Where your events are delivered: subscriptions, secrets, deliveries, statistics and redelivery."},
	{Name: "Events", Description: "Everything that happens in the workspace, as a list, as a live stream, and as webhooks."},
	{Name: "API keys", Description: "The credentials of your systems, each with the scopes that it needs."},
	{Name: "Phone numbers", Description: "Your business numbers and how they are doing."},
	{Name: "Messaging accounts", Description: "Your accounts at the provider, with the phone numbers and templates below them."},
	{Name: "Consent", Description: "Who wants messages of which kind, with proof, and the words by which contacts opt out and in again."},
	{Name: "AI", Description: "The language models that assistants use, what they cost, and the budget of a day."},
	{Name: "Knowledge", Description: "What assistants answer from: articles, questions with answers, files and web pages; and the questions that found no evidence."},
	{Name: "Assistants", Description: "Automated repliers: their configuration in revisions, trials, evaluations and publication."},
	{Name: "Conversations", Description: "The threads between contacts and phone numbers, and who answers in them: the assistant or a person."},
	{Name: "Sandbox", Description: "The simulated customers of a test workspace: see what they got, and let them write."},
}
