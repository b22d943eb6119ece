import { Badge } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconClock, IconDots, IconSend, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OnboardingItem } from '@service/sdk';

/** How an item stands; looking: it was not looked at yet, so nobody knows. */
type Shown = OnboardingItem['state'] | 'looking';

const looks: Record<Shown, { color: string; icon: Icon }> = {
  looking: { color: 'gray', icon: IconDots },
  todo: { color: 'gray', icon: IconCircleDashed }, submitted: { color: 'blue', icon: IconSend }, in_review: { color: 'blue', icon: IconClock },
  verified: { color: 'brand', icon: IconCircleCheck }, rejected: { color: 'red', icon: IconCircleX },
};

export function State({ state }: { state: Shown }) {
  const { t } = useTranslation('onboarding');
  return <Badge variant="light" color={looks[state].color} tt="none">{t(`state.${state}`)}</Badge>;
}

export function StateSign({ state }: { state: Shown }) {
  const { t } = useTranslation('onboarding');
  const Sign = looks[state].icon;
  return <Sign size={20} stroke={1.7} role="img" aria-label={t(`state.${state}`)} className="ob-sign" data-state={state} />;
}
