import { Group, Modal, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keysAreOff, switchKeys, useCommands } from '../lib/commands';

/** The keys of this page. Mount it while it is open. */
export default function Help({ close }: { close: () => void }) {
  const { t } = useTranslation();
  const commands = useCommands();
  const [off, setOff] = useState(keysAreOff());
  return (
    <Modal opened onClose={close} title={t('shell.shortcuts')}>
      <Stack gap={4}>
        {[{ label: t('palette.open'), keys: 'Ctrl K' }, { label: t('shell.shortcuts'), keys: '?' }, ...commands.filter((c) => c.keys)].map((c) => (
          <Group key={c.label} justify="space-between">
            <Text size="sm">{c.label}</Text>
            <kbd className="keys">{c.keys}</kbd>
          </Group>
        ))}
        <Switch mt="md" label={t('help.keys')} checked={!off} onChange={(e) => {
          switchKeys(e.currentTarget.checked);
          setOff(!e.currentTarget.checked);
        }} />
      </Stack>
    </Modal>
  );
}
