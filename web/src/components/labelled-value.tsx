import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A line with what something is and what its value is. */
export function LabelledValue({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Group justify="space-between" gap="md" wrap="nowrap" py={5} align="start">
      <Text size="sm" className="quiet" style={{ flex: '0 0 auto', maxWidth: '60%' }}>{label}</Text>
      <Text component="div" size="sm" ta="end" style={{ overflowWrap: 'anywhere' }}>{children}</Text>
    </Group>
  );
}
