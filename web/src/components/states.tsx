import { Alert, Button, Center, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconMoodEmpty, type Icon } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { APIError } from '@service/sdk';
import { explain } from '../lib/errors';
import { useTitle } from './page';

/** What a list or page shows when there is nothing, with what to do next. */
export function Empty({ icon: Sign = IconMoodEmpty, title, children }: { icon?: Icon; title: string; children?: ReactNode }) {
  return (
    <Center mih={200} p="xl">
      <Stack align="center" gap="xs" maw={380} ta="center" style={{ textWrap: 'balance' }}>
        <Sign size={36} stroke={1.4} aria-hidden color="var(--soft)" />
        <Text fw={600}>{title}</Text>
        {children && <div className="quiet">{children}</div>}
      </Stack>
    </Center>
  );
}

/** What stands in the place of a part that one's role does not show, or that is for operators only. */
export function Forbidden({ operator }: { operator?: boolean | undefined }) {
  const { t } = useTranslation();
  return <Empty icon={IconLock} title={t('state.forbidden')}>{t(operator ? 'state.forbiddenOperator' : 'state.forbiddenHint')}</Empty>;
}

/** What went wrong, in the service's words, with a way to try again. */
export function Trouble({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useTranslation();
  if (error instanceof APIError && error.status === 403) return <Empty icon={IconLock} title={t('state.forbidden')}><span dir="auto">{explain(error)}</span></Empty>;
  if (error instanceof APIError && error.status === 404) return <Empty title={t('state.gone')}><span dir="auto">{explain(error)}</span></Empty>;
  return (
    <Alert m="md" color="red" icon={<IconAlertTriangle size={18} />} title={t('error.title')} role="alert">
      <Stack gap="xs" align="start">
        <Text size="sm" dir="auto">{explain(error)}</Text>
        {retry && <Button size="xs" variant="default" onClick={retry}>{t('action.retry')}</Button>}
      </Stack>
    </Alert>
  );
}

/** Grey lines in the place of what is loading, once that takes long enough to notice. */
export function Loading({ lines = 6, height = 18 }: { lines?: number; height?: number }) {
  const { t } = useTranslation();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Stack gap="sm" p="md" aria-busy="true" aria-label={t('state.loading')} role="status">
      {late && Array.from({ length: lines }, (_, i) => <Skeleton key={i} height={height} radius="sm" width={`${95 - ((i * 17) % 40)}%`} />)}
    </Stack>
  );
}

export function Lost() {
  const { t } = useTranslation();
  useTitle(t('state.lost'));
  return (
    <Center mih="60vh">
      <Stack align="center">
        <Title order={1} size="h3">{t('state.lost')}</Title>
        <Button component="a" href="/app/">{t('action.home')}</Button>
      </Stack>
    </Center>
  );
}
