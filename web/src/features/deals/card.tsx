import { ActionIcon, Group, Menu, Text, Tooltip } from '@mantine/core';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { Link } from '@tanstack/react-router';
import { IconArrowDown, IconArrowUp, IconCheck, IconClockExclamation, IconDots, IconTrophy, IconX, type Icon } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Board, Deal, Pipeline, Stage } from '@service/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Face } from '../../components/face';
import { day, money } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { boardKey, useContactName, usePeople } from './data';
import { useMove } from './move';

/** A deal on the board: dragged by the mouse, moved by its menu with the keyboard. */
export function Card({ deal, pipeline }: { deal: Deal; pipeline: Pipeline }) {
  const { search } = usePlace();
  const { element, edge, dragging } = useDrag(deal);
  const contact = useContactName(deal.contactId);
  const owner = usePeople().find((p) => p.id === deal.ownerId);
  const { t } = useTranslation('deals');
  const rotten = isRotten(deal);
  return (
    <li ref={element} className="deal-card" data-dragging={dragging || undefined} data-edge={edge} data-deal={deal.id}>
      <Group justify="space-between" wrap="nowrap" gap={4} align="start">
        <Link className="deal-title" draggable={false} to={`/deals/${deal.id}` as never} search={search as never}><bdi>{deal.title}</bdi></Link>
        <MoveMenu deal={deal} pipeline={pipeline} />
      </Group>
      {contact && <Group gap={8} mt={4} wrap="nowrap"><Face name={contact} id={deal.contactId} size={22} /><Text size="sm" className="quiet" truncate><bdi>{contact}</bdi></Text></Group>}
      <Group justify="space-between" mt={8} wrap="nowrap" gap="xs">
        <Text size="sm" fw={600} className="amount">{deal.amount && deal.currency ? money(deal.amount, deal.currency) : <span className="quiet">{t('noAmount')}</span>}</Text>
        <Group gap={6} wrap="nowrap">
          {rotten && <Tooltip label={t('rotten')}><IconClockExclamation size={16} color="var(--warn-text)" role="img" aria-label={t('rotten')} /></Tooltip>}
          {deal.expectedCloseOn && deal.status === 'open' && <Text size="xs" className="quiet" style={{ whiteSpace: 'nowrap' }}>{day(`${deal.expectedCloseOn}T12:00:00`)}</Text>}
          {owner && <Tooltip label={t('ownedBy', { name: owner.name })}><span role="img" aria-label={t('ownedBy', { name: owner.name })}><Face name={owner.name} id={owner.id} size={22} /></span></Tooltip>}
        </Group>
      </Group>
    </li>
  );
}

const isRotten = (deal: Deal): boolean => deal.status === 'open' && deal.rotsAt !== null && new Date(deal.rotsAt) < new Date();

function useDrag(deal: Deal) {
  const element = useRef<HTMLLIElement>(null);
  const [edge, setEdge] = useState<string>();
  const [dragging, setDragging] = useState(false);
  const may = useMove() !== undefined;
  const { id, stageId } = deal;
  useEffect(() => {
    const card = element.current;
    if (!card || !may) return undefined;
    return combine(
      draggable({ element: card, getInitialData: () => ({ dealId: id }), onDragStart: () => setDragging(true), onDrop: () => setDragging(false) }),
      dropTargetForElements({
        element: card,
        getData: ({ input, element }) => attachClosestEdge({ dealId: id, stageId }, { input, element, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self, source }) => setEdge(source.data.dealId === id ? undefined : extractClosestEdge(self.data) ?? undefined),
        onDragLeave: () => setEdge(undefined),
        onDrop: () => setEdge(undefined),
      }),
    );
  }, [id, stageId, may]);
  return { element, edge, dragging };
}

/** Who is moved to another column by the menu, which keeps the focus there. */
let heir: string | undefined;

const signs: Record<Stage['kind'], Icon | undefined> = { open: undefined, won: IconTrophy, lost: IconX };

function MoveMenu({ deal, pipeline }: { deal: Deal; pipeline: Pipeline }) {
  const { t } = useTranslation('deals');
  const move = useMove();
  const queries = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (heir !== deal.id) return;
    heir = undefined;
    button.current?.focus();
  }, [deal.id]);
  if (!move) return null;
  const goTo = (stage: Stage) => {
    heir = stage.kind === 'lost' ? undefined : deal.id; // a lost one is asked about first
    move(deal, { stageId: stage.id });
  };
  const beside = (step: 1 | -1) => {
    const column = queries.getQueryData<Board>(boardKey(pipeline.id))?.columns.find((c) => c.stage.id === deal.stageId)?.deals ?? [];
    const other = column[column.findIndex((d) => d.id === deal.id) + step];
    if (other) move(deal, { stageId: deal.stageId, ...(step < 0 ? { beforeDealId: other.id } : { afterDealId: other.id }) });
  };
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target><ActionIcon ref={button} variant="subtle" color="gray" size={24} aria-label={t('move.menu', { title: deal.title })}><IconDots size={16} /></ActionIcon></Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('move.to')}</Menu.Label>
        {pipeline.stages.map((stage) => {
          const Sign = stage.id === deal.stageId ? IconCheck : signs[stage.kind];
          return (
            <Menu.Item key={stage.id} disabled={stage.id === deal.stageId} leftSection={Sign ? <Sign size={16} /> : <span style={{ width: 16 }} />} onClick={() => goTo(stage)}>
              <bdi>{stage.name}</bdi>
            </Menu.Item>
          );
        })}
        <Menu.Divider />
        <Menu.Item leftSection={<IconArrowUp size={16} />} onClick={() => beside(-1)}>{t('move.up')}</Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={16} />} onClick={() => beside(1)}>{t('move.down')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
