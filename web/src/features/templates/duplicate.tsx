import { Select, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Template } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { usePlace } from '../../lib/place';
import { useAccounts } from './data';
import { languageChoices } from './languages';
import { asName } from './name';

/** Makes a draft of a template: mostly to translate it. */
export function Duplicate({ template: x, close }: { template: Template; close: () => void }) {
  const { t, i18n } = useTranslation('templates');
  const queries = useQueryClient();
  const { go } = usePlace();
  const accounts = useAccounts();
  const [name, setName] = useState(x.name);
  const [language, setLanguage] = useState<string | null>(null);
  const [account, setAccount] = useState<string | null>(x.messagingAccountId);
  const save = useMutation({
    mutationFn: () => api.templates.duplicate(x.id, { name, language: language ?? x.language, messagingAccountId: account ?? undefined }),
    onSuccess: (made) => {
      void queries.invalidateQueries({ queryKey: ['templates'] });
      go({ part: 'templates', parts: [made.id, 'edit'] });
    },
  });
  return (
    <FormDialog title={t('duplicate.title')} label={t('duplicate.make')} close={close} pending={save.isPending} save={() => save.mutate()}
      error={isAtFields(save.error, ['/name', '/language', '/messagingAccountId']) ? undefined : save.error}>
      <Text size="sm" className="quiet">{t('duplicate.hint')}</Text>
      <Select label={t('column.language')} placeholder={t('duplicate.language')} searchable clearable data={languageChoices(i18n.language, x.language)} value={language} onChange={setLanguage} error={faultOf(save.error, '/language')} data-autofocus />
      <TextInput label={t('column.name')} required value={name} onChange={(e) => setName(asName(e.currentTarget.value))} error={faultOf(save.error, '/name')} />
      {accounts.length > 1 && (
        <Select label={t('account')} allowDeselect={false} data={accounts.map((a) => ({ value: a.id, label: a.name }))} value={account} onChange={setAccount} error={faultOf(save.error, '/messagingAccountId')} />
      )}
    </FormDialog>
  );
}
