import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of the pane with its heading. */
export function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="contact-section">
      <Group justify="space-between" mb={6} mih={24}>
        <Title order={3} size="h6">{title}</Title>
        {action}
      </Group>
      {children}
    </section>
  );
}
