import { Button, Group, Text } from '@mantine/core';
import { IconPhone, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty, Loading, Trouble } from '../../components/states';
import { may, useMe } from '../../lib/session';
import { AddNumber } from './add-number';
import { useNumbers, useRefresh } from './data';
import { NumberSetup } from './number-setup';

/** The phone numbers, each with what brings it into service. */
export function Numbers({ chosen }: { chosen?: string }) {
  const { t } = useTranslation('onboarding');
  const writes = may(useMe(), 'accounts:write');
  const numbers = useNumbers();
  const refresh = useRefresh();
  const [adding, setAdding] = useState(false);
  if (numbers.error) return <Trouble error={numbers.error} retry={refresh} />;
  if (!numbers.data) return <Loading />;
  return (
    <>
      <Group justify="space-between" mb="sm" gap="sm">
        <Text size="sm" className="quiet" maw={620}>{t('numbers.hint')}</Text>
        {writes && <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>{t('numbers.add')}</Button>}
      </Group>
      {numbers.data.length === 0 && <Empty icon={IconPhone} title={t('numbers.none')}>{t('numbers.noneHint')}</Empty>}
      {numbers.data.map((n) => <NumberSetup key={n.id} number={n} open={n.id === chosen || numbers.data.length === 1} />)}
      {adding && <AddNumber close={() => setAdding(false)} done={refresh} />}
    </>
  );
}

/** The same within the checklist. */
export const NumberTool = () => <div className="ob-tool"><Numbers /></div>;
