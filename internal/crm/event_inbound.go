package crm

// ContactIdentityData is the data of contact.identity_updated.
type ContactIdentityData struct {
	ContactID       string           `json:"contact_id" doc:"The contact. Its id does not change."`
	Changes         []IdentityChange `json:"changes" nullable:"false" doc:"The changed parts of the contact's identity; empty if only another contact was merged into it."`
	MergedContactID string           `json:"merged_contact_id" doc:"A contact that was merged into this one because both are the same person; empty if there is none."`
	Reason          string           `json:"reason" enum:"number_changed,user_id_changed" doc:"What the provider reported."`
	ChangedBy       DoneBy           `json:"changed_by" doc:"Who reported the change: the provider."`
}

// IdentityChange is one fact of a contact that changed.
type IdentityChange struct {
	Field string        `json:"field" enum:"phone,user_id,parent_user_id" doc:"What changed."`
	From  ContactNumber `json:"from" doc:"Previous value; empty if there was none."`
	To    ContactNumber `json:"to" doc:"Current value."`
}

// TemplateCategoryData is the data of template.category_updated.
type TemplateCategoryData struct {
	TemplateID       string `json:"template_id" doc:"Identifier of the template."`
	Name             string `json:"name" doc:"Name of the template."`
	Language         string `json:"language" doc:"Language code, such as en_US."`
	Category         string `json:"category" doc:"The category in force."`
	PreviousCategory string `json:"previous_category" doc:"The previous category; unchanged while a change is only announced."`
	NextCategory     string `json:"next_category" doc:"The next category that the provider announced; empty if there is none."`
	NextCategoryAt   *int64 `json:"next_category_at" doc:"When the announced category takes effect, in seconds since 1970; null if the provider does not say."`
}

// TemplateQualityData is the data of template.quality_updated.
type TemplateQualityData struct {
	TemplateID      string `json:"template_id" doc:"Identifier of the template."`
	Name            string `json:"name" doc:"Name of the template."`
	Language        string `json:"language" doc:"Language code, such as en_US."`
	Quality         string `json:"quality" enum:"GREEN,YELLOW,RED,UNKNOWN" doc:"The provider's rating now."`
	PreviousQuality string `json:"previous_quality" doc:"The previous rating; empty if there was none."`
}

// ReactionRemovedData is the data of messages.reaction_removed.
type ReactionRemovedData struct {
	MessageID      string        `json:"message_id" doc:"The provider's identifier of the message that had the reaction."`
	From           ContactNumber `json:"from" doc:"Phone number of the contact who removed the reaction, in international format with +; empty if the provider does not give it."`
	FromUserID     string        `json:"from_user_id" doc:"The provider's business-scoped user id of the contact who removed the reaction."`
	To             string        `json:"to" doc:"Your phone number."`
	Emoji          string        `json:"emoji" doc:"The removed emoji; empty if it is not known here."`
	RemovedAt      int64         `json:"removed_at" doc:"When the reaction was removed, in seconds since 1970."`
	ConversationID string        `json:"conversation_id" doc:"The conversation of the message."`
	ContactID      string        `json:"contact_id" doc:"The contact of the conversation."`
	GroupID        string        `json:"group_id" doc:"The group of the message; empty if the message is not from a group."`
}
