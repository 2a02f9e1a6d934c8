import { cashin } from '../../aggregates/cashin/cashin';
import { cashout } from '../../aggregates/cashout/cashout';
import { type Decider, fold } from '../../aggregates/decider';
import { deposit } from '../../aggregates/deposit/deposit';
import { link } from '../../aggregates/link/link';
import { partner } from '../../aggregates/partner/partner';
import { peggedBalance } from '../../aggregates/pegged-balance/pegged-balance';
import { quote } from '../../aggregates/quote/quote';
import { user } from '../../aggregates/user/user';
import { watcher } from '../../aggregates/watcher/watcher';
import { webhook } from '../../aggregates/webhook/webhook';
import { withdrawal } from '../../aggregates/withdrawal/withdrawal';
import { cashinCommands } from '../../packages/testing/src/arbitraries/cashin-commands';
import {
  cashoutCommands,
  linkCommands,
  partnerCommands,
  quoteCommands,
  userCommands,
  watcherCommands,
  webhookCommands,
} from '../../packages/testing/src/arbitraries/commands';
import { depositCommands } from '../../packages/testing/src/arbitraries/deposit-commands';
import { balanceCommands, withdrawalCommands } from '../../packages/testing/src/arbitraries/withdrawal-commands';
import { decideOrRefuse, runCommands } from '../../packages/testing/src/run-commands';
import fc from '../properties';

interface Aggregate {
  readonly name: string;
  readonly decider: Decider<{ readonly status: string }, never, object>;
  readonly commands: fc.Arbitrary<readonly never[]>;
  /** Where each status may lead, at once or over others; a status that leads nowhere is terminal. */
  readonly roads: Readonly<Record<string, readonly string[]>>;
  /** Commands that happen anew each time that they are given, because each time is news. */
  readonly repeatable: readonly string[];
}

const aggregate = <State extends { readonly status: string }, Command, Event extends object>(
  name: string,
  decider: Decider<State, Command, Event>,
  commands: fc.Arbitrary<readonly Command[]>,
  rest: Pick<Aggregate, 'roads'> & Partial<Aggregate>,
): Aggregate => ({ name, decider: decider as never, commands: commands as never, repeatable: [], ...rest });

const withStatus = <State, Command, Event>(
  decider: Decider<State, Command, Event>,
): Decider<State & { readonly status: string }, Command, Event> => ({
  ...decider,
  initial: { ...decider.initial, status: 'ALWAYS' },
  evolve: (state, event) => ({ ...decider.evolve(state, event), status: 'ALWAYS' }),
});

const known = ['ACTIVE', 'SUSPENDED', 'REVOKED'];
const resolved = ['CLAIMED', 'MATCHED', 'UNMATCHED'];

const AGGREGATES: readonly Aggregate[] = [
  aggregate('partner', partner, partnerCommands, {
    roads: { NONE: known, ACTIVE: known, SUSPENDED: known, REVOKED: [] },
    repeatable: ['IssueHmacSecret', 'RotateWebhookSecret', 'RegisterDestination', 'ChangeTerms'],
  }),
  aggregate('user', user, userCommands, {
    roads: { NONE: ['ACTIVE'], ACTIVE: ['BLOCKED'], BLOCKED: ['ACTIVE', 'ERASED'], ERASED: [] },
    // Each time is shown to somebody.
    repeatable: ['OpenPersonalData'],
  }),
  aggregate('quote', quote, quoteCommands, { roads: { NONE: ['ISSUED'], ISSUED: [] } }),
  aggregate('cashout', cashout, cashoutCommands, {
    roads: {
      NONE: ['PENDING'],
      PENDING: ['PROCESSING', 'EXPIRED'],
      PROCESSING: ['COMPLETED', 'FAILED'],
      COMPLETED: [],
      FAILED: [],
      EXPIRED: [],
    },
  }),
  aggregate('cashin', cashin, cashinCommands, {
    roads: { NONE: ['ACTIVE'], ACTIVE: ['COMPLETED', 'EXPIRED', 'FAILED'], COMPLETED: [], EXPIRED: [], FAILED: [] },
  }),
  aggregate('deposit', deposit, depositCommands, {
    roads: {
      NONE: ['OBSERVED', 'FINALISED'],
      OBSERVED: ['FINALISED', 'REVERTED'],
      REVERTED: ['OBSERVED', 'FINALISED'],
      FINALISED: resolved,
      CLAIMED: ['MATCHED', 'UNMATCHED'],
      UNMATCHED: ['CLAIMED'],
      MATCHED: [],
    },
  }),
  aggregate('watcher', withStatus(watcher), watcherCommands, { roads: { ALWAYS: [] } }),
  aggregate('webhook', webhook, webhookCommands, {
    roads: { UNTOLD: ['OPEN', 'CLOSED'], OPEN: ['CLOSED'], CLOSED: ['OPEN'] },
    repeatable: ['RequestReplay'],
  }),
  aggregate('peggedBalance', withStatus(peggedBalance), balanceCommands, { roads: { ALWAYS: [] } }),
  aggregate('withdrawal', withdrawal, withdrawalCommands, {
    roads: {
      NONE: ['REDEEMING', 'ABANDONED'],
      // Operators may find a debit that pays for nothing, also after the failure.
      REDEEMING: ['PAYING', 'FAILED', 'UNPAID'],
      PAYING: ['COMPLETED', 'UNPAID'],
      COMPLETED: [],
      UNPAID: [],
      FAILED: ['UNPAID'],
      ABANDONED: [],
    },
  }),
  aggregate('link', link, linkCommands, { roads: { NONE: ['LIVE'], LIVE: ['REMOVED'], REMOVED: [] } }),
];

const types = (commands: readonly { readonly type: string }[]) => commands.map(({ type }) => type).join(' ');

describe.each(AGGREGATES)('any sequence of commands to a $name', ({ decider, commands, roads, repeatable }) => {
  const always = (law: (given: readonly never[]) => void) => fc.assert(fc.property(commands, law));

  test('keeps its status moving forward, and terminal stays terminal', () =>
    always((given) => {
      for (const { before, after } of runCommands(decider, given).steps) {
        if (before.status !== after.status) expect(roads[before.status]).toContain(after.status);
      }
    }));

  test('folds to the same state at once and step by step', () =>
    always((given) => {
      const { history, steps } = runCommands(decider, given);
      const once = fold(decider, history);
      expect(fold(decider, history)).toEqual(once);
      const resumed = steps.reduce((state, { events }) => events.reduce(decider.evolve, state), decider.initial);
      expect(resumed).toEqual(once);
    }));

  test('decided twice writes nothing new', () =>
    always((given) => {
      for (const { command, after } of runCommands(decider, given).steps) {
        if (repeatable.includes((command as { readonly type: string }).type)) continue;
        expect([types([command]), decideOrRefuse(decider, after, command)]).toEqual([types([command]), []]);
      }
    }));

  test('an event that is folded twice by mistake breaks nothing', () =>
    always((given) => {
      const { history } = runCommands(decider, given);
      for (const event of history) decider.evolve(fold(decider, history), event);
    }));
});
