import { Badge, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { IconUsers } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Contact } from '@service/sdk';
import { Face } from '../../components/face';
import { Empty, Loading, Trouble } from '../../components/states';
import { day } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { filterOf, nameOf, useContacts } from './data';

const rowHeight = 56;

/** All contacts of the filter. Only the rows in sight are on the page. */
export function ContactsTable({ chosen }: { chosen: string }) {
  const { t } = useTranslation('contacts');
  const { search } = usePlace();
  const list = useContacts(filterOf(search));
  const frame = useRef<HTMLDivElement>(null);
  const rows = list.data?.pages.flatMap((p) => p.data) ?? [];
  const more = list.hasNextPage;
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes here
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => frame.current, estimateSize: () => rowHeight, overscan: 8 });
  const last = virtual.getVirtualItems().at(-1)?.index ?? -1;
  const { fetchNextPage, isFetchingNextPage } = list;
  const wanted = more && !isFetchingNextPage && !list.isFetchNextPageError && last >= rows.length - 20;
  useEffect(() => {
    if (wanted) void fetchNextPage();
  }, [wanted, fetchNextPage]);
  if (list.isLoading) return <Loading lines={10} height={34} />;
  if (list.error && rows.length === 0) return <Trouble error={list.error} retry={() => void list.refetch()} />;
  if (rows.length === 0 && !more) {
    const narrowed = Boolean(search.q || search.tag || search.consent || search.segment);
    return <Empty icon={IconUsers} title={t(narrowed ? 'empty.found' : 'empty.title')}>{t(narrowed ? 'empty.foundHint' : 'empty.hint')}</Empty>;
  }
  return (
    <div className="contacts-frame" ref={frame} role="table" aria-label={t('title')} aria-rowcount={more ? -1 : rows.length + 1}>
      <div role="rowgroup" className="contacts-header">
        <div role="row" className="contacts-row" aria-rowindex={1}>
          {(['name', 'phone', 'tags', 'marketing', 'since'] as const).map((name) => <span role="columnheader" key={name} data-column={name}>{t(`column.${name}`)}</span>)}
        </div>
      </div>
      <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <Row key={rows[index]!.id} contact={rows[index]!} index={index} start={start} chosen={rows[index]!.id === chosen} />
        ))}
      </div>
    </div>
  );
}

function Row({ contact, index, start, chosen }: { contact: Contact; index: number; start: number; chosen: boolean }) {
  const { t } = useTranslation('contacts');
  const { search } = usePlace();
  return (
    <div role="row" className="contacts-row" aria-rowindex={index + 2} data-chosen={chosen || undefined}
      style={{ height: rowHeight, position: 'absolute', insetInline: 0, transform: `translateY(${start}px)` }}>
      <span role="cell" data-column="name">
        <Face name={nameOf(contact)} id={contact.id} size={34} />
        <Link className="contact-link" to={`/contacts/${contact.id}` as never} search={search as never} aria-current={chosen || undefined}>
          <bdi>{nameOf(contact)}</bdi>
        </Link>
      </span>
      <span role="cell" data-column="phone" className="quiet amount"><bdi dir="ltr">{contact.phone ?? contact.userId ?? ''}</bdi></span>
      <span role="cell" data-column="tags">
        <Group gap={4} wrap="nowrap" style={{ overflow: 'hidden' }}>
          {contact.tags.slice(0, 3).map((tag) => <Badge key={tag} size="sm" variant="light" color="gray" tt="none" style={{ flex: '0 1 auto' }}><bdi>{tag}</bdi></Badge>)}
          {contact.tags.length > 3 && <Text size="xs" className="quiet">+{contact.tags.length - 3}</Text>}
        </Group>
      </span>
      <span role="cell" data-column="marketing">
        {contact.optedOutAt && <Badge size="sm" variant="light" color="red" tt="none">{t('consent.opted_out')}</Badge>}
      </span>
      <span role="cell" data-column="since" className="quiet">{day(contact.createdAt)}</span>
    </div>
  );
}
