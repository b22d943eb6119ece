import { ActionIcon, Menu, Text, Tooltip } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconArchive, IconTag, IconUser, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Conversation } from '@service/sdk';
import { may, useMe } from '../../lib/session';
import { useActs } from './acts';
import { useLabels, useUsers } from './data';
import { LabelItem } from './label-item';
import { hasLabel } from './label-state';

/** What can be done with several conversations at once. */
export function Bulk({ marked, rows, clear }: { marked: ReadonlySet<string>; rows: readonly Conversation[]; clear: () => void }) {
  const { t } = useTranslation('inbox');
  const me = useMe();
  const queries = useQueryClient();
  const users = useUsers();
  const labels = useLabels();
  const acts = useActs(queries);
  const ids = [...marked];
  const those = rows.filter((c) => marked.has(c.id));
  const run = (change: Parameters<typeof acts.run>[1], said: string) => {
    acts.run(ids, change, said);
    clear();
  };
  if (!may(me, 'conversations:write')) return null;
  return (
    <div className="bulk" role="toolbar" aria-label={t('bulk')}>
      <Text size="sm" fw={600} flex={1} miw={0}>{t('marked', { count: marked.size })}</Text>
      <Tooltip label={t('resolve')}><ActionIcon variant="light" aria-label={t('resolve')} onClick={() => run({ status: { status: 'closed', reason: 'resolved' } }, t('did.closed', { count: ids.length }))}><IconArchive size={17} /></ActionIcon></Tooltip>
      <Menu>
        <Menu.Target><ActionIcon variant="light" aria-label={t('assign')} title={t('assign')}><IconUser size={17} /></ActionIcon></Menu.Target>
        <Menu.Dropdown>{users.data?.map((u) => <Menu.Item key={u.id} onClick={() => run({ assignment: { agentId: u.id } }, t('did.assigned', { name: u.name }))}>{u.name}</Menu.Item>)}</Menu.Dropdown>
      </Menu>
      {labels.data && labels.data.length > 0 && (
        <Menu width={220}>
          <Menu.Target><ActionIcon variant="light" aria-label={t('labels')} title={t('labels')}><IconTag size={17} /></ActionIcon></Menu.Target>
          <Menu.Dropdown className="bulk-labels">
            {labels.data.map((l) => {
              const state = hasLabel(those, l.id);
              return <LabelItem key={l.id} label={l} state={state}
                toggle={() => run(state === 'all' ? { removeLabelIds: [l.id] } : { addLabelIds: [l.id] }, t(state === 'all' ? 'did.labelOff' : 'did.labelOn', { name: l.name }))} />;
            })}
          </Menu.Dropdown>
        </Menu>
      )}
      <Tooltip label={t('unmark')}><ActionIcon variant="subtle" color="gray" aria-label={t('unmark')} onClick={clear}><IconX size={17} /></ActionIcon></Tooltip>
    </div>
  );
}
