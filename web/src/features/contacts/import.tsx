import { Alert, Anchor, Button, FileInput, Group, NativeSelect, Paper, Stack, Table, TagsInput, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactImportPreview } from '@service/sdk';
import { Page } from '../../components/page';
import { Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { usePlace } from '../../lib/place';
import { useContactFields } from './data';
import { useReason } from './import-reason';

const previewBytes = 256 * 1024;

/** Imports a table: choose it, see how it is read, start. */
export function ImportPage() {
  const { t } = useTranslation('contacts');
  const { go } = usePlace();
  const [file, setFile] = useState<File | null>(null);
  const [country, setCountry] = useState('');
  const [tags, setTags] = useState<string[]>([]);
  const [onDuplicate, setOnDuplicate] = useState('update');
  const [mapping, setMapping] = useState<Record<string, string>>({});
  const options = (mapping: Record<string, string>) => ({ mapping, tags, onDuplicate, defaultCountry: country.trim().toUpperCase() || undefined });
  const preview = useMutation({
    mutationFn: async ({ file, mapping }: { file: File; mapping: Record<string, string> }) =>
      api.contactImports.preview({ ...options(mapping), file: await beginningOf(file), filename: file.name }),
  });
  const start = useMutation({
    mutationFn: (file: File) => api.contactImports.create({ ...options(mapping), file }),
    onSuccess: ({ id }) => go({ part: 'contacts', parts: ['import', id] }),
  });
  const look = (file: File | null, mapping: Record<string, string>) => {
    setMapping(mapping);
    if (file) preview.mutate({ file, mapping });
    else preview.reset();
  };
  return (
    <Page title={t('import.title')} actions={<Anchor component={Link} to={'/contacts' as never} size="sm">{t('backToContacts')}</Anchor>}>
      <Stack maw={900}>
        <Text size="sm" className="quiet">{t('import.hint')}</Text>
        <Paper withBorder p="md">
          <Group align="start" grow preventGrowOverflow={false}>
            <FileInput label={t('import.file')} placeholder={t('import.choose')} accept=".csv,.tsv,.txt,text/csv" leftSection={<IconFileTypeCsv size={18} />} value={file} clearable miw={220}
              onChange={(chosen) => { setFile(chosen); look(chosen, {}); }} />
            <TextInput label={t('import.country')} description={t('import.countryHint')} placeholder="DE" maxLength={2} value={country} onChange={(e) => setCountry(e.currentTarget.value)}
              onBlur={() => look(file, mapping)} inputWrapperOrder={['label', 'input', 'description']} miw={160} />
            <NativeSelect label={t('import.duplicates')} value={onDuplicate} onChange={(e) => setOnDuplicate(e.currentTarget.value)} miw={180}
              data={[{ value: 'update', label: t('import.update') }, { value: 'skip', label: t('import.skip') }]} />
            <TagsInput label={t('import.tags')} value={tags} onChange={setTags} miw={180} />
          </Group>
        </Paper>
        {(preview.error ?? start.error) && <Trouble error={start.error ?? preview.error} />}
        {file && preview.data && (
          <>
            <Preview preview={preview.data} choose={(header, target) => look(file, { ...mapping, [header]: target })} />
            <Group justify="end"><Button loading={start.isPending} onClick={() => start.mutate(file)}>{t('import.start')}</Button></Group>
          </>
        )}
      </Stack>
    </Page>
  );
}

/** Enough of a large table to show how it is read, up to the end of a line. */
async function beginningOf(file: File): Promise<Blob> {
  if (file.size <= previewBytes) return file;
  const bytes = new Uint8Array(await file.slice(0, previewBytes).arrayBuffer());
  return file.slice(0, bytes.lastIndexOf(10) + 1 || previewBytes);
}

function Preview({ preview, choose }: { preview: ContactImportPreview; choose: (header: string, target: string) => void }) {
  const { t } = useTranslation('contacts');
  const reason = useReason();
  const custom = useContactFields();
  const targets = [
    ...(['phone', 'userId', 'name', 'tags'] as const).map((value) => ({ value, label: t(`field.${value}`) })),
    ...(custom.data ?? []).map((f) => ({ value: f.key, label: f.label })),
    { value: 'ignore', label: t('import.ignore') },
  ];
  const bad = preview.rows.filter((r) => r.problems.length > 0).length;
  return (
    <Stack gap="sm">
      <Group gap="xs" wrap="wrap">
        {preview.columns.map((c) => (
          <NativeSelect key={c.header} size="xs" label={<bdi>{c.header}</bdi>} data={targets} value={c.target || 'ignore'} onChange={(e) => choose(c.header, e.currentTarget.value)} />
        ))}
      </Group>
      {bad > 0 && <Alert color="yellow" variant="light" py="xs"><Text size="sm" c="var(--warn-text)">{t('import.bad', { bad, rows: preview.rows.length })}</Text></Alert>}
      <Table.ScrollContainer minWidth={600}>
        <Table striped verticalSpacing={6} aria-label={t('import.preview')}>
          <Table.Thead>
            <Table.Tr><Table.Th>{t('import.line')}</Table.Th><Table.Th>{t('field.phone')}</Table.Th><Table.Th>{t('field.name')}</Table.Th><Table.Th>{t('field.tags')}</Table.Th><Table.Th>{t('import.fields')}</Table.Th><Table.Th>{t('import.problem')}</Table.Th></Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {preview.rows.map((r) => (
              <Table.Tr key={r.line}>
                <Table.Td className="quiet">{r.line}</Table.Td>
                <Table.Td><bdi dir="ltr">{r.phone ?? r.userId}</bdi></Table.Td>
                <Table.Td dir="auto">{r.name}</Table.Td>
                <Table.Td dir="auto">{r.tags.join(', ')}</Table.Td>
                <Table.Td dir="auto">{Object.entries(r.fields).map(([key, value]) => `${key}: ${String(value)}`).join(', ')}</Table.Td>
                <Table.Td c={r.problems.length > 0 ? 'var(--warn-text)' : undefined}>{r.problems.map((p) => reason(p.reason)).join(' ')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}
