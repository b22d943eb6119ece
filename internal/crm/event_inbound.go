package crm

// ContactIdentityData is the data of contact.identity_updated.
type ContactIdentityData struct {
	ContactID       string           `json:"contact_id" doc:"The contact, which stays the same."`
	Changes         []IdentityChange `json:"changes" nullable:"false" doc:"What of the contact is another one now; empty where only another contact was merged into it."`
	MergedContactID string           `json:"merged_contact_id" doc:"Another contact that turned out to be the same person and leads to this one now; empty if none."`
	Reason          string           `json:"reason" enum:"number_changed,user_id_changed" doc:"What the provider told."`
	ChangedBy       ChangedBy        `json:"changed_by" doc:"Who told it: the provider."`
}

// IdentityChange is one fact of a contact that changed.
type IdentityChange struct {
	Field string `json:"field" enum:"phone,user_id,parent_user_id" doc:"What changed."`
	From  string `json:"from" doc:"What it was before; empty where there was none."`
	To    string `json:"to" doc:"What it is now."`
}

// TemplateCategoryData is the data of template.category_updated.
type TemplateCategoryData struct {
	TemplateID       string `json:"template_id" doc:"Identifier of the template."`
	Name             string `json:"name" doc:"Its name."`
	Language         string `json:"language" doc:"Code of its language, such as en_US."`
	Category         string `json:"category" doc:"The category in force."`
	PreviousCategory string `json:"previous_category" doc:"The category before; the same while a change is merely announced."`
	NextCategory     string `json:"next_category" doc:"The category that the provider has announced; empty if none."`
	NextCategoryAt   *int64 `json:"next_category_at" doc:"From when on the announced category holds, in seconds since 1970; null where the provider does not say."`
}

// ReactionRemovedData is the data of messages.reaction_removed.
type ReactionRemovedData struct {
	MessageID      string `json:"message_id" doc:"The message that the reaction was on: its identifier, assigned by the messaging network."`
	From           string `json:"from" doc:"Phone number of who took it back, in international format with +; empty where the provider gives none."`
	FromUserID     string `json:"from_user_id" doc:"The provider's business-scoped user id of who took it back."`
	To             string `json:"to" doc:"The business number."`
	Emoji          string `json:"emoji" doc:"The emoji that was taken back; empty where it was never seen here."`
	RemovedAt      int64  `json:"removed_at" doc:"When it was taken back, in seconds since 1970."`
	ConversationID string `json:"conversation_id" doc:"The conversation of the message."`
	ContactID      string `json:"contact_id" doc:"The contact of the conversation."`
	GroupID        string `json:"group_id" doc:"The group of the message; empty for a message to the business alone."`
}
