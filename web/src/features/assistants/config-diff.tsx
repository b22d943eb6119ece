import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AssistantConfig } from '@service/sdk';
import { languageName, providerName, sourceName, useProviders, useSourceNames } from './data';
import { changesOf } from './diff';

const signs = { same: ' ', added: '+', removed: '−' };

/** What a configuration changed, line by line. */
export function ConfigDiff({ before, after, label }: { before: AssistantConfig | undefined; after: AssistantConfig; label: string }) {
  const { t, i18n } = useTranslation('assistants');
  const providers = useProviders().data;
  const sources = useSourceNames().data;
  const changes = changesOf(before, after);
  const nameOf = (path: string) => {
    const [, language] = /^handOff\.messages\.(\w+)$/.exec(path) ?? [];
    return language ? t('handOff.message', { language: languageName(i18n.language, language) }) : t(`field.${path.replaceAll('.', '_')}`, { defaultValue: path });
  };
  const read = (path: string, text: string) => {
    if (path === 'providerIds') return providerName(providers, text);
    if (path !== 'knowledge.sourceIds') return text;
    const source = sources?.find((s) => s.id === text);
    return source ? sourceName(source) : text;
  };
  return (
    <>
      <Text size="sm" className="quiet" mb="xs">{label}</Text>
      {changes.length === 0 && <Text size="sm">{t('diff.none')}</Text>}
      {changes.map(({ path, lines }) => (
        <section key={path} className="as-diff">
          <h3>{nameOf(path)}</h3>
          <div className="as-lines">
            {lines.map((line, i) => (
              <div key={i} className={`as-${line.kind}`}>
                <span aria-hidden>{signs[line.kind]}</span>
                {line.kind !== 'same' && <span className="as-spoken">{t(`diff.${line.kind}`)}: </span>}
                <span dir="auto">{read(path, line.text) || '\u00a0'}</span>
              </div>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}
