import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';

/** The languages of the app, by their own names. */
export const languages = { en: 'English', es: 'Español', pt: 'Português', hi: 'हिन्दी', ar: 'العربية' } as const;

const languageKey = 'language';
const shared = import.meta.glob<{ default: object }>('../locales/*.json');
const ofFeatures = import.meta.glob<{ default: object }>('../features/**/locales/*.json');

/** Loads the words of a feature, or of a folder in it (or the shared ones, `app`), when they are first needed. */
const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    const load = namespace === 'app' ? shared[`../locales/${language}.json`] : ofFeatures[`../features/${namespace}/locales/${language}.json`];
    if (!load) return done(null, {}); // the fallback language has it
    load().then((words) => done(null, words.default), (error: Error) => done(error, false));
  },
};

const wanted = localStorage.getItem(languageKey) ?? navigator.language.slice(0, 2);

export const ready = i18next
  .use(backend)
  .use(initReactI18next)
  .init({
    lng: wanted in languages ? wanted : 'en',
    fallbackLng: 'en',
    supportedLngs: Object.keys(languages),
    defaultNS: 'app',
    ns: ['app'],
    interpolation: { escapeValue: false },
  })
  .then(mark);

/** Tells the document which language it is in, and which way it is written. */
function mark(): void {
  document.documentElement.lang = i18next.language;
  document.documentElement.dir = i18next.dir(i18next.language);
}

export async function changeLanguage(language: string): Promise<void> {
  localStorage.setItem(languageKey, language);
  await i18next.changeLanguage(language);
  mark();
}
