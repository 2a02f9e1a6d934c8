import { cashin } from '../../../aggregates/cashin/cashin';
import type { CashinState } from '../../../aggregates/cashin/state';
import { cashout } from '../../../aggregates/cashout/cashout';
import type { CashoutState } from '../../../aggregates/cashout/state';
import { type Recorded, START } from '../../../aggregates/events';
import { rejection } from '../../../aggregates/rejection';
import { streamsOfId } from '../../../aggregates/stream';
import type { WithdrawalState } from '../../../aggregates/withdrawal/state';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import { explainCashin } from '../../../commands/cashin/explain-cashin';
import { explainIntent } from '../../../commands/cashout/explain-intent';
import { explain } from '../../../commands/explaining/explain';
import { stateOf } from '../../../commands/handling/reading/read-stream';
import { explainSession } from '../../../commands/kyc/explain-session';
import { reactions } from '../../../commands/reactions';
import { explainUser } from '../../../commands/user/explain-user';
import { explainWithdrawal } from '../../../commands/withdrawal/explain-withdrawal';
import { type MemoryDeps, memoryDeps } from './ledger/deps';
import { type Duration, milliseconds } from './ledger/duration';
import { operatorCalls } from './ledger/operator-calls';
import { partnerCalls } from './ledger/partner-calls';
import { reportDeposit } from './ledger/report-deposit';
import { workOff } from './ledger/work-off';

export interface LedgerOptions {
  /** The same seed and the same calls write the same events, and see the same prices (default 1). */
  readonly seed?: number;
  /** ISO 8601, UTC (default noon of 20 November 2026). */
  readonly start?: string;
}

const START_TIME = '2026-11-20T12:00:00.000Z';

/**
 * The ledger of a service in memory: its commands, reactions and projections over the sandbox's providers. A call records
 * its own events; `advance` does the work that follows, at the time at which it is due.
 *
 * @example
 * import { createLedger } from 'lastro-testing/ledger';
 * const ledger = createLedger();
 * const user = await ledger.createUser();
 * const intent = await ledger.createCashout(user, await ledger.quote(user, { amountCents: 15_000n }));
 * await ledger.deposit(intent);
 * await ledger.advance('1 min');
 * const { status } = await ledger.explain(intent.intentId);
 * console.log(status);
 * // COMPLETED
 */
export const createLedger = ({ seed = 1, start = START_TIME }: LedgerOptions = {}) => {
  const deps = memoryDeps(`ledger ${seed}`, Date.parse(start));
  const { clock, projected, inbox, sandbox, alerts, knownOf } = deps;
  const { advance } = workOff({ clock, projected, knownOf, inbox, sandbox, reactions: reactions(deps) });
  const explainAny = explain(explainers(deps));
  return {
    ...partnerCalls(deps),
    ...operatorCalls(deps),
    /** Milliseconds since 1970. */
    now: clock.now,
    /** Moves the clock, and does the work that falls due on the way; `0` does the work that is due now. */
    advance: (duration: Duration): Promise<void> => advance(milliseconds(duration)),
    deposit: reportDeposit(deps),
    /** Explains the state of a payment or user, and what would move it. Throws a rejection NOT_FOUND. */
    explain: async (id: string) => {
      await projected.project(Number.POSITIVE_INFINITY);
      return explainAny(id);
    },
    /** In the order of the log: all events, or those of a stream or of an id. */
    events: (id?: string): Promise<readonly Recorded[]> => eventsOf(deps, id),
    /** The state of a cash-out, cash-in or withdrawal. Throws a rejection NOT_FOUND. */
    state: (id: string): Promise<CashoutState | CashinState | WithdrawalState> => stateNamed(deps, id),
    /** Alerts for operators, the oldest first. */
    alerts: (): readonly (typeof alerts)[number][] => [...alerts],
  };
};

export type Ledger = ReturnType<typeof createLedger>;

const explainers = (deps: MemoryDeps) => {
  const { chargeProviders, cryptoDeliveries, payoutProviders } = deps;
  return {
    CASHOUT: explainIntent({ ...deps, isProviderThere: (name, mode) => payoutProviders.named(name, mode) !== null }),
    CASHIN: explainCashin({
      eventStore: deps.eventStore,
      isChargeProviderThere: (name, mode) => chargeProviders.named(name, mode) !== null,
      isDeliveryProviderThere: (name, mode) => cryptoDeliveries.named(name, mode) !== null,
    }),
    WITHDRAW: explainWithdrawal(deps),
    KYC: explainSession(deps),
    USER: explainUser(deps),
  };
};

const eventsOf = async ({ eventStore }: MemoryDeps, id?: string): Promise<readonly Recorded[]> => {
  const streams = id === undefined ? null : new Set<string>(streamsOfId(id));
  const events: Recorded[] = [];
  for await (const event of eventStore.readAll(START)) if (streams?.has(event.stream) !== false) events.push(event);
  return events;
};

const stateNamed = async ({ eventStore }: MemoryDeps, id: string) => {
  const states = [
    await stateOf(eventStore, cashout, id),
    await stateOf(eventStore, cashin, id),
    await stateOf(eventStore, withdrawal, id),
  ];
  const found = states.find(({ status }) => status !== 'NONE');
  if (found === undefined) throw rejection('NOT_FOUND', 'No such payment');
  return found;
};
