interface Quiet {
  timeZone: string;
  quietHours: { from: string; to: string } | null;
}

/** Whether somebody has quiet hours now. They may go over midnight. */
export function isQuiet({ timeZone, quietHours: q }: Quiet, now: Date): boolean {
  if (!q) return false;
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(now);
  return q.from <= q.to ? q.from <= time && time < q.to : q.from <= time || time < q.to;
}
