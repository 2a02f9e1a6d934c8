import type { Fact } from '../sentences';
import { words } from '../sentences';
import { law } from './law';

type Data = Fact['data'];

export const centsIn = (data: Data, name: string): bigint | null => {
  const value = data[name];
  return typeof value === 'string' ? BigInt(value) : null;
};

export const partIn = (data: Data, name: string): Data => (data[name] ?? {}) as Data;

const OF_FEES = ['floorCents', 'platformCents', 'partnerCents', 'networkCents'];

/** Pairs that have to be equal; an event without one of the amounts has no pair. */
const pairsIn = (data: Data): readonly (readonly [string, bigint | null, bigint | null])[] => {
  const fees = partIn(data, 'fees');
  const feeCents = centsIn(fees, 'totalCents') ?? centsIn(data, 'feeCents');
  const paidCents = centsIn(partIn(data, 'payout'), 'amountCents') ?? centsIn(data, 'netCents');
  const plus = (left: bigint | null, right: bigint | null) => (left === null || right === null ? null : left + right);
  const sum = OF_FEES.reduce<bigint | null>((total, name) => plus(total, centsIn(fees, name)), 0n);
  return [
    ['the parts of the fees', sum, centsIn(fees, 'totalCents')],
    ['payout and fees', plus(paidCents, feeCents), centsIn(data, 'totalCents') ?? centsIn(data, 'grossCents')],
    ['exchange and fees', plus(centsIn(data, 'exchangedCents'), feeCents), centsIn(data, 'amountCents')],
  ];
};

const OPENINGS = ['CashoutIntentCreated', 'WithdrawalRequested'];
const PAYMENTS = ['PayoutRequested', 'PayoutSettled'];

/** The instructed amount. A payout without its owner names it in its first request. */
const owedIn = (history: readonly Fact[]): bigint | null => {
  const opening = history.find(({ type }) => OPENINGS.includes(type));
  if (opening !== undefined) return centsIn(partIn(opening.data, 'payout'), 'amountCents');
  const request = history.find(({ type }) => type === 'PayoutRequested');
  return request === undefined ? null : centsIn(request.data, 'amountCents');
};

export const amountsSumToTheCent = law('Amounts sum to the cent', function* ({ history }) {
  const owed = owedIn(history);
  for (const { type, data } of history) {
    const ofPayout = ['the payout', PAYMENTS.includes(type) ? centsIn(data, 'amountCents') : null, owed] as const;
    for (const [name, sum, whole] of [...pairsIn(data), ofPayout]) {
      if (sum === null || whole === null) continue;
      yield sum === whole ? null : `In "${words(type)}", ${name} make ${sum} cents of ${whole}.`;
    }
  }
});

const AMOUNTS = ['amountCents', 'amountBaseUnits', 'dueBaseUnits'];

function* amountsIn(data: Data): Generator<bigint> {
  for (const [name, value] of Object.entries(data)) {
    if (AMOUNTS.includes(name) && typeof value === 'string') yield BigInt(value);
    if (typeof value === 'object' && value !== null) yield* amountsIn(value as Data);
  }
}

/** Only parts, such as a fee, may be 0. */
export const amountsArePositive = law('Amounts are positive', function* ({ history }) {
  for (const { type, data } of history)
    for (const amount of amountsIn(data)) yield amount > 0n ? null : `"${words(type)}" names an amount of ${amount}.`;
});
