import { Anchor, Badge, Button, Center, Group, Select, Text, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconArrowLeft, IconLayoutGrid } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { GalleryTemplate, ListGalleryParams } from '@service/sdk';
import { Page } from '../../components/page';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { usePlace, type Search } from '../../lib/place';
import { GalleryDialog } from './gallery-dialog';
import { languageName } from './languages';

const trades = ['shop', 'clinic', 'courier', 'school'] as const;
const categories = ['UTILITY', 'MARKETING'] as const;
const languages = ['ar', 'de', 'en', 'es', 'fr', 'hi', 'id', 'pt_BR', 'zh_CN'] as const satisfies readonly ListGalleryParams['language'][];

/** The language of the gallery that is nearest to that of the app. */
export const nearest = (language: string) => languages.find((l) => l === language || l.startsWith(`${language}_`)) ?? 'en';

/** Ready templates to start from. */
export function Gallery({ chosen }: { chosen?: string }) {
  const { t, i18n } = useTranslation('templates');
  const { search, go } = usePlace();
  const trade = trades.find((x) => x === search.trade);
  const category = categories.find((x) => x === search.category);
  const language = languages.find((x) => x === search.language) ?? nearest(i18n.language);
  const list = useInfiniteQuery({
    queryKey: ['template-gallery', 'list', trade, category, language], staleTime: Infinity,
    queryFn: ({ pageParam }) => api.templates.gallery({ trade, category, language, limit: 60, cursor: pageParam }).page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const narrow = (more: Search) => go({ part: 'templates', parts: ['gallery'], search: { ...search, ...more }, replace: true });
  const open = (id?: string) => go({ part: 'templates', parts: ['gallery', ...(id ? [id] : [])], search });
  const rows = list.data?.pages.flatMap((p) => p.data) ?? [];
  return (
    <Page title={t('gallery.title')}>
      <Anchor component={Link} to={'/templates' as never} size="sm"><IconArrowLeft size={14} className="tp-inline turn" aria-hidden /> {t('all')}</Anchor>
      <Text size="sm" className="quiet" my="sm" maw={640}>{t('gallery.hint')}</Text>
      <Group mb="md" gap="xs" role="search">
        <Select w={170} aria-label={t('gallery.trade')} placeholder={t('gallery.anyTrade')} clearable value={trade ?? null} data={trades.map((value) => ({ value, label: t(`trade.${value}`) }))} onChange={(v) => narrow({ trade: v ?? undefined })} />
        <Select w={170} aria-label={t('column.category')} placeholder={t('anyCategory')} clearable value={category ?? null} data={categories.map((value) => ({ value, label: t(`category.${value}`) }))} onChange={(v) => narrow({ category: v ?? undefined })} />
        <Select w={190} aria-label={t('column.language')} allowDeselect={false} value={language} data={languages.map((value) => ({ value, label: languageName(value, i18n.language) }))} onChange={(v) => narrow({ language: v ?? undefined })} />
      </Group>
      {list.error ? <Trouble error={list.error} retry={() => void list.refetch()} /> : !list.data ? <Loading /> : rows.length === 0 ? <Empty icon={IconLayoutGrid} title={t('gallery.none')} /> : (
        <div className="tp-gallery">{rows.map((x) => <Tile key={x.id} value={x} open={() => open(x.id)} />)}</div>
      )}
      {list.hasNextPage && <Center mt="sm"><Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{t('app:state.more')}</Button></Center>}
      {chosen && <GalleryDialog key={chosen} id={chosen} language={language} close={() => open()} />}
    </Page>
  );
}

function Tile({ value: x, open }: { value: GalleryTemplate; open: () => void }) {
  const { t } = useTranslation('templates');
  return (
    <UnstyledButton className="card tp-tile" onClick={open}>
      <Group gap={6} mb={6}>
        <Badge variant="light" color="grape" tt="none">{t(`trade.${x.trade}`)}</Badge>
        <Badge variant="light" color={x.category === 'MARKETING' ? 'orange' : 'blue'} tt="none">{t(`category.${x.category}`)}</Badge>
      </Group>
      <Text size="sm" fw={600} dir="auto">{x.purpose}</Text>
      <Text size="sm" className="quiet" lineClamp={4} dir="auto" lang={x.language.slice(0, 2)}>{x.body}</Text>
    </UnstyledButton>
  );
}
