import { Group, Text, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconAlertCircle, IconAlertTriangle, IconArrowDown, IconArrowUp, IconBulb, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LintTemplateResult } from '@service/sdk';
import { Card } from '../../components/sections';
import { Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { number, percent } from '../../lib/format';
import { fieldOf, formatOf, lintable, type Component, type Form } from './form';

type Finding = LintTemplateResult['findings'][number];

const signs = { error: IconAlertCircle, warning: IconAlertTriangle, hint: IconBulb };

/** What the provider will make of what is being written, found out a moment after each key. */
export function Findings({ form, parts, templateId }: { form: Form; parts: Component[]; templateId?: string }) {
  const { t } = useTranslation('templates');
  const [wanted] = useDebouncedValue(JSON.stringify({
    name: form.name, language: form.language, category: form.category, parameterFormat: formatOf(form), components: lintable(parts), templateId, messagingAccountId: form.accountId || undefined,
  }), 400);
  const begun = form.category === 'AUTHENTICATION' || form.body.trim() !== '';
  const lint = useQuery({
    queryKey: ['template-lint', wanted], enabled: begun, placeholderData: keepPreviousData, retry: false,
    queryFn: ({ signal }) => api.templates.lint(JSON.parse(wanted) as Parameters<typeof api.templates.lint>[0], { signal }),
  });
  const result = lint.data;
  if (!begun) return <Card title={t('lint.title')}><Text size="sm" className="quiet">{t('lint.begin')}</Text></Card>;
  if (lint.error) return <Trouble error={lint.error} retry={() => void lint.refetch()} />;
  return (
    <>
      <Card title={t('lint.title')}>
        <div aria-busy={lint.isFetching}>
          {result && (
            <Text size="sm" role="status" fw={600} mb={result.findings.length > 0 ? 'xs' : 0} className={result.outcome === 'approved' ? 'tp-good' : 'tp-bad'}>
              {result.findings.length === 0 && <IconCircleCheck size={16} className="tp-inline" aria-hidden />} {t(result.outcome !== 'approved' ? `lint.${result.outcome}` : result.findings.length === 0 ? 'lint.clean' : 'lint.accepted')}
            </Text>
          )}
          <ul className="tp-findings">{result?.findings.map((f) => <Line key={`${f.rule} ${f.path}`} value={f} field={fieldOf(f.path, parts)} />)}</ul>
          {result && result.moreFindings > 0 && <Text size="xs" className="quiet">{t('lint.more', { count: result.moreFindings })}</Text>}
        </div>
      </Card>
      {result && <Chance value={result.chance} />}
    </>
  );
}

/** One finding; pressing it goes to the field. */
function Line({ value: f, field }: { value: Finding; field: string }) {
  const { t } = useTranslation('templates');
  const Sign = signs[f.severity];
  const show = () => {
    const place = document.getElementById(`field-${field}`);
    place?.scrollIntoView({ block: 'center' });
    place?.focus({ preventScroll: true });
  };
  return (
    <li>
      <UnstyledButton className="tp-finding" data-severity={f.severity} onClick={show}>
        <Sign size={17} aria-label={t(`severity.${f.severity}`)} role="img" />
        <span>
          <Text size="sm" component="span">{f.message}</Text>
          {f.fix && <Text size="xs" component="span" className="quiet" display="block">{f.fix}</Text>}
        </span>
      </UnstyledButton>
    </li>
  );
}

/** How likely it is to be approved, and what says so. */
function Chance({ value: c }: { value: LintTemplateResult['chance'] }) {
  const { t } = useTranslation('templates');
  return (
    <Card title={t('chance.title')}>
      {c.value === null ? <Text size="sm" className="quiet">{t('chance.unknown', { count: c.cases, n: number(c.cases) })}</Text> : (
        <>
          <Group gap="sm" wrap="nowrap">
            <Text fz={24} fw={700} className="amount">{percent(c.value)}</Text>
            <Text size="xs" className="quiet">{t('chance.cases', { count: c.cases, n: number(c.cases), approved: number(c.approved) })}</Text>
          </Group>
          <div className="tp-chance" aria-hidden><span style={{ width: `${c.value * 100}%` }} /></div>
          <ul className="tp-findings">
            {c.reasons.map((r) => (
              <li key={r.feature} className="tp-reason">
                {r.effect === 'raises' ? <IconArrowUp size={15} role="img" aria-label={t('chance.raises')} className="tp-good" /> : <IconArrowDown size={15} role="img" aria-label={t('chance.lowers')} className="tp-bad" />}
                <Text size="xs">{r.message}</Text>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
