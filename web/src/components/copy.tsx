import { ActionIcon, Alert, Button, Code, CopyButton, Group, Modal, Stack, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './copy.css';

/** Copies a text. */
export function Copy({ value, label }: { value: string; label?: string }) {
  const { t } = useTranslation();
  return (
    <CopyButton value={value} timeout={2000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('action.copied') : label ?? t('action.copy')}>
          <ActionIcon variant="subtle" color="gray" onClick={copy} aria-label={copied ? t('action.copied') : label ?? t('action.copy')}>
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}

/** Commands, code or a payload, as a machine reads it, to be copied. */
export function Snippet({ text, label, wrap }: { text: string; label: string; wrap?: boolean }) {
  return (
    <div className="snippet" dir="ltr" data-wrap={wrap || undefined}>
      <Code block tabIndex={0} aria-label={label}>{text}</Code>
      <div className="snippet-copy"><Copy value={text} /></div>
    </div>
  );
}

/** A text as indented JSON, if it is JSON. */
export function prettyJSON(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Shows what nobody can see again: a key, a secret, recovery codes. Mount it while it is open. */
export function ShownOnce({ title, value, close, children }: { title: string; value: string; close: () => void; children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={close} title={title} size="lg" closeOnClickOutside={false} transitionProps={{ duration: 0 }}>
      <Stack>
        <Alert color="orange" icon={<IconAlertTriangle size={18} />}>{t('once.warning')}</Alert>
        {children}
        <Snippet text={value} label={title} wrap />
        <Group justify="end">
          <CopyButton value={value} timeout={2000}>
            {({ copied, copy }) => (
              <Button variant="default" leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />} onClick={copy} data-autofocus>
                {t(copied ? 'action.copied' : 'action.copy')}
              </Button>
            )}
          </CopyButton>
          <Button onClick={close}>{t('once.kept')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
