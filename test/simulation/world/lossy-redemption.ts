import type {
  PeggedRedemption,
  Redemption,
  RedemptionOrder,
} from '../../../commands/ports/providers/pegged-redemption';
import type { Result } from '../../../commands/ports/providers/result';
import { failed } from '../../doubles/scripted-provider';
import { createLine, type LineOptions } from './line';
import { createPeggedChain, debitOf, type Fate, PEGGED, type Wallet } from './pegged-chain';

export interface RedemptionOptions extends LineOptions {
  readonly nowMs: () => number;
  readonly wallets: readonly Wallet[];
  /** Share of the answers that are impossible. */
  readonly liePercent: number;
  /** Planted: reports a debit as settled as soon as it is sent. */
  readonly isHasty: boolean;
}

const FATES: readonly Fate[] = ['MINED', 'MINED', 'MINED', 'MINED', 'LATE', 'DISPLACED', 'REFUSED'];
const DELAYS_MS: Readonly<Record<Fate, number>> = { MINED: 30_000, LATE: 900_000, DISPLACED: 60_000, REFUSED: 1 };

/** Time until every question finds the order. */
const ARRIVED_AFTER_MS = 3_000;

const CENT_BASE_UNITS = 10n ** BigInt(PEGGED.decimals - 2);

interface Prepared {
  readonly nonce: string;
  readonly fate: Fate;
  readonly delayMs: number;
}

/** A redemption of a pegged asset with books of its own: its debits become final late, or never come. */
export const lossyRedemption = ({ nowMs, wallets, liePercent, isHasty, random, ...options }: RedemptionOptions) => {
  const line = createLine({ random, ...options });
  const chain = createPeggedChain(nowMs, wallets);
  /** An issuer knows an order by its key alone, and pays reais for what it burns. */
  const isIssuer = random.chance(30);
  const prepared = new Map<string, Prepared>();
  const sentAtMs = new Map<string, number>();
  let preparations = 0;
  let isHonest = false;

  const planOf = (key: string): Prepared => {
    const fate = isHasty ? 'DISPLACED' : random.pick(FATES);
    const plan = prepared.get(key) ?? {
      ...{ nonce: String(prepared.size), fate, delayMs: random.upTo(DELAYS_MS[fate]) },
    };
    prepared.set(key, plan);
    return plan;
  };

  const redemptionOf = (order: RedemptionOrder): Result<Redemption> => {
    const { redemptionKey } = order;
    const found = chain.look(redemptionKey);
    if (found === null) return failed('NOT_FOUND');
    const cents = isIssuer ? (found.amount / CENT_BASE_UNITS).toString() : null;
    const debit = debitOf(found, chain, cents);
    if (isHasty || found.end === 'MOVED') return { ok: true, value: { redemptionKey, state: 'SETTLED', debit } };
    if (found.end === 'NONE') return { ok: true, value: { redemptionKey, state: 'PENDING' } };
    const failure = found.end === 'REVERTED' ? 'REVERTED' : 'DROPPED';
    return { ok: true, value: { redemptionKey, state: 'FAILED', failure } };
  };

  /** Answers that the ledger must never believe, whatever the outcome of the order. */
  const lieAbout = (order: RedemptionOrder): Result<Redemption> | null => {
    const { redemptionKey, wallet, amountBaseUnits } = order;
    if (isHonest || !random.chance(liePercent)) return null;
    const cents = isIssuer ? '1' : null;
    const about = { key: redemptionKey, nonce: '0', wallet, minedAtMs: nowMs(), fate: 'MINED' } as const;
    const amount = BigInt(amountBaseUnits);
    const debit = debitOf({ ...about, txid: '0xf0', amount: amount + 1n }, chain, cents);
    const settled = { redemptionKey, state: 'SETTLED', debit } as const;
    return random.pick<Result<Redemption>>([
      { ok: true, value: { ...settled, redemptionKey: 'another' } },
      { ok: true, value: { redemptionKey, state: 'SETTLED' } },
      { ok: true, value: { redemptionKey, state: 'FAILED' } },
      { ok: true, value: { redemptionKey, state: 'BURNT' as never } },
      { ok: true, value: settled },
      { ok: true, value: { ...settled, debit: { ...debit, wallet: '0xdead' } } },
    ]);
  };

  const provider: PeggedRedemption = {
    ...{
      name: 'sandbox',
      mode: 'sandbox',
      network: PEGGED.network,
      assetId: PEGGED.assetId,
      spender: '0x5e',
      partnerId: null,
    },
    readBalance: (_context, wallet) => line.question(async () => ({ ok: true, value: chain.read(wallet) })),
    prepare: async (_context, { redemptionKey }) => {
      await options.standStill();
      if (line.isLost()) return failed('UNAVAILABLE', 'TIMEOUT');
      const { fate, nonce } = planOf(redemptionKey);
      if (fate === 'REFUSED') return failed('REJECTED', 'LIMIT_EXCEEDED');
      if (isIssuer) return { ok: true, value: { txid: null, nonce: null, order: null } };
      preparations += 1;
      const txid = `0xd${preparations}`;
      return { ok: true, value: { txid, nonce, order: `signed ${txid}` } };
    },
    redeem: (_context, order, { txid }) =>
      line.order(async () => {
        const { redemptionKey: key, wallet, amountBaseUnits } = order;
        const { nonce, delayMs, fate } = planOf(key);
        if (!sentAtMs.has(key)) sentAtMs.set(key, nowMs());
        const amount = BigInt(amountBaseUnits);
        const minedAtMs = nowMs() + delayMs;
        chain.broadcast({ key, txid: txid ?? `0xi${nonce}`, nonce, wallet, amount, minedAtMs, fate });
        return lieAbout(order) ?? redemptionOf(order);
      }),
    get: (_context, order) =>
      line.question(async () => {
        const hasArrived = nowMs() - (sentAtMs.get(order.redemptionKey) ?? nowMs()) >= ARRIVED_AFTER_MS;
        if (!hasArrived && random.chance(30)) return failed('NOT_FOUND');
        return lieAbout(order) ?? redemptionOf(order);
      }),
  };
  return {
    provider,
    chain,
    heal: (): void => {
      isHonest = true;
      line.heal();
    },
  };
};
