import { fold } from '../../aggregates/decider';
import { link as linkRules } from '../../aggregates/link/link';
import { watcher as watcherRules } from '../../aggregates/watcher/watcher';
import { webhook as webhookRules } from '../../aggregates/webhook/webhook';
import { historiesOf } from '../../packages/testing/src/arbitraries';
import {
  cashin,
  cashinQuote,
  cashout,
  deposit,
  kycSession,
  partner,
  payout,
  peggedBalance,
  quote,
  type TestedDecider,
  tested,
  user,
  withdrawal,
} from '../../packages/testing/src/deciders';
import * as laws from '../../packages/testing/src/laws';
import fc, { runsAtCost } from '../properties';

const LAWS = { ...laws };
type Any = TestedDecider<never, never, never>;

const [watcher, webhook] = [tested('watcher', watcherRules), tested('webhook', webhookRules)] as const;
const link = tested('link', linkRules);

const PAID = [cashout, cashin, withdrawal];
const PRICED = [...PAID, payout, peggedBalance, quote, cashinQuote];
const NAMED = [...PRICED, deposit, kycSession, user, partner, link];
const ALL = [...NAMED, watcher, webhook] as unknown as readonly Any[];
const WITHOUT_STATUS: readonly string[] = ['peggedBalance', 'watcher'];

/** The laws, and the deciders whose histories have cases of each. */
const CASES: readonly (readonly [keyof typeof laws, readonly object[]])[] = [
  ['repeatedCommandChangesNothing', ALL],
  ['foldsOfPartsAreEqual', ALL],
  ['terminalStatesStay', ALL.filter(({ name }) => !WITHOUT_STATUS.includes(name))],
  ['idsAreUnique', NAMED],
  ['amountsArePositive', [...PRICED, deposit]],
  ['amountsSumToTheCent', PRICED],
  ['noPayoutWithoutFunds', PAID],
  ['neverMoreThanCameIn', [...PAID, peggedBalance]],
];

/** High enough that each law has a case. */
const runs = Math.max(50, runsAtCost(1));

describe.each(CASES)('%s', (name, deciders) => {
  test.each(deciders as readonly Any[])('holds for the $name', (decider) =>
    (LAWS[name] as laws.Law)(decider, { runs }));
});

test.each(ALL)('folds an event of the $name twice without a fault', (decider) => {
  fc.assert(
    fc.property(historiesOf(decider), (history) => {
      for (const event of history) decider.evolve(fold(decider, history), event);
    }),
  );
});
