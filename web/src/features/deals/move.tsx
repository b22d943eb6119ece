import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Board, Deal, MoveDealRequest, Pipeline } from '@service/sdk';
import { api } from '../../lib/api';
import { explain } from '../../lib/errors';
import { moveOnBoard, staysThere, type Target } from './board-moves';
import { boardKey } from './data';
import { Reason, type WhyClosed } from './reason';

type Move = (deal: Deal, target: Target) => void;

const MoveContext = createContext<Move | undefined>(undefined);

/** Moves deals of the pipeline around; only below a Mover. */
export const useMove = (): Move | undefined => useContext(MoveContext);

interface Asked {
  deal: Deal;
  target: Target;
}

/** Moves deals at once, asks for a reason where one is needed, says aloud what became of it, and puts back what was refused. */
export function Mover({ pipeline, allowed, children }: { pipeline: Pipeline; allowed: boolean; children: ReactNode }) {
  const { t } = useTranslation('deals');
  const { t: shared } = useTranslation();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Asked>();
  const [said, setSaid] = useState('');
  const key = boardKey(pipeline.id);
  const nameOf = (stageId: string) => pipeline.stages.find((s) => s.id === stageId)?.name ?? '';

  const carryOut = async (deal: Deal, target: Target, why: WhyClosed = {}, isUndo = false) => {
    await queries.cancelQueries({ queryKey: key });
    const before = queries.getQueryData<Board>(key);
    queries.setQueryData<Board>(key, (board) => board && moveOnBoard(board, deal.id, target));
    const request: MoveDealRequest = { toStageId: target.stageId, beforeDealId: target.beforeDealId, afterDealId: target.afterDealId, ifStageId: deal.stageId, ...why };
    try {
      const moved = await api.deals.move(deal.id, request);
      queries.setQueryData(['deals', 'one', deal.id], moved);
      setSaid(t('move.done', { title: deal.title, stage: nameOf(target.stageId) }));
      if (deal.stageId !== target.stageId && !isUndo) offerUndo(deal, moved);
    } catch (error) {
      queries.setQueryData(key, before);
      setSaid(t('move.refused', { title: deal.title, why: explain(error) }));
      notifications.show({ color: 'red', title: t('move.refusedTitle', { title: deal.title, stage: nameOf(target.stageId) }), message: explain(error), autoClose: 10_000 });
    }
    void queries.invalidateQueries({ queryKey: ['deals'], predicate: (q) => q.queryKey[1] !== 'pipelines' && q.queryKey[1] !== 'contact' });
  };

  const offerUndo = (deal: Deal, moved: Deal) => {
    const back: WhyClosed = { closeNote: deal.closeNote || undefined, ...(deal.reasonId && { [deal.status === 'lost' ? 'lostReasonId' : 'wonReasonId']: deal.reasonId }) };
    const id = `undo ${deal.id}`;
    notifications.show({
      id, autoClose: 8000,
      message: (
        <>
          <Text size="sm"><bdi>{t('move.done', { title: deal.title, stage: nameOf(moved.stageId) })}</bdi></Text>
          <Button size="compact-sm" variant="light" mt={4} onClick={() => { notifications.hide(id); void carryOut(moved, { stageId: deal.stageId }, back, true); }}>{shared('action.undo')}</Button>
        </>
      ),
    });
  };

  const move: Move = (deal, target) => {
    const board = queries.getQueryData<Board>(key);
    if (board && staysThere(board, deal.id, target)) return;
    const stage = pipeline.stages.find((s) => s.id === target.stageId);
    if (stage?.kind === 'lost' && deal.stageId !== stage.id) setAsked({ deal, target });
    else void carryOut(deal, target);
  };

  return (
    <MoveContext.Provider value={allowed ? move : undefined}>
      {children}
      <div role="status" aria-live="assertive" className="spoken">{said}</div>
      <Reason deal={asked?.deal} close={() => { setSaid(asked ? t('move.canceled', { title: asked.deal.title }) : ''); setAsked(undefined); }} lose={(why) => {
        if (asked) void carryOut(asked.deal, asked.target, why);
        setAsked(undefined);
      }} />
    </MoveContext.Provider>
  );
}
