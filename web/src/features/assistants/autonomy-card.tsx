import { Badge, Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AssistantAutonomy } from '@service/sdk';
import { LabelledValue } from '../../components/labelled-value';
import { Card } from '../../components/sections';
import { day, number, percent } from '../../lib/format';

const levels = ['shadow', 'suggest', 'act'] as const;

/** How far an assistant has come with one kind of act, and what is left to the next step. */
export function AutonomyCard({ value: a, edit }: { value: AssistantAutonomy; edit?: () => void }) {
  const { t } = useTranslation('assistants');
  const at = levels.indexOf(a.state);
  return (
    <Card title={t(`act.${a.kind}`)} actions={edit && <Button size="xs" variant="default" aria-label={t('autonomy.edit', { kind: t(`act.${a.kind}`) })} onClick={edit}>{t(a.enabled ? 'autonomy.change' : 'autonomy.turnOn')}</Button>}>
      {!a.enabled ? <Text size="sm" className="quiet">{t('autonomy.off')}</Text> : (
        <>
          <ol className="as-levels">
            {levels.map((level, i) => <li key={level} data-reached={i <= at || undefined} aria-current={i === at ? 'step' : undefined}>{t(`level.${level}`)}</li>)}
          </ol>
          <Text size="sm" className="quiet" mb="xs">{t(`level.${a.state}_hint`)}</Text>
          <Interval value={a} />
          <LabelledValue label={t('autonomy.cases')}>{t('autonomy.agreed', { agreed: number(a.agreed), cases: number(a.cases) })}</LabelledValue>
          {a.nextLook !== null && <LabelledValue label={t('autonomy.next')}>{t('autonomy.nextAt', { n: number(Math.max(0, a.nextLook - a.totalCases)) })}</LabelledValue>}
          {a.state === 'act' && (
            <>
              <LabelledValue label={t('autonomy.open')}>{t('autonomy.openOf', { n: number(a.open), most: number(a.maxOpen) })} {a.open >= a.maxOpen && <Badge size="xs" color="orange" variant="light" tt="none">{t('autonomy.full')}</Badge>}</LabelledValue>
              <LabelledValue label={t('autonomy.score')}>{t('autonomy.scoreOf', { score: a.score.toFixed(1) })}</LabelledValue>
            </>
          )}
          {a.since && <LabelledValue label={t('autonomy.since')}>{day(a.since)}</LabelledValue>}
        </>
      )}
    </Card>
  );
}

/** The lower end of agreement beside the line that it must reach. */
function Interval({ value: a }: { value: AssistantAutonomy }) {
  const { t } = useTranslation('assistants');
  const part = a.cases > 0 ? a.agreed / a.cases : 0;
  return (
    <div className="as-reach">
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
        <rect className="as-reach-all" width="100" height="8" />
        <rect className="as-reach-part" width={part * 100} height="8" />
        <rect className="as-reach-low" width={a.lower * 100} height="8" />
        <rect className="as-reach-line" x={a.line * 100 - 0.5} width="1" height="8" />
      </svg>
      <Text size="xs" className="quiet amount">{a.cases > 0 ? t('autonomy.lower', { lower: percent(a.lower), line: percent(a.line) }) : t('autonomy.noCases', { line: percent(a.line) })}</Text>
    </div>
  );
}
