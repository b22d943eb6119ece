package crm

// CodeBroadcastStatus refuses what a broadcast does not take as it is.
const CodeBroadcastStatus Code = "broadcast_status"

var broadcastErrors = []ErrorEntry{
	{CodeBroadcastStatus, []int{409},
		"The broadcast does not take this as it is.",
		"The error states its status. Only drafts are changed, deleted and started; only scheduled and running broadcasts are paused, and only paused ones resumed. One that has ended stays as it is.",
		"Read the broadcast, and do what its status allows."},
}
