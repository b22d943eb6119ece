package api

import "github.com/danielgtaylor/huma/v2"

// tag is a group of operations.
type tag struct{ name, description string }

// tags are all groups, in the order in which people read them.
func tags() (list []*huma.Tag) {
	for _, t := range []tag{messagesTag, contactsTag, mediaTag, templatesTag, broadcastsTag, conversionsTag, chargesTag, budgetsTag, endpointsTag, eventsTag, sessionsTag, factorsTag, ssoTag, usersTag, teamsTag, calendarsTag, routingTag, serviceLevelsTag, rolesTag, keysTag, auditTag,
		numbersTag, accountsTag, onboardingTag, consentTag, segmentsTag, aiTag, knowledgeTag, assistantsTag, conversationsTag, viewsTag, actionsTag, buttonsTag, labelsTag, cannedRepliesTag, pipelinesTag, dealsTag, dealRulesTag, promisesTag, proposalsTag, searchTag, notificationsTag, reportsTag, ratingsTag, sandboxTag, deploymentTag} {
		list = append(list, &huma.Tag{Name: t.name, Description: t.description})
	}
	return list
}
