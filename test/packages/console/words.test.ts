import { sentenceOf } from '../../../packages/console/parts/values/sentence';
import { amountText, figuresIn, shortened, timesIn } from '../../../packages/console/words/format';
import { chosenLanguage, LANGUAGES, type Language } from '../../../packages/console/words/languages';
import { SAMPLE_DATA } from '../../../packages/testing/src/samples/sample-data';
import { EVERY_EVENT_TYPE } from '../../../packages/testing/src/samples/sample-events';
import { ether, event, reais } from './sample-page';
import { WORDS } from './words';

const figures = (language: Language) => figuresIn(language, new Map(), (digits, asset) => `${digits} of ${asset}`);

const said = (language: Language, type: string, data: object): string =>
  sentenceOf(event(1, { type, data: { ...data } }), WORDS[language], figures(language));

describe('sentence of an event', () => {
  test.each(EVERY_EVENT_TYPE)('%s has a whole sentence in each language', (type) => {
    const sentences = LANGUAGES.map((language) => said(language, type, SAMPLE_DATA[type]));
    for (const sentence of sentences) {
      expect(sentence).toMatch(/^\S.*[.]$/);
      expect(sentence).not.toMatch(/undefined|null|NaN|\[object/);
      expect(sentence).not.toContain(type);
    }
    expect(new Set(sentences).size).toBe(LANGUAGES.length);
  });

  test('names the type of an unknown event', () => {
    expect(said('en', 'InvoiceFolded', {})).toBe('Event InvoiceFolded.');
    expect(said('pt-BR', 'constructor', {})).toBe('Evento constructor.');
  });

  test('names the type of an event with incomplete data', () => {
    expect(said('en', 'QuoteIssued', {})).toBe('Event QuoteIssued.');
  });

  test('names the operators who decided a payout, and the time of the refund', () => {
    const data = { proposedBy: 'ana', decidedBy: 'bia', refundableFrom: '2026-11-28T15:00:00.000Z' };
    expect(said('en', 'PayoutDecided', data)).toContain('Operators ana and bia decided');
    expect(said('pt-BR', 'PayoutDecided', data)).toContain('28/11/2026, 12:00:00 BRT');
  });
});

describe('amountText', () => {
  test.each([
    ['en', reais('123456'), 'R$ 1,234.56'],
    ['pt-BR', reais('123456'), 'R$ 1.234,56'],
    ['pt-BR', reais('7'), 'R$ 0,07'],
    ['pt-BR', ether('15000000000000000'), '0,015000000000000000 ETH'],
    ['en', ether('123456789012345678901234567890'), '123,456,789,012.345678901234567890 ETH'],
    ['en', { baseUnits: '90071992547409931', decimals: 0, symbol: 'WEI' }, '90,071,992,547,409,931 WEI'],
    ['en', { baseUnits: '1000', decimals: null, symbol: null }, '1,000'],
    ['en', { baseUnits: 'none', decimals: 2, symbol: 'BRL' }, 'none'],
  ] as const)('writes %s %o as %s', (language, amount, text) => {
    expect(amountText(language, amount)).toBe(text);
  });
});

describe('timesIn', () => {
  test('writes times of São Paulo with seconds and zone', () => {
    expect(timesIn('en').whole('2026-11-28T02:15:03.500Z')).toBe('27 Nov 2026, 23:15:03 GMT-3');
    expect(timesIn('pt-BR').whole('2026-11-28T02:15:03.500Z')).toBe('27/11/2026, 23:15:03 BRT');
    expect(timesIn('pt-BR').minute('2026-11-28T02:15:03.500Z')).toBe('27/11/2026, 23:15 BRT');
    expect(timesIn('en').second('2026-11-28T02:15:03.500Z')).toBe('23:15:03');
  });

  test('leaves an unreadable time unchanged', () => {
    expect(timesIn('en').whole('yesterday')).toBe('yesterday');
  });
});

test('shortened keeps both ends of a long id, and a short id whole', () => {
  expect(shortened('0123456789abcdef')).toBe('0123456789abcdef');
  expect(shortened('0123456789abcdefg')).toBe('012345…bcdefg');
});

test('chosenLanguage takes the remembered language, then the first known one of the browser', () => {
  expect(chosenLanguage('pt-BR', ['en'])).toBe('pt-BR');
  expect(chosenLanguage('xx', ['fr-FR', 'PT-pt', 'en'])).toBe('pt-BR');
  expect(chosenLanguage(null, ['fr'])).toBe('en');
});
