import { Alert, Anchor, Badge, Group, Progress, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconQuote, IconShieldX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AssistantTestResult } from '@service/sdk';
import { Snippet } from '../../components/copy';
import { money, number, percent } from '../../lib/format';
import { languageName, providerName, useProviders } from './data';

/** What an assistant would do with a question, and from what. */
export function TestResult({ value: r }: { value: AssistantTestResult }) {
  const { t, i18n } = useTranslation('assistants');
  const { decision, passages } = r;
  const cited = new Set(r.evidence.map((e) => e.passageId));
  const spent = decision.attempts.reduce((sum, a) => sum + a.latencyMs, 0);
  const facts = [
    t('revision', { number: r.revision }), decision.source && t(`source.${decision.source}`), decision.language && languageName(i18n.language, decision.language),
    t('test.tokens', { n: number(decision.tokensUsed) }), t('test.cost', { amount: money(r.cost, r.currency) }), spent > 0 && `${number(spent)} ms`,
    r.cache === 'hit' && t('test.remembered', { n: number(r.tokensSaved) }), decision.negative && t('test.negative'),
  ].filter(Boolean);
  return (
    <article className="as-answer">
      <Group gap="xs" mb={6}>
        <TurnBadge state={r.state} />
        {decision.reason && <Text size="sm" fw={500}>{t(`reason.${decision.reason}`, { defaultValue: decision.reason })}</Text>}
        {!r.onDuty && <Badge variant="light" tt="none" color="gray">{t('test.offDuty')}</Badge>}
      </Group>
      {r.text ? <div className="as-bubble" dir="auto">{r.text}</div> : <Text size="sm" className="quiet">{t('test.says')}</Text>}
      {decision.evidence && <Text size="sm" className="quiet" mt={4} dir="auto">{decision.evidence}</Text>}
      {r.gate && <Alert mt="xs" color="orange" icon={<IconShieldX size={18} />} title={t('test.gate')}>{r.gate.rule}: <span dir="auto">{r.gate.detail}</span></Alert>}
      <Text size="xs" className="quiet amount" mt={6}>{facts.join(' · ')}</Text>
      {decision.attempts.length > 0 && <Attempts value={r} />}
      <details className="as-more" open={passages.length > 0 && passages.length <= 3}>
        <summary>{t('test.passages', { n: number(passages.length) })}{!r.meaning.used && r.meaning.reason && r.meaning.reason !== 'off' ? ` · ${t('test.byWords')}` : ''}</summary>
        {passages.map((p) => (
          <div key={p.id} className="as-passage" data-cited={cited.has(p.id) || undefined}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Anchor component={Link} to={`/assistants/knowledge/${p.sourceId}` as never} size="sm" dir="auto">{p.title || p.question || p.sourceId}</Anchor>
              {cited.has(p.id) && <Badge size="sm" variant="light" tt="none" leftSection={<IconQuote size={11} />}>{t('test.cited')}</Badge>}
            </Group>
            <Text size="sm" dir="auto" className="as-clip">{p.text}</Text>
            <Group gap="xs" mt={4}><Progress value={p.confidence * 100} w={90} aria-label={t('test.covers')} /><Text size="xs" className="quiet amount">{t('test.coversOf', { share: percent(p.confidence) })}</Text>{p.byMeaning && <Badge size="xs" variant="default" tt="none">{t('test.byMeaning')}</Badge>}</Group>
          </div>
        ))}
      </details>
      {r.answer && r.answer.reason && <Text size="sm" mt={6}><span className="quiet">{t('test.modelSays')}</span> <span dir="auto">{r.answer.reason}</span></Text>}
      {r.prompt && (
        <details className="as-more">
          <summary>{t('test.prompt')}</summary>
          <Snippet label={t('test.prompt')} wrap text={`${r.prompt.system}\n\n${r.prompt.messages.map((m) => `[${t(`test.${m.from === 'customer' ? 'contact' : 'assistant'}`)}] ${m.text}`).join('\n')}`} />
        </details>
      )}
    </article>
  );
}

const colors: Record<AssistantTestResult['state'], string> = { replied: 'brand', handed_off: 'orange', silent: 'gray' };

export function TurnBadge({ state }: { state: AssistantTestResult['state'] }) {
  const { t } = useTranslation('assistants');
  return <Badge variant="light" tt="none" color={colors[state]}>{t(`turn.${state}`)}</Badge>;
}

/** Which AI providers were asked, one after the other. */
function Attempts({ value }: { value: AssistantTestResult }) {
  const { t } = useTranslation('assistants');
  const providers = useProviders().data;
  return (
    <details className="as-more" open={value.decision.attempts.some((a) => a.class !== 'succeeded')}>
      <summary>{t('test.attempts', { n: number(value.decision.attempts.length) })}</summary>
      <ol className="as-attempts">
        {value.decision.attempts.map((a, i) => (
          <li key={i}>
            <Text size="sm" component="span"><bdi>{providerName(providers, a.provider)}</bdi> <span className="quiet"><bdi>{a.model}</bdi></span></Text>
            <Badge size="sm" variant="light" tt="none" color={a.class === 'succeeded' ? 'brand' : 'red'}>{t(`class.${a.class}`, { defaultValue: a.class })}</Badge>
            <Text size="xs" className="quiet amount" component="span">{number(a.latencyMs)} ms · {t('test.tokens', { n: number(a.tokens) })}</Text>
          </li>
        ))}
      </ol>
    </details>
  );
}
