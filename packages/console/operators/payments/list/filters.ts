/** Filters of the list, by the names of the service, in the order in which they are drawn. */
export const FILTERS = [
  ...(['kind', 'status', 'held', 'label', 'method', 'reasonCode', 'partnerId', 'userId', 'network'] as const),
  ...(['assetId', 'createdFrom', 'createdTo', 'completedFrom', 'completedTo', 'amountFrom', 'amountTo'] as const),
] as const;

export type Filter = (typeof FILTERS)[number];

/** By name, as they stand in an address; the service refuses a name that it does not know. */
export type Filters = Readonly<Record<string, string>>;

/** `mode` is always one of them: the first of the installation where the address names none. */
export const filtersIn = (query: string, firstMode: string): Filters => ({
  mode: firstMode,
  ...Object.fromEntries(new URLSearchParams(query)),
});

/** Another filter begins at the first page. */
export const without = (filters: Filters, ...names: readonly string[]): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => name !== 'cursor' && !names.includes(name)));

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A day is São Paulo's, as the times of the list are. */
const instantOf = (text: string): string => (DAY.test(text) ? `${text}T00:00:00-03:00` : text);

const TIMES: readonly string[] = ['createdFrom', 'createdTo', 'completedFrom', 'completedTo'] satisfies Filter[];
export const isTime = (name: string): boolean => TIMES.includes(name);
export const isAmount = (name: string): boolean => name === 'amountFrom' || name === 'amountTo';

/** The question to the service. */
export const askedBy = (filters: Filters): Filters =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, isTime(name) ? instantOf(value) : value] as const),
  );

/** `1234,5` and `1234.50` are 123450 cents; anything else stays, to be refused. */
export const centsOf = (reais: string): string => {
  const [, whole, cents = ''] = /^(\d{1,13})(?:[.,](\d{1,2}))?$/.exec(reais) ?? [];
  return whole === undefined ? reais : `${whole}${cents.padEnd(2, '0')}`.replace(/^0+(?=\d)/, '');
};

/** As a person types them; text of no cents stays. */
export const reaisOf = (cents: string): string =>
  /^\d+$/.test(cents) ? cents.padStart(3, '0').replace(/(\d\d)$/, '.$1') : cents;

/** The filled fields of a form. */
export const filtersOf = (entries: Iterable<readonly [string, unknown]>): Filters => {
  const given = [...entries].flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value.trim() : '';
    return text === '' ? [] : [[name, isAmount(name) ? centsOf(text) : text] as const];
  });
  return Object.fromEntries(given);
};
