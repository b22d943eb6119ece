/** What a clock in a time zone shows at a moment, as date fields have it: 2026-12-01T09:00. */
export function shownIn(zone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' }).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((p) => p.type === type)!.value;
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`;
}

/** The moment at which a clock in a time zone shows a time. One that a change of the clocks leaves out is taken as the hour after it. */
export function momentIn(zone: string, shown: string): Date {
  const wanted = Date.parse(`${shown}Z`);
  const ahead = (at: number) => Date.parse(`${shownIn(zone, new Date(at))}Z`) - at;
  const first = wanted - ahead(wanted);
  return new Date(wanted - ahead(first));
}
