/** The times that a snooze offers, by the clock of who looks. */
export function snoozeTimes(now: Date): { key: 'hour' | 'tomorrow' | 'monday'; at: Date }[] {
  const hour = new Date(now.getTime() + 3_600_000);
  const tomorrow = morning(now, 1);
  const monday = morning(now, ((8 - now.getDay()) % 7) || 7);
  const times: { key: 'hour' | 'tomorrow' | 'monday'; at: Date }[] = [{ key: 'hour', at: hour }, { key: 'tomorrow', at: tomorrow }];
  if (monday.getTime() !== tomorrow.getTime()) times.push({ key: 'monday', at: monday });
  return times;
}

/** Nine o'clock in so many days. */
function morning(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 9);
}
