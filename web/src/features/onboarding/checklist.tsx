import { Alert, Loader, Progress, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconConfetti } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Onboarding, OnboardingItem } from '@service/sdk';
import { usePlace } from '../../lib/place';
import { firstToDo, isDone, itemsOf, useFirstLook } from './data';
import { Item } from './item';
import { StateSign } from './state';

/** The checklist as a way that one goes: what is to be done stands beside the chosen item. */
export function Checklist({ list, chosen }: { list: Onboarding; chosen?: string }) {
  const { t } = useTranslation('onboarding');
  const { go } = usePlace();
  const items = itemsOf(list);
  const looking = useFirstLook(list);
  const done = items.filter(isDone).length;
  const item = items.find((i) => i.id === chosen) ?? firstToDo(list);
  const rest = items.filter((i) => !isDone(i));
  const next = rest.find((i) => items.indexOf(i) > (item ? items.indexOf(item) : 0)) ?? rest.find((i) => i !== item);
  return (
    <>
      <div className="ob-progress">
        {looking ? (
          <div role="status" className="ob-looking"><Loader size="xs" aria-hidden /><Text size="sm" fw={600}>{t('looking')}</Text><Text size="sm" className="quiet">{t('lookingHint')}</Text></div>
        ) : (
          <>
            <Text size="sm" fw={600}>{t('doneOf', { count: done, all: items.length })}</Text>
            <Progress value={(done / items.length) * 100} aria-label={t('doneOf', { count: done, all: items.length })} size="lg" color="brand" />
          </>
        )}
      </div>
      {done === items.length && <Alert color="brand" icon={<IconConfetti size={18} />} title={t('allDone')} mb="md">{t('allDoneHint')}</Alert>}
      <div className="ob-two" data-chosen={Boolean(chosen) || undefined}>
        <nav className="ob-list" aria-label={t('section.checklist')}>
          <Group title={t('prerequisites')} items={list.prerequisites} current={item?.id} looking={looking} />
          <Group title={t('steps')} items={list.steps} current={item?.id} looking={looking} />
        </nav>
        {item ? <Item key={item.id} item={item} list={list} looking={looking} next={next && next !== item ? () => go({ part: 'onboarding', parts: ['checklist', next.id] }) : undefined} />
          : <Text className="quiet">{t('choose')}</Text>}
      </div>
    </>
  );
}

function Group({ title, items, current, looking }: { title: string; items: OnboardingItem[]; current?: string; looking: boolean }) {
  const { t } = useTranslation('onboarding');
  return (
    <>
      <h2 className="ob-heading">{title}</h2>
      <ol>
        {items.map((i) => (
          <li key={i.id}>
            <Link to={`/onboarding/checklist/${i.id}` as never} className="ob-link" aria-current={i.id === current ? 'step' : undefined}>
              <StateSign state={looking ? 'looking' : i.state} /><span>{t(`item.${i.id}`)}</span>
            </Link>
          </li>
        ))}
      </ol>
    </>
  );
}
