import { LABELS, METHODS, NETWORKS, partnerOf, REASONS, STATUSES } from './payment-copies';

const DAY_MS = 86_400_000;
const dayAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

type Value = string | number;

/** Filters of a list of payments, by values that differ in how many payments have them. */
const FILTERS: Readonly<Record<string, readonly Value[]>> = {
  kind: ['CASHOUT', 'CASHIN', 'WITHDRAW'],
  status: STATUSES,
  partnerId: [partnerOf(0), partnerOf(300), partnerOf(990), 'partner-none'],
  userId: ['user-1', 'user-5000', 'user-99000', 'user-none'],
  network: NETWORKS,
  assetId: [201, 208, 214, 223, 999],
  method: METHODS,
  reasonCode: [...REASONS, 'NONE'],
  label: LABELS,
  held: ['true'],
  created: [0, 20, 45].map((days) => `createdFrom=${dayAgo(days + 10)}&createdTo=${dayAgo(days)}`),
  completed: [0, 20, 45].map((days) => `completedFrom=${dayAgo(days + 2)}&completedTo=${dayAgo(days)}`),
  amount: ['amountFrom=9900000', 'amountTo=5000', 'amountFrom=20000&amountTo=20050'],
};

/** A range is a whole query. */
const queryOf = (name: string, sample: number): string => {
  const values = FILTERS[name] ?? [];
  const value = String(values[sample % values.length]);
  return value.includes('=') ? value : `${name}=${value}`;
};

export interface FilterPair {
  readonly name: string;
  /** Part of an URL, with other values for each sample. */
  readonly query: (sample: number) => string;
}

const NAMES = Object.keys(FILTERS);

/** Each filter alone and each pair of filters. */
export const FILTER_PAIRS: readonly FilterPair[] = [
  ...NAMES.map((name) => ({ name, query: (sample: number) => queryOf(name, sample) })),
  ...NAMES.flatMap((left, index) =>
    NAMES.slice(index + 1).map((right) => {
      const count = FILTERS[left]?.length ?? 1;
      // Every value of one meets every value of the other.
      return {
        name: `${left}-${right}`,
        query: (sample: number) => `${queryOf(left, sample)}&${queryOf(right, Math.floor(sample / count))}`,
      };
    }),
  ),
];
