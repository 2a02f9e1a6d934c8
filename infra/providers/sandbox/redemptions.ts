import { depositIdOf, SIMULATED_NETWORK } from '../../../aggregates/chain';
import type { PeggedDebit } from '../../../aggregates/pegged-balance/events';
import type { Clock } from '../../../commands/ports/clock';
import type {
  PeggedRedemption,
  PreparedRedemption,
  Redemption,
  RedemptionOrder,
} from '../../../commands/ports/providers/pegged-redemption';
import type { CallContext, Result } from '../../../commands/ports/providers/result';
import { digestOf, finalDepth, heightAt, settleDepth, timeOf } from '../../chains/simulated/blocks';
import type { SimulatedBooks, SimulatedTransaction, SimulatedTransfer } from '../../chains/simulated/books';
import { POSITION } from '../../chains/simulated/movements';
import { SIMULATED_ASSETS, SIMULATED_BRL, SIMULATED_SPENDER } from '../../chains/simulated/network';
import { failed, NAME, within } from './desk';
import { chooseRow, rowsWith, type Scenario, type ScenarioTable, SETTLE_MS } from './scenarios';

export interface RedemptionScenario extends Scenario {
  readonly fate: SimulatedTransfer['fate'];
  readonly isRefused: boolean;
  /** The debit lands, and the answer to its order is lost. */
  readonly isUnanswered: boolean;
  /** In the next block, or so much later; advancing the simulated time brings it nearer. */
  readonly waitsMs: number;
}

/** In the next block, and final after 2 s. */
const row = rowsWith<RedemptionScenario>({ fate: 'LANDS', isRefused: false, isUnanswered: false, waitsMs: 0 });

/** By the gross of the withdrawal. */
export const REDEMPTIONS: ScenarioTable<RedemptionScenario> = {
  reais: 555n,
  rows: [
    row('REDEMPTION', 'is in the next block, and final after 2 s'),
    row('REDEMPTION_REVERTED', 'is in a block without effect: the withdrawal fails', { number: 1, fate: 'REVERTS' }),
    row('REDEMPTION_DROPPED', 'never gets into a block: the withdrawal fails', { number: 2, fate: 'DROPPED' }),
    row('REDEMPTION_UNANSWERED', 'lands, and its answer is lost', { number: 3, isUnanswered: true }),
    row('REDEMPTION_STUCK', 'waits an hour for its block, or until advanced', { number: 4, waitsMs: 3_600_000 }),
    row('REDEMPTION_REFUSED', 'is refused before anything is sent', { number: 5, isRefused: true }),
  ],
};

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

const transferOf = ({ partnerId }: CallContext, order: RedemptionOrder): SimulatedTransfer => ({
  ...{ partnerId, txid: digestOf(`redemption\n${partnerId}\n${order.redemptionKey}`), kind: 'DEBIT' },
  ...{ fate: scenarioOf(order).fate, assetId: SIMULATED_BRL, sender: order.wallet, receiver: SIMULATED_SPENDER },
  ...{ baseUnits: BigInt(order.amountBaseUnits), memo: null, allowance: null },
});

const breach = (message: string) => failed('UNKNOWN', 'PROTOCOL', message);

const debitOf = ({ txid, assetId, sender, receiver, baseUnits, height }: SimulatedTransaction): PeggedDebit => ({
  ...{ to: 'TREASURY', debitId: depositIdOf(SIMULATED_NETWORK, txid, POSITION), network: SIMULATED_NETWORK },
  ...{ txid, assetId, wallet: sender, receiver, amountBaseUnits: baseUnits.toString() },
  ...{ blockNumber: height.toString(), blockTime: timeOf(height), gasBaseUnits: null, issuerCents: null },
});

const FAILURES = { REVERTS: 'REVERTED', DROPPED: 'DROPPED' } as const;

const answer = (
  { clock, settleMs }: Redeeming,
  { redemptionKey, wallet, amountBaseUnits }: RedemptionOrder,
  found: SimulatedTransaction | undefined,
): Result<Redemption> => {
  if (found === undefined) return failed('NOT_FOUND', 'OTHER', 'No debit has this key');
  const isOfOrder = found.kind === 'DEBIT' && found.sender === wallet && found.baseUnits === BigInt(amountBaseUnits);
  if (!isOfOrder) return breach('The key belongs to another debit');
  if (found.height > heightAt(clock.now()) - settleDepth(settleMs))
    return { ok: true, value: { redemptionKey, state: 'PENDING' } };
  return found.fate === 'LANDS'
    ? { ok: true, value: { redemptionKey, state: 'SETTLED', debit: debitOf(found) } }
    : { ok: true, value: { redemptionKey, state: 'FAILED', failure: FAILURES[found.fate] } };
};

const redeem = async (
  redeeming: Redeeming,
  order: RedemptionOrder,
  transfer: SimulatedTransfer,
): Promise<Result<Redemption>> => {
  const { waitsMs, isUnanswered } = scenarioOf(order);
  const { books, clock } = redeeming;
  const isKnown = (await books.find([transfer.txid])).has(transfer.txid);
  const found = await books.place(transfer, waitsMs === 0 ? 0n : heightAt(clock.now() + waitsMs));
  if (isUnanswered && !isKnown) return failed('UNKNOWN', 'TIMEOUT', 'The answer did not arrive in time');
  return answer(redeeming, order, found);
};

/** Equal for the same key, so that a repetition prepares the same transaction. */
const prepared = (context: CallContext, order: RedemptionOrder): Result<PreparedRedemption> => {
  if (scenarioOf(order).isRefused) return failed('REJECTED', 'ACCOUNT_BLOCKED', 'The wallet cannot be debited');
  const { txid } = transferOf(context, order);
  return { ok: true, value: { txid, nonce: BigInt(txid.slice(0, 14)).toString(), order: null } };
};

/** Debits wallets on the simulated network, each in the world of the partner that asks. */
export const createSandboxRedemption = (options: RedeemingOptions): PeggedRedemption => {
  const redeeming: Redeeming = { settleMs: SETTLE_MS, ...options };
  const { books, clock, settleMs } = redeeming;
  return {
    ...{ name: NAME, mode: 'sandbox', network: SIMULATED_NETWORK, assetId: SIMULATED_BRL },
    ...{ spender: SIMULATED_SPENDER, partnerId: null },
    readBalance: (context, wallet) =>
      within(redeeming, context, 'UNAVAILABLE', async () => {
        const height = heightAt(clock.now()) - finalDepth(settleMs);
        const owned = { partnerId: context.partnerId, wallet, assetId: SIMULATED_BRL };
        const { balance, allowance } = await books.holdings(owned, height);
        const read = { balanceBaseUnits: balance.toString(), allowanceBaseUnits: allowance.toString() };
        return { ok: true, value: { ...read, blockNumber: height.toString() } };
      }),
    prepare: (context, order) => within(redeeming, context, 'RETRYABLE', async () => prepared(context, order)),
    redeem: (context, order, { txid }) =>
      within(redeeming, context, 'UNKNOWN', async () => {
        const transfer = transferOf(context, order);
        return txid === transfer.txid
          ? redeem(redeeming, order, transfer)
          : breach('This transaction does not belong to the key');
      }),
    get: (context, order) =>
      within(redeeming, context, 'UNAVAILABLE', async () => {
        const { txid } = transferOf(context, order);
        return answer(redeeming, order, (await books.find([txid])).get(txid));
      }),
  };
};
