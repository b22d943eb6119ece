import { Anchor, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Template } from '@service/sdk';
import { DoneByName } from '../../components/done-by';
import { LabelledValue } from '../../components/labelled-value';
import { Phone } from '../../components/phone';
import { Card } from '../../components/sections';
import { api } from '../../lib/api';
import { dateTime, duration, number } from '../../lib/format';
import { useAccounts, useTemplates } from './data';
import { languageName } from './languages';
import { Status } from './status';

/** What a template is, beside the phone that shows it with any values. */
export function Overview({ template: x }: { template: Template }) {
  const { t } = useTranslation('templates');
  const [values, setValues] = useState<Record<string, string>>({});
  return (
    <div className="tp-two">
      <div>
        <Facts template={x} />
        <Languages template={x} />
        {x.parameters.length > 0 && (
          <Card title={t('values')}>
            <Text size="sm" className="quiet" mb="xs">{t('valuesHint')}</Text>
            <Stack gap="xs">
              {x.parameters.map((name) => (
                <TextInput key={name} label={name} dir="auto" value={values[name] ?? ''} onChange={(e) => setValues({ ...values, [name]: e.currentTarget.value })} />
              ))}
            </Stack>
          </Card>
        )}
      </div>
      <aside className="tp-side"><Preview id={x.id} version={x.updatedAt} values={values} /></aside>
    </div>
  );
}

function Preview({ id, version, values }: { id: string; version: string; values: Record<string, string> }) {
  const { t } = useTranslation('templates');
  const [wanted] = useDebouncedValue(values, 250);
  const parameters = Object.fromEntries(Object.entries(wanted).filter(([, v]) => v !== ''));
  const preview = useQuery({
    queryKey: ['template-preview', id, version, parameters], placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.templates.preview(id, { parameters }, { signal }),
  });
  return <Phone picture={preview.data?.picture} text={preview.data?.body} label={t('preview')} fresh={!preview.isFetching} />;
}

function Facts({ template: x }: { template: Template }) {
  const { t } = useTranslation('templates');
  const account = useAccounts().find((a) => a.id === x.messagingAccountId);
  return (
    <Card title={t('about')}>
      {account && <LabelledValue label={t('account')}><bdi>{account.name}</bdi></LabelledValue>}
      <LabelledValue label={t('parameters')}>{x.parameters.length === 0 ? t('noParameters') : <bdi>{x.parameters.join(', ')}</bdi>}</LabelledValue>
      {x.messageTtlSeconds !== 0 && <LabelledValue label={t('ttl')}>{duration(x.messageTtlSeconds === -1 ? 30 * 86_400 : x.messageTtlSeconds)}</LabelledValue>}
      {x.version > 0 && <LabelledValue label={t('version')}>{number(x.version)}</LabelledValue>}
      <LabelledValue label={t('createdBy')}>{x.createdBy ? <DoneByName by={x.createdBy} /> : t('app:doneBy.provider')}</LabelledValue>
      {x.createdAt && <LabelledValue label={t('createdAt')}>{dateTime(x.createdAt)}</LabelledValue>}
      <LabelledValue label={t('column.updated')}>{dateTime(x.updatedAt)}</LabelledValue>
    </Card>
  );
}

/** The same template in other languages. */
function Languages({ template: x }: { template: Template }) {
  const { t, i18n } = useTranslation('templates');
  const others = (useTemplates().data ?? []).filter((one) => one.name === x.name && one.id !== x.id && one.messagingAccountId === x.messagingAccountId && one.status !== 'deleted');
  if (others.length === 0) return null;
  return (
    <Card title={t('otherLanguages')}>
      {others.map((one) => (
        <Group key={one.id} justify="space-between" py={4}>
          <Anchor component={Link} to={`/templates/${one.id}` as never} size="sm">{languageName(one.language, i18n.language)}</Anchor><Status of={one} />
        </Group>
      ))}
    </Card>
  );
}
