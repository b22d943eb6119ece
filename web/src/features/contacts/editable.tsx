import { Loader, Select, TextInput, UnstyledButton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { explain } from '../../lib/errors';

interface Props {
  label: string;
  /** As it is edited. */
  value: string;
  /** As it is shown; the value by default. */
  shown?: ReactNode;
  type?: 'text' | 'tel' | 'date' | 'number' | 'url' | undefined;
  /** Where one of a list is chosen. */
  options?: { value: string; label: string }[] | undefined;
  /** Without it nobody may edit. */
  save?: ((value: string) => Promise<unknown>) | undefined;
}

/** A field that becomes an input when somebody takes it, and saves when they leave it. Escape takes the change back. */
export function Editable({ label, value, shown = value, type = 'text', options, save }: Props) {
  const { t } = useTranslation('contacts');
  const [draft, setDraft] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const stop = () => {
    setDraft(undefined);
    setFault('');
    requestAnimationFrame(() => button.current?.focus());
  };
  const commit = async (text: string) => {
    if (busy) return;
    if (text === value) return stop();
    setBusy(true);
    try {
      await save?.(text);
      stop();
    } catch (error) {
      setFault(explain(error));
    } finally {
      setBusy(false);
    }
  };
  const onKey = (e: KeyboardEvent) => {
    if (e.key === 'Enter') void commit(draft ?? '');
    if (e.key === 'Escape') {
      e.stopPropagation();
      stop();
    }
  };
  const content = shown === '' ? <span className="quiet">–</span> : shown;
  if (draft === undefined || !save) {
    return (
      <div className="editable">
        <span className="quiet" aria-hidden={save && true}>{label}</span>
        {save ? (
          <UnstyledButton ref={button} className="editable-value" onClick={() => setDraft(value)} aria-label={t('edit', { label, value: value || '–' })}>
            <bdi>{content}</bdi><IconPencil size={14} aria-hidden />
          </UnstyledButton>
        ) : <bdi className="editable-value">{content}</bdi>}
      </div>
    );
  }
  return (
    <div className="editable">
      <span className="quiet" aria-hidden>{label}</span>
      {options ? (
        <Select size="xs" aria-label={label} autoFocus defaultDropdownOpened clearable data={options} value={draft || null} error={fault}
          onChange={(v) => void commit(v ?? '')} onKeyDown={(e) => e.key === 'Escape' && stop()} onBlur={() => { if (!busy) stop(); }} />
      ) : (
        <TextInput size="xs" aria-label={label} autoFocus type={type} dir={type === 'tel' ? 'ltr' : 'auto'} value={draft} error={fault} rightSection={busy && <Loader size={14} />}
          onChange={(e) => setDraft(e.currentTarget.value)} onKeyDown={onKey} onBlur={() => void commit(draft)} />
      )}
    </div>
  );
}
