import { startOfDayInBrasilia } from '../../../aggregates/brasilia-day';
import { invalidField } from '../../../aggregates/rejection';

/** A line of RFC 4180, with its end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

const NUMBER = /^-\d+(\.\d+)?$/;

/** A spreadsheet runs a cell that begins like a formula; a text before it prevents that. */
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export interface Bounds {
  /** ISO 8601, inclusive and exclusive. */
  readonly from: string;
  readonly to: string;
}

/** The bounds of a month of São Paulo. Throws VALIDATION_ERROR. */
export const boundsOfMonth = (month: string): Bounds => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
  const [fromMs, toMs] = [startOfDayInBrasilia(`${month}-01`), startOfDayInBrasilia(`${next}-01`)];
  if (fromMs === null || toMs === null) throw invalidField('month', 'must be a month such as 2026-11');
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
};
