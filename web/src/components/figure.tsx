import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** One number that matters, with what it is. */
export function Figure({ label, value, hint }: { label: string; value: ReactNode; hint?: ReactNode }) {
  return (
    <Paper withBorder p="md" component="dl" m={0}>
      <Text component="dt" size="sm" className="quiet">{label}</Text>
      <Text component="dd" m={0} fw={700} className="amount figure-value" lh={1.4}>{value}</Text>
      {hint && <Text component="dd" m={0} size="xs" className="quiet">{hint}</Text>}
    </Paper>
  );
}
