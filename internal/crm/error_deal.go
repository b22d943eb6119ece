package crm

// The codes about deals.
const (
	CodePipelineLimit    Code = "pipeline_limit_reached"
	CodePipelineArchived Code = "pipeline_archived"
	CodeStageNotEmpty    Code = "stage_not_empty"
	CodeDealReasonLimit  Code = "deal_reason_limit_reached"
	CodeDealReasonExists Code = "deal_reason_exists"
	CodeDealRuleLimit    Code = "deal_rule_limit_reached"
)

// The codes about proposals of assistants.
const (
	CodeProposalSettled  Code = "proposal_settled"
	CodeProposalOutdated Code = "proposal_outdated"
)

var proposalErrors = []ErrorEntry{
	{CodeProposalSettled, []int{409},
		"The proposal was accepted, rejected or undone already, or what people did settled it.",
		"Nothing was changed. `status` of the proposal says what became of it.",
		"Do what you want in the conversation itself."},
	{CodeProposalOutdated, []int{409},
		"What the proposal is about is not as it was any more.",
		"The conversation, its deal, or the label, team or stage was changed or removed meanwhile. The error says which. Nothing was changed.",
		"Reject the proposal, or do what you want in the conversation itself."},
}

var dealErrors = []ErrorEntry{
	{CodePipelineLimit, []int{409},
		"The workspace has as many pipelines as it may have.",
		"The error states the limit. Archived pipelines count, too.",
		"Rename a pipeline that nobody uses."},
	{CodePipelineArchived, []int{409},
		"The pipeline is archived, so no deal comes into it.",
		"Somebody archived it. Its deals can still be read and changed.",
		"Move the deal to a stage of another pipeline, or take the pipeline out of the archive: `PATCH /v1/pipelines/{id}` with `archived` false."},
	{CodeStageNotEmpty, []int{409},
		"A stage that has deals cannot be removed or change its kind.",
		"The answer names the stage.",
		"Move its deals to another stage first."},
	{CodeDealReasonLimit, []int{409},
		"The workspace has as many reasons of this kind as it may have.",
		"The error states the limit.",
		"Delete reasons that nobody uses."},
	{CodeDealReasonExists, []int{409},
		"There is such a reason already.",
		"Names are unique within a kind, without regard to case.",
		"Use the reason that there is."},
	{CodeDealRuleLimit, []int{409},
		"The workspace has as many rules of deals as it may have.",
		"The error states the limit. Rules that are not enabled count, too.",
		"Delete rules that nobody needs."},
}
