import { Badge, Button, Text } from '@mantine/core';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoardColumn, Pipeline } from '@service/sdk';
import { Loading, Trouble } from '../../components/states';
import { tellError } from '../../lib/errors';
import { money, number } from '../../lib/format';
import { findDeal, type Target } from './board-moves';
import { Card } from './card';
import { useBoard, useMoreOfColumn } from './data';
import { useMove } from './move';

/** The stages as columns, between which deals are dragged. */
export function DealBoard({ pipeline }: { pipeline: Pipeline }) {
  const { t } = useTranslation('deals');
  const board = useBoard(pipeline.id);
  const move = useMove();
  const drop = useEffectEvent((dealId: string, target: Target) => {
    const deal = board.data && findDeal(board.data, dealId);
    if (deal) move?.(deal, target);
  });
  useEffect(() => monitorForElements({
    onDrop: ({ source, location }) => {
      const [inner] = location.current.dropTargets;
      if (!inner || typeof source.data.dealId !== 'string') return;
      const { stageId, dealId, lastId } = inner.data as { stageId: string; dealId?: string; lastId?: string };
      if (!dealId) return drop(source.data.dealId, { stageId, afterDealId: lastId });
      drop(source.data.dealId, extractClosestEdge(inner.data) === 'bottom' ? { stageId, afterDealId: dealId } : { stageId, beforeDealId: dealId });
    },
  }), []);
  if (board.isLoading) return <Loading />;
  if (!board.data) return <Trouble error={board.error} retry={() => void board.refetch()} />;
  return (
    <div className="board" role="group" aria-label={t('board')} tabIndex={-1}>
      {board.data.columns.map((column) => <Column key={column.stage.id} column={column} pipeline={pipeline} />)}
    </div>
  );
}

function Column({ column, pipeline }: { column: BoardColumn; pipeline: Pipeline }) {
  const { t } = useTranslation('deals');
  const { t: shared } = useTranslation();
  const frame = useRef<HTMLElement>(null);
  const [over, setOver] = useState(false);
  const [loading, setLoading] = useState(false);
  const more = useMoreOfColumn(pipeline.id);
  const { stage, deals, nextCursor } = column;
  const lastId = useEffectEvent(() => deals.at(-1)?.id);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    return combine(dropTargetForElements({
      element,
      getData: () => ({ stageId: stage.id, lastId: lastId() }),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    }));
  }, [stage.id]);
  const id = `stage-${stage.id}`;
  return (
    <section ref={frame} className="board-column" data-over={over || undefined} data-kind={stage.kind} aria-labelledby={id}>
      <header className="board-head">
        <h2 id={id}><bdi>{stage.name}</bdi> {column.count !== null && <Badge size="sm" variant="default" circle={column.count < 10}>{number(column.count)}</Badge>}</h2>
        <Totals column={column} />
      </header>
      <ul className="board-cards">
        {deals.map((deal) => <Card key={deal.id} deal={deal} pipeline={pipeline} />)}
      </ul>
      {deals.length === 0 && <Text size="sm" className="quiet" ta="center" py="md">{t('emptyStage')}</Text>}
      {nextCursor && (
        <Button variant="subtle" size="xs" loading={loading} onClick={() => {
          setLoading(true);
          void more(stage.id, nextCursor).catch(tellError).finally(() => setLoading(false));
        }}>{shared('state.more')}</Button>
      )}
    </section>
  );
}

/** What the deals of a column are worth: each currency by itself, as nothing may be added that was not converted. */
function Totals({ column }: { column: BoardColumn }) {
  const { t } = useTranslation('deals');
  if (!column.totals?.length) return null;
  return (
    <ul className="board-totals amount" aria-label={t('totals')}>
      {[...column.totals].sort((a, b) => b.deals - a.deals).map((x) => <li key={x.currency}>{money(x.amount, x.currency)}</li>)}
    </ul>
  );
}
