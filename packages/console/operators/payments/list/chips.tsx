import { useReader } from '../../../parts/reader';
import { go } from '../../../parts/router';
import { visibleText } from '../../../parts/values/visible';
import { wordFor } from '../../../words/codes';
import type { Words } from '../../../words/en';
import { amountText, timesIn } from '../../../words/format';
import type { Language } from '../../../words/languages';
import { paymentsPath } from '../../frame/paths';
import { type Filters, isAmount, isTime, without } from './filters';

const MOST = 60;

/** The filters that hold, each to be cleared by a click. */
export const Chips = ({ filters }: { filters: Filters }) => {
  const { language, words } = useReader();
  const held = Object.entries(without(filters, 'mode', 'limit'));
  if (held.length === 0) return null;
  return (
    <ul class="chips" aria-label={words.finding.filters}>
      {held.map(([name, value]) => {
        const shown = `${wordFor(words.finding.filterNames, name)}: ${shownOf(name, value, words, language)}`;
        return (
          <li key={name}>
            <button
              type="button"
              aria-label={words.finding.clear(visibleText(shown, MOST))}
              onClick={() => go(paymentsPath(without(filters, name)))}
            >
              {visibleText(shown, MOST)} ×
            </button>
          </li>
        );
      })}
      {held.length > 1 && (
        <li>
          <button type="button" onClick={() => go(paymentsPath({ mode: filters['mode'] ?? '' }))}>
            {words.finding.clearAll}
          </button>
        </li>
      )}
    </ul>
  );
};

const wordsFor = ({ kinds, statuses, finding, page }: Words): Readonly<Record<string, Record<string, string>>> => ({
  ...{ kind: kinds, status: statuses, method: finding.methods, label: finding.labels },
  held: { true: page.yes },
});

const shownOf = (name: string, value: string, words: Words, language: Language): string => {
  if (isAmount(name)) return amountText(language, { baseUnits: value, decimals: 2, symbol: 'BRL' });
  if (isTime(name)) return value.includes('T') ? timesIn(language).whole(value) : value;
  return wordFor(wordsFor(words)[name] ?? {}, value);
};
