import './dialogs.css';
import { Alert, Button, Group, Modal, Stack, Text, type MantineSize } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { explain } from '../lib/errors';
import { withRecentSignIn } from '../lib/recent-sign-in';

/** Gives the focus back to what had it before a dialog that is only mounted while it is open. */
function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
}

interface FormDialogProps {
  title: string;
  close: () => void;
  save: () => void;
  pending: boolean;
  /** What went wrong and stands at no field. */
  error?: unknown;
  label?: string;
  size?: MantineSize;
  children: ReactNode;
}

/** A dialog with fields. Mount it while it is open. */
export function FormDialog({ title, close, save, pending, error, label, size, children }: FormDialogProps) {
  const { t } = useTranslation();
  useFocusBack();
  const submit = (e: FormEvent) => {
    e.preventDefault();
    e.stopPropagation();
    save();
  };
  return (
    <Modal opened onClose={close} title={title} size={size} transitionProps={{ duration: 0 }}>
      <form onSubmit={submit}>
        <Stack>
          {Boolean(error) && <Alert color="red" role="alert">{explain(error)}</Alert>}
          {children}
          <Group justify="end" className="dialog-foot">
            <Button variant="default" onClick={close}>{t('action.cancel')}</Button>
            <Button type="submit" loading={pending}>{label ?? t('action.save')}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface SureProps {
  title: string;
  label: string;
  /** What the other button says, where “Cancel” could be taken for the act itself. */
  keep?: string;
  children: ReactNode;
  run: () => PromiseLike<unknown>;
  close: () => void;
  done?: () => void;
}

/** Asks before what cannot be taken back. Mount it while it is open. */
export function Sure({ title, label, keep, children, run, close, done }: SureProps) {
  const { t } = useTranslation();
  useFocusBack();
  const act = useMutation({
    mutationFn: () => withRecentSignIn(run),
    onSuccess: () => {
      close();
      done?.();
    },
  });
  return (
    <Modal opened onClose={close} title={title} role="alertdialog" transitionProps={{ duration: 0 }}>
      <Stack>
        {act.error && <Alert color="red" role="alert">{explain(act.error)}</Alert>}
        <Text component="div" size="sm">{children}</Text>
        <Group justify="end">
          <Button variant="default" onClick={close} data-autofocus>{keep ?? t('action.cancel')}</Button>
          <Button color="red.8" loading={act.isPending} onClick={() => act.mutate()}>{label}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
