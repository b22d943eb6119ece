import { useTranslation } from 'react-i18next';

/** Why a row is left out. What names a field of the API is said in the words of the form. */
export function useReason() {
  const { t } = useTranslation('contacts');
  return (reason: string) => (reason.includes('defaultCountry') ? t('import.sayCountry') : reason);
}
