import { Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../lib/format';

/** A table that becomes the audience. */
export interface Table {
  file: File;
  defaultCountry: string;
}

/** Where the faults of a table stand. */
export const isOfTable = (pointer: string) => ['/file', '/csv'].includes(pointer) || pointer.endsWith('/defaultCountry');

/** Chooses a CSV table, by a button or by dropping it, and says what its columns mean. */
export function TablePicker({ value, variables, change, faults }: { value?: Table; variables: string[]; change: (table?: Table) => void; faults: Record<string, string> }) {
  const { t } = useTranslation('broadcasts');
  const [country, setCountry] = useState(value?.defaultCountry ?? '');
  const [over, setOver] = useState(false);
  const reset = useRef<() => void>(null);
  const choose = (file: File | null | undefined) => { if (file) change({ file, defaultCountry: country.trim().toUpperCase() }); };
  const put = (text: string) => {
    setCountry(text);
    if (value) change({ ...value, defaultCountry: text.trim().toUpperCase() });
  };
  const drag = (e: DragEvent, on: boolean) => {
    e.preventDefault();
    setOver(on);
  };
  const fault = faults['/file'] ?? faults['/csv'];
  return (
    <Stack gap="sm">
      <Text size="sm" id="bc-columns">{variables.length > 0 ? t('table.columns', { names: variables.join(', ') }) : t('table.columnsNone')}</Text>
      <div className="bc-drop" data-over={over || undefined} onDragOver={(e) => drag(e, true)} onDragLeave={(e) => drag(e, false)} onDrop={(e) => { drag(e, false); choose(e.dataTransfer.files[0]); }}>
        <IconFileTypeCsv size={28} stroke={1.4} aria-hidden />
        <div role="status">{value ? <Text size="sm" fw={600}><bdi>{value.file.name}</bdi> <Text span size="sm" className="quiet amount">{t('table.size', { n: number(Math.ceil(value.file.size / 1024)) })}</Text></Text> : <Text size="sm" className="quiet">{t('table.drop')}</Text>}</div>
        <Group gap="xs" justify="center">
          <FileButton accept=".csv,.tsv,.txt,text/csv" resetRef={reset} onChange={choose}>{(props) => <Button {...props} variant="default" size="xs" aria-describedby="bc-columns">{t(value ? 'table.other' : 'fill.choose')}</Button>}</FileButton>
          {value && <Button variant="subtle" color="gray" size="xs" onClick={() => { reset.current?.(); change(); }}>{t('table.remove')}</Button>}
        </Group>
      </div>
      {fault && <Text c="red" size="sm" role="alert">{fault}</Text>}
      <TextInput label={t('table.country')} description={t('table.countryHint')} placeholder="DE" maxLength={2} w={240} value={country} onChange={(e) => put(e.currentTarget.value)}
        error={Object.entries(faults).find(([p]) => p.endsWith('/defaultCountry'))?.[1]} inputWrapperOrder={['label', 'input', 'description', 'error']} />
    </Stack>
  );
}
