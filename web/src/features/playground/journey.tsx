import { Button, Group, Text, UnstyledButton } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconBroadcast, IconCloud, IconDeviceMobile, IconPlayerPause, IconPlayerPlay, IconPlayerSkipForward, IconRotateClockwise, IconServer, type Icon } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message, StreamedEvent } from '@service/sdk';
import { Snippet } from '../../components/copy';
import { Card } from '../../components/sections';
import { duration, milliseconds, money, number } from '../../lib/format';
import { stations, stepsOf, type Station, type Step } from './steps';

const signs: Record<Station, Icon> = { systems: IconBroadcast, service: IconServer, provider: IconCloud, phone: IconDeviceMobile };

/** How long one step is shown before the next, in milliseconds. */
const pace = 350;

/** The way of a message, drawn as it goes: step by step, with a pause at any of them. */
export function Journey({ message, events }: { message: Message; events: readonly StreamedEvent[] }) {
  const { t } = useTranslation('playground');
  const still = useReducedMotion();
  const steps = stepsOf(message, events);
  const [shown, setShown] = useState(1);
  const [paused, setPaused] = useState(false);
  const more = shown < steps.length;
  useEffect(() => {
    if (paused || !more) return undefined;
    const timer = setTimeout(() => setShown((n) => n + 1), still ? 0 : pace);
    return () => clearTimeout(timer);
  }, [paused, more, shown, still]);
  const seen = steps.slice(0, shown);
  return (
    <Card title={t('journey.title')} actions={
      <Group gap={6}>
        {paused && <Button size="xs" variant="default" leftSection={<IconPlayerSkipForward size={15} className="turn" />} disabled={!more} onClick={() => setShown(shown + 1)}>{t('journey.next')}</Button>}
        <Button size="xs" variant="default" leftSection={<IconRotateClockwise size={15} />} onClick={() => setShown(1)}>{t('journey.again')}</Button>
        <Button size="xs" variant="default" leftSection={paused ? <IconPlayerPlay size={15} className="turn" /> : <IconPlayerPause size={15} />} onClick={() => setPaused(!paused)}>{t(paused ? 'journey.play' : 'journey.pause')}</Button>
      </Group>
    }>
      <Map step={seen.at(-1)} />
      <ol className="steps" aria-label={t('journey.title')} aria-live="polite">
        {seen.map((s, i) => <Line key={i} step={s} since={message.createdAt} />)}
      </ol>
      {more && <Text size="xs" className="quiet">{t('journey.more', { count: steps.length - shown, n: number(steps.length - shown) })}</Text>}
    </Card>
  );
}

/** The four places in a row, with a mark at where the message or its news is now. */
function Map({ step }: { step?: Step }) {
  const { t } = useTranslation('playground');
  const here = step && stations.indexOf(step.to);
  return (
    <div className="map" aria-hidden="true">
      <div className="map-line" />
      {here !== undefined && <div className="map-mark" data-at={here} data-bad={step?.bad || undefined} />}
      {stations.map((s) => {
        const Sign = signs[s];
        return <div key={s} className="map-station" data-here={s === step?.to || undefined}><span className="map-sign"><Sign size={22} stroke={1.6} /></span>{t(`station.${s}`)}</div>;
      })}
    </div>
  );
}

function Line({ step: s, since }: { step: Step; since: string }) {
  const { t } = useTranslation('playground');
  const [open, setOpen] = useState(false);
  const { amount, currency } = s.values ?? {};
  const words = t(`step.${s.what}`, { ...s.values, ...(amount && currency && { price: money(amount, currency) }) });
  return (
    <li data-bad={s.bad || undefined}>
      <span className="step-time quiet amount">{s.at ? offset(s.at, since) : ''}</span>
      <span>
        <span className="quiet step-way">{t('step.way', { from: t(`station.${s.from}`), to: t(`station.${s.to}`) })}</span>
        {s.detail ? <UnstyledButton className="step-words step-open" aria-expanded={open} onClick={() => setOpen(!open)}>{words}</UnstyledButton> : <span className="step-words">{words}</span>}
        {open && s.detail && <Snippet label={words} text={JSON.stringify(s.detail, null, 2)} />}
      </span>
    </li>
  );
}

/** How long after the beginning something was: "+120 ms". */
function offset(at: string, since: string): string {
  const ms = Math.max(0, Date.parse(at) - Date.parse(since));
  return `\u200e+${ms < 10_000 ? milliseconds(ms) : duration(ms / 1000)}`; // the mark keeps the sign before the number from right to left, too
}
