import type { ReactNode } from 'react';
import { Text } from '@mantine/core';

/** The head of a section: its name, what it is for, and what can be done. */
export function Head({ title, hint, children }: { title: string; hint?: ReactNode; children?: ReactNode }) {
  return (
    <div className="settings-head">
      <div>
        <h2>{title}</h2>
        {hint && <Text component="p" className="quiet">{hint}</Text>}
      </div>
      {children}
    </div>
  );
}
