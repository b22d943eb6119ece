import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outside } from '../session/pages';
import { handBack } from './signup';

/** What the provider's window returns to: it hands on what it got, and closes. */
export function SignupReturn() {
  const { t } = useTranslation('onboarding');
  useEffect(() => {
    handBack(location.search);
    window.close();
  }, []);
  return <Outside title={t('signup.title')}>{t('signup.close')}</Outside>;
}
