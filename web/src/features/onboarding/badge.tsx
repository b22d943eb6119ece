import { Alert, Badge as Mark, Button, Loader, Table, Text } from '@mantine/core';
import { IconRosetteDiscountCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Onboarding } from '@service/sdk';
import { LabelledValue } from '../../components/labelled-value';
import { Card } from '../../components/sections';
import { dateTime, dayText } from '../../lib/format';
import { may, useMe } from '../../lib/session';
import { BadgePackage } from './badge-package';
import { plainly, useFirstLook } from './data';
import { RequestBadge } from './request-badge';
import { StateSign } from './state';

const colors = { not_eligible: 'gray', eligible: 'blue', requested: 'blue', approved: 'brand', rejected: 'red' };

/** The badge beside the name: what it needs, what there is, and asking for it. */
export function Badge({ list, refresh }: { list: Onboarding; refresh: () => void }) {
  const { badge: b, website } = list;
  const { t } = useTranslation('onboarding');
  const writes = may(useMe(), 'accounts:write');
  const [asking, setAsking] = useState(false);
  const looking = useFirstLook(list) && !b.checkedAt;
  const met = b.needs.filter((n) => n.met).length;
  return (
    <Card title={t('section.badge')} actions={<Mark variant="light" tt="none" color={colors[b.state]}>{t(`badgeState.${b.state}`)}</Mark>}>
      <Text size="sm" className="quiet" mb="sm">{t('badge.hint')}</Text>
      {looking && <div role="status" className="ob-looking"><Loader size="xs" aria-hidden /><Text size="sm" fw={600}>{t('looking')}</Text><Text size="sm" className="quiet">{t('lookingHint')}</Text></div>}
      {b.reason && <Alert color={b.state === 'rejected' ? 'red' : 'orange'} mb="sm">{plainly(b.reason)}</Alert>}
      {b.nextAction && <div className="ob-next"><Text size="xs" fw={600} className="quiet">{t('next')}</Text><Text size="sm" dir="auto">{plainly(b.nextAction)}</Text></div>}
      {b.package && b.state !== 'approved' && <BadgePackage badge={b} value={b.package} writes={writes} refresh={refresh} />}
      {b.needs.length > 0 && (
        <>
          <Text size="sm" fw={600} my="xs">{t('badge.met', { count: met, all: b.needs.length })}</Text>
          <div className="framed" tabIndex={0}>
            <Table verticalSpacing="xs">
              <Table.Thead><Table.Tr><Table.Th w={40}><span className="ob-hidden">{t('badge.there')}</span></Table.Th><Table.Th>{t('badge.need')}</Table.Th><Table.Th>{t('badge.have')}</Table.Th></Table.Tr></Table.Thead>
              <Table.Tbody>
                {b.needs.map((n) => (
                  <Table.Tr key={n.id}>
                    <Table.Td><StateSign state={n.met ? 'verified' : 'todo'} /></Table.Td>
                    <Table.Td>{t(`need.${n.id}`)}<Text size="xs" className="quiet"><bdi>{n.need}</bdi></Text></Table.Td>
                    <Table.Td><bdi>{t(`state.${n.have}`, { defaultValue: n.have })}</bdi></Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
          <Text size="xs" className="quiet" mt="xs">{t('badge.own')}</Text>
          {b.days.length > 0 && <Days of={b} />}
        </>
      )}
      {b.requestedAt && <LabelledValue label={t('badge.requestedAt')}>{dateTime(b.requestedAt)}</LabelledValue>}
      {b.decidedAt && <LabelledValue label={t('badge.decidedAt')}>{dateTime(b.decidedAt)}</LabelledValue>}
      {b.nextTryAt && <LabelledValue label={t('badge.nextTryAt')}>{dateTime(b.nextTryAt)}</LabelledValue>}
      {!looking && <LabelledValue label={t('checkedAt')}>{b.checkedAt ? dateTime(b.checkedAt) : t('never')}</LabelledValue>}
      {writes && b.state === 'eligible' && <Button mt="sm" leftSection={<IconRosetteDiscountCheck size={16} />} onClick={() => setAsking(true)}>{t('badge.request')}</Button>}
      {asking && <RequestBadge website={website?.url} close={() => setAsking(false)} done={refresh} />}
    </Card>
  );
}

/** How many templates went out on each day, and whether it counts. */
function Days({ of: { days, rule } }: { of: Onboarding['badge'] }) {
  const { t } = useTranslation('onboarding');
  const most = Math.max(rule.templatesADay * 2, ...days.map((d) => d.templates));
  return (
    <>
      <Text size="sm" fw={600} mt="md" id="badge-days">{t('badge.days', { count: rule.templatesADay })}</Text>
      <ul className="ob-days" aria-labelledby="badge-days" tabIndex={0}>
        {days.map((d) => (
          <li key={d.day} data-counts={d.counts || undefined}>
            <Text size="xs" component="span">{d.templates}{d.counts ? ' ✓' : ''}</Text>
            <span className="ob-day" style={{ height: `${4 + (56 * d.templates) / most}px` }} aria-hidden />
            <Text size="xs" component="span" className="quiet">{dayText(d.day, { day: 'numeric', month: 'short' })}</Text>
          </li>
        ))}
      </ul>
    </>
  );
}
