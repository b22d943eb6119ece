import { notifications } from '@mantine/notifications';
import { APIConnectionError, APIError, APITimeoutError } from '@service/sdk';
import i18next from 'i18next';

/** What an error says to people: the service's own words, which name the field and the rule. */
export function explain(error: unknown): string {
  if (error instanceof APITimeoutError || error instanceof APIConnectionError) return i18next.t('error.offline');
  if (error instanceof APIError) {
    const fields = error.errors.map((e) => e.detail).filter(Boolean);
    return fields.length > 0 ? fields.join(' ') : (error.detail ?? i18next.t('error.unknown'));
  }
  return i18next.t('error.unknown');
}

/** Tells of a failure in a corner of the page. */
export function tellError(error: unknown): void {
  notifications.show({ color: 'red', title: i18next.t('error.title'), message: explain(error), autoClose: 8000 });
}
