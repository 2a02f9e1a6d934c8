import fc from 'fast-check';
import { commandsOf, withFaults } from 'lastro-testing/arbitraries';
import type { CashoutCommand, CashoutEvent } from 'lastro-testing/deciders';
import * as deciders from 'lastro-testing/deciders';
import * as laws from 'lastro-testing/laws';

const { cashout, fold, isRejection } = deciders;

const WITH_MONEY = ['cashout', 'cashin', 'withdrawal'] as const;
const WITH_AMOUNTS = [...WITH_MONEY, 'peggedBalance', 'payout', 'quote', 'cashinQuote'] as const;
const WITH_STATUS = [
  ...WITH_MONEY,
  'payout',
  'deposit',
  'quote',
  'cashinQuote',
  'kycSession',
  'user',
  'partner',
] as const;
const ALL = [...WITH_STATUS, 'peggedBalance'] as const;

/** The deciders that have cases of each law. */
const CASES = {
  repeatedCommandChangesNothing: ALL,
  foldsOfPartsAreEqual: ALL,
  idsAreUnique: ALL,
  terminalStatesStay: WITH_STATUS,
  amountsArePositive: [...WITH_AMOUNTS, 'deposit'],
  amountsSumToTheCent: WITH_AMOUNTS,
  noPayoutWithoutFunds: WITH_MONEY,
  neverMoreThanCameIn: [...WITH_MONEY, 'peggedBalance'],
} as const;

type LawName = keyof typeof CASES;
type AnyDecider = deciders.TestedDecider<never, never, never>;

const rows = (Object.keys(CASES) as LawName[]).flatMap((law) => CASES[law].map((decider) => ({ law, decider })));

test.each(rows)('$decider keeps the law $law', ({ law, decider }) =>
  laws[law](deciders[decider] as unknown as AnyDecider));

const oneEnd = laws.law('A cash-out ends once', function* ({ history }) {
  const ends = history.filter(({ type }) => ['CashoutCompleted', 'CashoutFailed', 'CashoutExpired'].includes(type));
  if (ends.length > 0) yield ends.length === 1 ? null : `It ended ${ends.length} times.`;
});

test('a law of our own: a cash-out ends once', () => oneEnd(cashout));

/** Code of our own: what a page shows of an intent, taken from its events alone. */
const SHOWN: Readonly<Record<string, string>> = {
  ...{ CashoutIntentCreated: 'PENDING', DepositAccepted: 'PROCESSING' },
  ...{ CashoutCompleted: 'COMPLETED', CashoutFailed: 'FAILED', CashoutExpired: 'EXPIRED' },
};

const run = (commands: readonly CashoutCommand[]): readonly CashoutEvent[] => {
  const history: CashoutEvent[] = [];
  for (const command of commands) {
    try {
      history.push(...cashout.decide(fold(cashout, history), command));
    } catch (error) {
      if (!isRejection(error)) throw error;
    }
  }
  return history;
};

test('the page shows the status of the decider when commands are repeated, reordered, lost or late', () =>
  fc.assert(
    fc.property(withFaults(commandsOf(cashout)), (commands) => {
      const history = run(commands);
      const shown = history.reduce((before, { type }) => SHOWN[type] ?? before, 'NONE');
      return shown === fold(cashout, history).status;
    }),
    { numRuns: 200 },
  ));
