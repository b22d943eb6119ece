import type { WaitingReport } from '@service/sdk';

type Group = NonNullable<WaitingReport['groups']>[number];

const seconds = (ms: number): number => Math.round(ms / 1000);

/** A table of what contacts waited: a row for each group, a column for each cause that any of them has. */
export function waitingRows(groups: readonly Group[], nameOf: (id: string) => string, words: { by: string; waits: string; total: string; cause: (cause: string) => string }): (string | number)[][] {
  const causes = [...new Set(groups.flatMap((g) => g.causes.map((c) => c.cause)))];
  return [
    [words.by, words.waits, words.total, ...causes.map(words.cause)],
    ...groups.map((g) => [nameOf(g.id), g.waitCount, seconds(g.waitedMs), ...causes.map((cause) => seconds(g.causes.find((c) => c.cause === cause)?.waitedMs ?? 0))]),
  ];
}
