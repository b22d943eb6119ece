import { Badge, Group, SegmentedControl, Select, Text } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Empty, Loading, Trouble } from '../../components/states';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { BlockedUsers } from './blocked';
import { ChatComponents } from './chat-components';
import { reachesAll, usePhoneNumbers } from './data';
import { NumberProfile } from './number-profile';
import { QRCodes } from './qr-codes';
import { ReadReceipts } from './read-receipts';
import { Head } from './section';

const tabs = ['profile', 'chat', 'qr', 'blocked'] as const;

/** What contacts see of a phone number, and whom it has blocked. */
export function Numbers({ id }: { id?: string }) {
  const { t } = useTranslation('settings');
  const me = useMe();
  const { parts, go } = usePlace();
  const numbers = usePhoneNumbers();
  const number = numbers.data?.find((n) => n.id === id) ?? numbers.data?.find((n) => n.isDefault) ?? numbers.data?.[0];
  // Whom a number has blocked is for those who reach everybody.
  const shown = tabs.filter((x) => x !== 'blocked' || (may(me, 'contacts:read') && reachesAll(me)));
  const tab = shown.find((x) => x === parts[2]) ?? 'profile';
  const writes = may(me, 'accounts:write') && reachesAll(me);
  const at = (n: string, x: string) => go({ part: 'settings', parts: ['numbers', n, x], replace: true });
  if (numbers.error) return <Trouble error={numbers.error} retry={() => void numbers.refetch()} />;
  if (!numbers.data) return <Loading />;
  return (
    <>
      <Head title={t('numbers.title')} hint={t('numbers.hint')} />
      {!number ? <Empty icon={IconPhone} title={t('numbers.none')}>{t('numbers.noneHint')}</Empty> : (
        <>
          <Group gap="sm" mb="md">
            {numbers.data.length > 1 ? (
              <Select aria-label={t('numbers.title')} w={290} allowDeselect={false} value={number.id} onChange={(v) => at(v ?? number.id, tab)} data={numbers.data.map((n) => ({ value: n.id, label: `${n.number} · ${n.verifiedName}` }))} />
            ) : <Text fw={600}><bdi>{number.number}</bdi> <span className="quiet" dir="auto">{number.verifiedName}</span></Text>}
            <Badge variant="light" color={number.status === 'connected' ? 'brand' : 'orange'}>{t(`numbers.status.${number.status === 'connected' ? 'connected' : 'other'}`)}</Badge>
          </Group>
          <SegmentedControl mb="md" aria-label={t('numbers.part')} value={tab} onChange={(x) => at(number.id, x)} data={shown.map((x) => ({ value: x, label: t(`${x === 'profile' ? 'business' : x}.title`) }))} />
          {tab === 'profile' && (
            <>
              <NumberProfile key={number.id} id={number.id} name={number.verifiedName} writes={writes} />
              <ReadReceipts value={number} writes={writes} />
            </>
          )}
          {tab === 'chat' && <ChatComponents key={number.id} id={number.id} writes={writes} />}
          {tab === 'qr' && <QRCodes key={number.id} id={number.id} writes={writes} />}
          {tab === 'blocked' && <BlockedUsers key={number.id} id={number.id} writes={may(me, 'contacts:write')} />}
        </>
      )}
    </>
  );
}
