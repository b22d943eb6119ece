import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AssistantDetail, AssistantRevision } from '@service/sdk';
import { dateTime } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { useDoer } from './data';

/** Says that there is a draft, and what comes next with it. */
export function DraftNote({ assistant, draft, publish }: { assistant: AssistantDetail; draft: AssistantRevision; publish?: (number: number) => void }) {
  const { t } = useTranslation('assistants');
  const { go } = usePlace();
  const doer = useDoer();
  const to = (tab: string, more = {}) => go({ part: 'assistants', parts: ['all', assistant.id], search: { tab, ...more } });
  return (
    <Alert color="blue" variant="light" mb="md" icon={<IconPencil size={18} />} title={t('draft.title', { number: draft.number })}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('draft.by', { name: doer(draft.madeBy), at: dateTime(draft.createdAt), live: assistant.liveRevision })}</Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => to('revisions', { revision: String(draft.number) })}>{t('draft.compare')}</Button>
          {publish && <Button size="xs" variant="default" onClick={() => to('evaluations', { new: 'yes' })}>{t('draft.evaluate')}</Button>}
          {publish && <Button size="xs" onClick={() => publish(draft.number)}>{t('publish.do')}</Button>}
        </Group>
      </Group>
    </Alert>
  );
}
