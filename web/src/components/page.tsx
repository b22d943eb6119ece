import { Group, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';

/** A page with its title and what can be done on it. The title names the browser's tab, too. */
export function Page({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  useTitle(title);
  return (
    <div className="page">
      <Group justify="space-between" mb="md" gap="sm">
        <Title order={1} size="h3">{title}</Title>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </div>
  );
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Messaging CRM`;
  }, [title]);
}
