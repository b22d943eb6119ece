import { Alert, Anchor, Button, Group, Loader, Menu, Tabs } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconArchive, IconArchiveOff, IconArrowLeft, IconCopy, IconDots, IconPencil, IconSend, IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Template } from '@service/sdk';
import { Page } from '../../components/page';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { dateTime } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { later } from '../../lib/later';
import { useRefresh, useTemplate } from './data';
import { DeleteTemplate } from './delete';
import { Duplicate } from './duplicate';
import { languageName } from './languages';
import { Overview } from './overview';
import { Quality, Status, useReason } from './status';
import { Versions } from './versions';

const Statistics = later(() => import('./statistics'));
const tabs = ['overview', 'versions', 'statistics'] as const;

/** One template: what it says, how it came about, and what became of its messages. */
export function Detail({ id }: { id: string }) {
  const { t, i18n } = useTranslation('templates');
  const { search, go } = usePlace();
  const writes = may(useMe(), 'templates:write');
  const template = useTemplate(id);
  const refresh = useRefresh();
  const tab = tabs.find((one) => one === search.tab) ?? 'overview';
  if (template.error) return <Trouble error={template.error} retry={refresh} />;
  if (!template.data) return <Loading />;
  const x = template.data;
  return (
    <Page title={x.name} actions={writes && <Acts template={x} refresh={refresh} />}>
      <Anchor component={Link} to={'/templates' as never} size="sm"><IconArrowLeft size={14} className="tp-inline turn" aria-hidden /> {t('all')}</Anchor>
      <Group gap="xs" my="sm">
        <Status of={x} />{x.action && <Loader size={14} aria-hidden />}<Quality value={x.quality} />
        <span className="quiet">{languageName(x.language, i18n.language)} · {t(`category.${x.category}`)}</span>
      </Group>
      <Notices template={x} />
      <Tabs value={tab} keepMounted={false} onChange={(v) => go({ part: 'templates', parts: [id], search: v === 'overview' ? {} : { tab: v ?? undefined }, replace: true })}>
        <Tabs.List mb="md">{tabs.map((one) => <Tabs.Tab key={one} value={one}>{t(`tab.${one}`)}</Tabs.Tab>)}</Tabs.List>
        <Tabs.Panel value="overview"><Overview template={x} /></Tabs.Panel>
        <Tabs.Panel value="versions"><Versions template={x} /></Tabs.Panel>
        <Tabs.Panel value="statistics"><Suspense fallback={<Loading />}><Statistics template={x} /></Suspense></Tabs.Panel>
      </Tabs>
    </Page>
  );
}

/** What somebody must know before anything else: refusals, and a category that changes. */
function Notices({ template: x }: { template: Template }) {
  const { t } = useTranslation('templates');
  const reason = useReason();
  return (
    <>
      {x.problem && (
        <Alert color="red" mb="md" title={t(`problem.${x.problem.action}`)}>
          {x.problem.detail} {x.problem.providerError?.details}
        </Alert>
      )}
      {x.status === 'rejected' && <Alert color="red" mb="md" title={t('rejected')}>{reason(x.reason)} {t('rejectedHint')}</Alert>}
      {x.status === 'paused' && <Alert color="orange" mb="md" title={t('status.paused')}>{t('pausedHint')}</Alert>}
      {x.nextCategory && (
        <Alert color="orange" mb="md">
          {t('nextCategory', { category: t(`category.${x.nextCategory}`), at: x.nextCategoryAt ? dateTime(x.nextCategoryAt) : t('soon') })}
        </Alert>
      )}
    </>
  );
}

type Act = 'duplicate' | 'delete';

function Acts({ template: x, refresh }: { template: Template; refresh: () => void }) {
  const { t } = useTranslation('templates');
  const { go } = usePlace();
  const [act, setAct] = useState<Act>();
  const close = () => setAct(undefined);
  const run = useMutation({
    mutationFn: (what: 'submit' | 'archive' | 'unarchive') => api.templates[what](x.id),
    onSuccess: (_, what) => {
      refresh();
      notifications.show({ message: t(`asked.${what}`) });
    },
    onError: tellError,
  });
  const rests = !x.action;
  const editable = rests && ['draft', 'approved', 'rejected', 'paused'].includes(x.status);
  return (
    <>
      {rests && x.status === 'draft' && <Button leftSection={<IconSend size={16} />} loading={run.isPending} onClick={() => run.mutate('submit')}>{t('submit')}</Button>}
      {editable && <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => go({ part: 'templates', parts: [x.id, 'edit'] })}>{t('app:action.edit')}</Button>}
      <Menu position="bottom-end">
        <Menu.Target><Button variant="default" px="xs" aria-label={t('actsOf', { name: x.name })}><IconDots size={18} /></Button></Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => setAct('duplicate')}>{t('duplicate.title')}</Menu.Item>
          {rests && x.status === 'archived' && <Menu.Item leftSection={<IconArchiveOff size={16} />} onClick={() => run.mutate('unarchive')}>{t('unarchive')}</Menu.Item>}
          {rests && !['draft', 'archived', 'deleted', 'disabled'].includes(x.status) && <Menu.Item leftSection={<IconArchive size={16} />} onClick={() => run.mutate('archive')}>{t('archive')}</Menu.Item>}
          {rests && !['deleted', 'disabled'].includes(x.status) && <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setAct('delete')}>{t('app:action.delete')}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {act === 'duplicate' && <Duplicate template={x} close={close} />}
      {act === 'delete' && <DeleteTemplate template={x} close={close} />}
    </>
  );
}
