import type { Figures } from './events/figures';
import type { Language } from './languages';

/** Base units in digits; `decimals` and `symbol` are null for an asset that the catalog lacks. */
export interface AmountShown {
  readonly baseUnits: string;
  readonly decimals: number | null;
  readonly symbol: string | null;
}

export interface Asset {
  readonly symbol: string;
  readonly decimals: number;
}

const LOCALES = { en: 'en-GB', 'pt-BR': 'pt-BR' } as const;
const ZONE = 'America/Sao_Paulo';
const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
const DIGITS = /^\d+$/;

const zonedFormat = (language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(LOCALES[language], { timeZone: ZONE, ...options });

const monthOf = (language: Language) => (language === 'en' ? 'short' : '2-digit');

/** `1.234,56`: the digits as they are, with the language's separators. */
const decimalText = (language: Language, digits: string, decimals: number): string => {
  const padded = digits.padStart(decimals + 1, '0');
  const whole = BigInt(padded.slice(0, padded.length - decimals)).toLocaleString(language);
  return decimals === 0 ? whole : `${whole}${language === 'en' ? '.' : ','}${padded.slice(-decimals)}`;
};

/** `R$ 1.234,56`, `0,01500000 ETH`; digits of an unknown asset alone, and what is no number as it came. */
export const amountText = (language: Language, { baseUnits, decimals, symbol }: AmountShown): string => {
  if (!DIGITS.test(baseUnits)) return baseUnits;
  if (decimals === null || symbol === null) return decimalText(language, baseUnits, 0);
  const text = decimalText(language, baseUnits, decimals);
  return symbol === 'BRL' ? `R$ ${text}` : `${text} ${symbol}`;
};

const textOf = (iso: string, format: Intl.DateTimeFormat): string => {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? iso : format.format(time).replaceAll(/\s/g, ' ');
};

/** The times of one language; São Paulo's, with the zone printed. Text that is no time stays as it is. */
export const timesIn = (language: Language) => {
  const day = { day: '2-digit', month: monthOf(language), year: 'numeric' } as const;
  const whole = zonedFormat(language, { ...day, ...CLOCK, timeZoneName: 'short' });
  const minute = zonedFormat(language, { ...day, ...CLOCK, second: undefined, timeZoneName: 'short' });
  const second = zonedFormat(language, CLOCK);
  return {
    whole: (iso: string) => textOf(iso, whole),
    minute: (iso: string) => textOf(iso, minute),
    second: (iso: string) => textOf(iso, second),
  };
};

/** Keeps both ends of a long id. */
export const shortened = (id: string, kept = 6): string => {
  const letters = Array.from(id);
  if (letters.length <= 2 * kept + 4) return id;
  return `${letters.slice(0, kept).join('')}…${letters.slice(-kept).join('')}`;
};

/** The figures of sentences; `assets` are those that the page knows. */
export const figuresIn = (
  language: Language,
  assets: ReadonlyMap<number, Asset>,
  baseUnitsOf: (digits: string, assetId: number | null) => string,
): Figures => {
  const { whole } = timesIn(language);
  return {
    reais: (cents) => amountText(language, { baseUnits: cents, decimals: 2, symbol: 'BRL' }),
    coins: (baseUnits, assetId) => {
      const asset = assetId === null ? undefined : assets.get(assetId);
      return asset === undefined ? baseUnitsOf(baseUnits, assetId) : amountText(language, { baseUnits, ...asset });
    },
    time: whole,
    short: shortened,
  };
};
