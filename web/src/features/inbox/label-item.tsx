import { Menu } from '@mantine/core';
import { IconMinus } from '@tabler/icons-react';
import type { Label } from '@service/sdk';

/** A label in a menu, with a tick where it is set; a dash where only some of the conversations have it. */
export function LabelItem({ label: l, state, toggle }: { label: Label; state: 'all' | 'some' | 'none'; toggle: () => void }) {
  return (
    <Menu.CheckboxItem checked={state === 'all'} onChange={toggle} rightSection={state === 'some' && <IconMinus size={15} aria-hidden />}>
      <span className="label-item"><span className="dot" style={{ background: l.color }} /><bdi>{l.name}</bdi></span>
    </Menu.CheckboxItem>
  );
}
