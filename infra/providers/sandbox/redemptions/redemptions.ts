import { depositIdOf, SIMULATED_NETWORK } from '../../../../aggregates/chain';
import type { PeggedDebit } from '../../../../aggregates/pegged-balance/events';
import type { Clock } from '../../../../commands/ports/clock';
import type {
  PeggedRedemption,
  PreparedRedemption,
  Redemption,
  RedemptionOrder,
} from '../../../../commands/ports/pegged-redemption';
import type { CallContext, Result } from '../../../../commands/ports/result';
import { digestOf, finalDepth, heightAt, settleDepth, timeOf } from '../../../chains/simulated/blocks';
import type { SimulatedBooks, SimulatedTransaction, SimulatedTransfer } from '../../../chains/simulated/books';
import { POSITION } from '../../../chains/simulated/movements';
import { SIMULATED_ASSETS, SIMULATED_BRL, SIMULATED_SPENDER } from '../../../chains/simulated/network';
import { withinDeadline } from '../../deadline';
import { chooseRow } from '../choose-row';
import { failed, NAME, SETTLE_MS } from '../desk';
import { REDEMPTIONS, type RedemptionScenario } from './redemption-scenarios';

/** How long a stuck debit waits for its block, unless the simulated time is moved on. */
const STUCK_MS = 3_600_000;

export interface RedeemingOptions {
  readonly books: SimulatedBooks;
  readonly clock: Clock;
  /** Until a block is final (default 2,000). */
  readonly settleMs?: number;
}

type Redeeming = Required<RedeemingOptions>;

const DECIMALS = SIMULATED_ASSETS.find(({ assetId }) => assetId === SIMULATED_BRL)?.decimals ?? 0;
const BASE_UNITS_PER_CENT = 10n ** BigInt(DECIMALS - 2);

const scenarioOf = ({ scenario, amountBaseUnits }: RedemptionOrder): RedemptionScenario =>
  chooseRow(REDEMPTIONS, scenario, BigInt(amountBaseUnits) / BASE_UNITS_PER_CENT);

const txidOf = ({ partnerId }: CallContext, { redemptionKey }: RedemptionOrder): string =>
  digestOf(`redemption\n${partnerId}\n${redemptionKey}`);

/** The same for the same key, so that repeating it prepares the same transaction. */
const preparedOf = (context: CallContext, order: RedemptionOrder): PreparedRedemption => {
  const txid = txidOf(context, order);
  return { txid, nonce: BigInt(txid.slice(0, 14)).toString(), order: null };
};

const transferOf = (context: CallContext, order: RedemptionOrder): SimulatedTransfer => ({
  ...{ partnerId: context.partnerId, txid: txidOf(context, order), kind: 'DEBIT' },
  ...{ fate: scenarioOf(order).fate, assetId: SIMULATED_BRL, sender: order.wallet, receiver: SIMULATED_SPENDER },
  ...{ baseUnits: BigInt(order.amountBaseUnits), memo: null, allowance: null },
});

const breach = (message: string) => failed('UNKNOWN', 'PROTOCOL', message);

const finalHeight = ({ clock, settleMs }: Redeeming): bigint => heightAt(clock.now()) - finalDepth(settleMs);

const isSettling = ({ height }: SimulatedTransaction, { clock, settleMs }: Redeeming): boolean =>
  height > heightAt(clock.now()) - settleDepth(settleMs);

const isOfOrder = (found: SimulatedTransaction, { wallet, amountBaseUnits }: RedemptionOrder): boolean =>
  found.kind === 'DEBIT' && found.sender === wallet && found.baseUnits === BigInt(amountBaseUnits);

const debitOf = ({ txid, assetId, sender, receiver, baseUnits, height }: SimulatedTransaction): PeggedDebit => ({
  ...{ to: 'TREASURY', debitId: depositIdOf(SIMULATED_NETWORK, txid, POSITION), network: SIMULATED_NETWORK },
  ...{ txid, assetId, wallet: sender, receiver, amountBaseUnits: baseUnits.toString() },
  ...{ blockNumber: height.toString(), blockTime: timeOf(height), gasBaseUnits: null, issuerCents: null },
});

const FAILURES = { REVERTS: 'REVERTED', DROPPED: 'DROPPED' } as const;

const redemptionOf = (redeeming: Redeeming, redemptionKey: string, found: SimulatedTransaction): Redemption => {
  if (isSettling(found, redeeming)) return { redemptionKey, state: 'PENDING' };
  return found.fate === 'LANDS'
    ? { redemptionKey, state: 'SETTLED', debit: debitOf(found) }
    : { redemptionKey, state: 'FAILED', failure: FAILURES[found.fate] };
};

const answer = (
  redeeming: Redeeming,
  order: RedemptionOrder,
  found: SimulatedTransaction | undefined,
): Result<Redemption> => {
  if (found === undefined) return failed('NOT_FOUND', 'OTHER', 'There is no debit with this key');
  if (!isOfOrder(found, order)) return breach('The key belongs to another debit');
  return { ok: true, value: redemptionOf(redeeming, order.redemptionKey, found) };
};

const redeem = async (
  redeeming: Redeeming,
  context: CallContext,
  order: RedemptionOrder,
  prepared: PreparedRedemption,
): Promise<Result<Redemption>> => {
  const transfer = transferOf(context, order);
  if (prepared.txid !== transfer.txid) return breach('This is no transaction of the key');
  const { isStuck, isUnanswered } = scenarioOf(order);
  const { books, clock } = redeeming;
  const isKnown = (await books.find([transfer.txid])).has(transfer.txid);
  const found = await books.place(transfer, isStuck ? heightAt(clock.now() + STUCK_MS) : 0n);
  if (isUnanswered && !isKnown) return failed('UNKNOWN', 'TIMEOUT', 'No answer in time');
  return answer(redeeming, order, found);
};

const get = async (redeeming: Redeeming, context: CallContext, order: RedemptionOrder): Promise<Result<Redemption>> => {
  const { txid } = transferOf(context, order);
  return answer(redeeming, order, (await redeeming.books.find([txid])).get(txid));
};

const prepare = (context: CallContext, order: RedemptionOrder): Result<PreparedRedemption> =>
  scenarioOf(order).isRefused
    ? failed('REJECTED', 'ACCOUNT_BLOCKED', 'The wallet cannot be debited')
    : { ok: true, value: preparedOf(context, order) };

/** Debits wallets on the simulated network, each in the world of the partner that asks. */
export const createSandboxRedemption = (options: RedeemingOptions): PeggedRedemption => {
  const redeeming: Redeeming = { settleMs: SETTLE_MS, ...options };
  const { books, clock } = redeeming;
  const within = <Value>(
    { deadlineMs }: CallContext,
    kind: 'UNKNOWN' | 'UNAVAILABLE' | 'RETRYABLE',
    work: () => Promise<Result<Value>>,
  ): Promise<Result<Value>> =>
    withinDeadline({ atMs: deadlineMs, clock, work, otherwise: (why) => failed(kind, 'TIMEOUT', why) });
  return {
    ...{
      name: NAME,
      mode: 'sandbox',
      network: SIMULATED_NETWORK,
      assetId: SIMULATED_BRL,
      spender: SIMULATED_SPENDER,
      partnerId: null,
    },
    readBalance: (context, wallet) =>
      within(context, 'UNAVAILABLE', async () => {
        const height = finalHeight(redeeming);
        const { partnerId } = context;
        const { balance, allowance } = await books.holdings({ partnerId, wallet, assetId: SIMULATED_BRL }, height);
        const read = { balanceBaseUnits: balance.toString(), allowanceBaseUnits: allowance.toString() };
        return { ok: true, value: { ...read, blockNumber: height.toString() } };
      }),
    prepare: (context, order) => within(context, 'RETRYABLE', async () => prepare(context, order)),
    redeem: (context, order, prepared) => within(context, 'UNKNOWN', () => redeem(redeeming, context, order, prepared)),
    get: (context, order) => within(context, 'UNAVAILABLE', () => get(redeeming, context, order)),
  };
};
