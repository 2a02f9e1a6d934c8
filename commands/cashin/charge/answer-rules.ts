/** A row can hold no more digits of an amount. */
const MAXIMUM_DIGITS = 38;

/** An id must fit a row, a log and an alert. */
const ID = /^[\x21-\x7e]{1,200}$/;

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

export const isAmount = (amount: unknown): amount is bigint =>
  typeof amount === 'bigint' && amount >= 0n && amount.toString().length <= MAXIMUM_DIGITS;

export const isId = (id: unknown): id is string => typeof id === 'string' && ID.test(id);

export const isTime = (at: unknown): at is string =>
  typeof at === 'string' && TIME.test(at) && !Number.isNaN(Date.parse(at));

/** In milliseconds, like every other time in the log. */
export const timeOf = (at: string): string => new Date(Date.parse(at)).toISOString();
