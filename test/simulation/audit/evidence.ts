import type { CashinEvent } from '../../../aggregates/cashin/events';
import type { CashoutEvent } from '../../../aggregates/cashout/events';
import type { DepositEvent } from '../../../aggregates/deposit/events';
import { type Recorded, START } from '../../../aggregates/events';
import type { PeggedBalanceEvent } from '../../../aggregates/pegged-balance/events';
import type { WithdrawalEvent } from '../../../aggregates/withdrawal/events';
import type { Payout } from '../../../commands/ports/providers/payout-provider';
import type { World } from '../world/world';
import { type Books, sumUp } from './books';

type Histories<Event extends { readonly type: string }> = ReadonlyMap<
  string,
  readonly (Extract<Recorded, Event> & Event)[]
>;

export interface Streams {
  readonly log: readonly Recorded[];
  readonly ofCashouts: Histories<CashoutEvent>;
  readonly ofDeposits: Histories<DepositEvent>;
  readonly ofWithdrawals: Histories<WithdrawalEvent>;
  readonly ofWallets: Histories<PeggedBalanceEvent>;
  readonly ofCashins: Histories<CashinEvent>;
}

const grouped = <Event extends { readonly type: string }>(
  log: readonly Recorded[],
  prefix: string,
): Histories<Event> => {
  const streams = new Map<string, Recorded[]>();
  for (const event of log) {
    if (!event.stream.startsWith(prefix)) continue;
    const own = streams.get(event.stream) ?? [];
    own.push(event);
    streams.set(event.stream, own);
  }
  return streams as unknown as Histories<Event>;
};

export const streamsIn = (log: readonly Recorded[]): Streams => ({
  log,
  ofCashouts: grouped(log, 'cashout-'),
  ofDeposits: grouped(log, 'deposit-'),
  ofWithdrawals: grouped(log, 'withdrawal-'),
  ofWallets: grouped(log, 'peggedBalance-'),
  ofCashins: grouped(log, 'cashin-'),
});

export const logOf = async (world: World): Promise<readonly Recorded[]> => {
  const log: Recorded[] = [];
  for await (const event of world.truth.readAll(START)) log.push(event);
  return log;
};

/** The log of the ledger, beside the truth of the simulated world. */
export interface Evidence extends Streams {
  readonly world: World;
  readonly books: Books;
  /** All payments of the bank, under any key. */
  readonly paid: readonly Payout[];
  /** Streams that an operator was notified about. */
  readonly told: ReadonlySet<string>;
}

const paidAtBank = async ({ bank }: World): Promise<readonly Payout[]> => {
  const context = {
    requestId: 'oracle',
    partnerId: 'p1',
    mode: 'sandbox' as const,
    deadlineMs: Number.MAX_SAFE_INTEGER,
  };
  const listed = await bank.oracle.list(context, '1970-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z');
  if (!listed.ok) throw new Error(listed.message);
  return listed.value.filter(({ state }) => state === 'SETTLED' || state === 'RETURNED');
};

export const evidenceOf = async (world: World): Promise<Evidence> => {
  const log = await logOf(world);
  const told = new Set(world.alerts.flatMap(({ facts }) => facts['stream'] ?? []));
  return { ...streamsIn(log), world, books: sumUp(log), paid: await paidAtBank(world), told };
};

/** All of a type, in their order. */
export const ofType = <Event extends { readonly type: string }, Type extends Event['type']>(
  history: readonly Event[],
  type: Type,
): readonly Extract<Event, { readonly type: Type }>[] =>
  history.filter((event): event is Extract<Event, { readonly type: Type }> => event.type === type);
