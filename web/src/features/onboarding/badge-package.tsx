import { Anchor, Button, Group, Text, Textarea } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OnboardingBadge, ReportBadgeRequest } from '@service/sdk';
import { Copy } from '../../components/copy';
import { FormDialog } from '../../components/dialogs';
import { LabelledValue } from '../../components/labelled-value';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { dateTime } from '../../lib/format';
import { withRecentSignIn } from '../../lib/recent-sign-in';

type Package = NonNullable<OnboardingBadge['package']>;
type State = NonNullable<ReportBadgeRequest['state']>;

/** A request that the provider's API did not take: what a person copies into its form, and what they say of it. */
export function BadgePackage({ badge: b, value: p, writes, refresh }: { badge: OnboardingBadge; value: Package; writes: boolean; refresh: () => void }) {
  const { t } = useTranslation('onboarding');
  const [saying, setSaying] = useState<State | null>(null);
  const lines: [string, string][] = [
    [t('badge.number'), p.number], [t('website.url'), p.website], [t('badge.country'), p.country], [t('badge.language'), p.language],
    [t('badge.parent'), p.parentBusiness ?? ''], [t('badge.links'), p.links.join('\n')], [t('note'), p.note ?? ''],
  ];
  return (
    <section className="ob-package" aria-label={t('package.title')}>
      <Text size="sm" fw={600}>{t('package.title')}</Text>
      <Text size="sm" className="quiet">{t('package.because')} <bdi>{p.because}</bdi></Text>
      {lines.filter(([, text]) => text !== '').map(([label, text]) => (
        <LabelledValue key={label} label={label}><span className="ob-copied"><bdi>{text}</bdi><Copy value={text} label={t('package.copy', { what: label })} /></span></LabelledValue>
      ))}
      {p.submittedAt && <LabelledValue label={t('package.submittedAt')}>{dateTime(p.submittedAt)}</LabelledValue>}
      {p.reportNote && <LabelledValue label={t('package.said')}><bdi>{p.reportNote}</bdi></LabelledValue>}
      <Group mt="sm" gap="sm">
        <Anchor href={p.link} target="_blank" rel="noreferrer" size="sm"><IconExternalLink size={14} aria-hidden /> {t('package.open')}</Anchor>
        {writes && b.state === 'eligible' && <Button size="xs" onClick={() => setSaying('requested')}>{t('package.submitted')}</Button>}
        {writes && b.state === 'requested' && (
          <>
            <Button size="xs" onClick={() => setSaying('approved')}>{t('package.approved')}</Button>
            <Button size="xs" variant="default" onClick={() => setSaying('rejected')}>{t('package.rejected')}</Button>
          </>
        )}
      </Group>
      {saying && <Say state={saying} close={() => setSaying(null)} done={refresh} />}
    </section>
  );
}

/** Says how the request stands, with where that was seen. */
function Say({ state, close, done }: { state: State; close: () => void; done: () => void }) {
  const { t } = useTranslation('onboarding');
  const [note, setNote] = useState('');
  const say = useMutation({
    mutationFn: () => withRecentSignIn(() => api.onboarding.reportBadge({ state, note })),
    onSuccess: () => {
      done();
      close();
    },
  });
  const title = t({ requested: 'package.submitted', approved: 'package.approved', rejected: 'package.rejected' }[state]);
  return (
    <FormDialog title={title} label={title} close={close} pending={say.isPending} save={() => say.mutate()} error={isAtFields(say.error, ['/note']) ? undefined : say.error}>
      <Textarea label={t('note')} description={t(state === 'rejected' ? 'package.why' : 'package.where')} dir="auto" required autosize minRows={2} maxLength={2000} value={note}
        error={faultOf(say.error, '/note')} onChange={(e) => setNote(e.currentTarget.value)} data-autofocus />
    </FormDialog>
  );
}
