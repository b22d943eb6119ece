package crm

// The codes about templates that are made here.
const (
	CodeTemplateExists      Code = "template_exists"
	CodeTemplateBusy        Code = "template_busy"
	CodeTemplateStatus      Code = "template_status"
	CodeTemplateEditLimit   Code = "template_edit_limit_reached"
	CodeTemplateNameResting Code = "template_name_resting"
)

var templateErrors = []ErrorEntry{
	{CodeTemplateExists, []int{409},
		"The messaging account has a template of this name in this language already.",
		"`existingId` names it. Drafts count, too.",
		"Change that template, or take another name or language."},
	{CodeTemplateBusy, []int{409},
		"The provider is being asked for something about the template.",
		"`action` of the template says what. It has not answered yet.",
		"Try again once `action` is empty."},
	{CodeTemplateStatus, []int{409},
		"The status of the template does not allow this.",
		"The provider takes edits of approved, rejected and paused templates only, and it deletes no disabled ones. Only drafts are submitted.",
		"The error states the status. Wait for the event `template.status_updated`, or duplicate the template."},
	{CodeTemplateEditLimit, []int{409},
		"The provider takes no more edits of the approved template for now.",
		"It takes one edit in 24 hours and 10 in 30 days.",
		"The error and `Retry-After` say when it takes the next one. A duplicate under another name can be submitted at once."},
	{CodeTemplateNameResting, []int{409},
		"The provider does not take the name yet.",
		"A template of this name was deleted less than 30 days ago.",
		"Take another name, or submit the draft after the time in the error."},
}
