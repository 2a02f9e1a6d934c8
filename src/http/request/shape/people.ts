import { registerDecorator } from 'class-validator';
import { parseCnpj, parseCpf } from '../../../../aggregates/codes/tax-id';

const isOneOf =
  (name: string, message: string, isGood: (text: string) => boolean) =>
  (): PropertyDecorator =>
  (target, propertyName) => {
    registerDecorator({
      ...{ name, target: target.constructor, propertyName: propertyName as string, options: { message } },
      validator: { validate: (value: unknown) => typeof value === 'string' && isGood(value) },
    });
  };

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** False also for the 30th of February. */
export const isDay = (text: string): boolean => {
  if (!DAY.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

/** The longest life on record has 122 years. */
export const LIFETIME_YEARS = 130;

/** True for a day that a living person can have been born on, by the day in UTC. */
export const isInLifetime = (day: string, nowMs: number): boolean => {
  const now = new Date(nowMs);
  const today = now.toISOString().slice(0, 10);
  return day < today && day >= `${now.getUTCFullYear() - LIFETIME_YEARS}${today.slice(4)}`;
};

/** Formatted or not, with good check digits. */
export const IsCpf = isOneOf('isCpf', 'is not a CPF', (text) => parseCpf(text) !== null);

/** Alphanumeric since July 2026; formatted or not, with good check digits. */
export const IsCnpj = isOneOf('isCnpj', 'is not a CNPJ', (text) => parseCnpj(text) !== null);

export const IsDay = isOneOf('isDay', 'is not a date (YYYY-MM-DD)', isDay);

export const IsPersonDocument = isOneOf(
  'isPersonDocument',
  'is neither a CPF nor a CNPJ',
  (text) => parseCpf(text) !== null || parseCnpj(text) !== null,
);
