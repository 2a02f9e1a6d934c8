import { dayInBrasilia } from '../../aggregates/brasilia-day';
import { cashout } from '../../aggregates/cashout/cashout';
import type { Mode } from '../../aggregates/partner/events';
import { payeeLimit } from '../../aggregates/payee-limit/payee-limit';
import type { PayoutTerms } from '../../aggregates/quote/events';
import { isRejection } from '../../aggregates/rejection';
import { withdrawal } from '../../aggregates/withdrawal/withdrawal';
import { type CommandContext, continuing } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import { handle } from '../handling/handle';
import { stateOf } from '../handling/reading/read-stream';
import type { HandleDeps } from '../handling/request';
import type { KeyVault } from '../ports/key-vault';
import type { PayoutMethod, PayoutProviders } from '../ports/providers/payout-provider';
import { isAboveLimit } from './limits';
import { payeeDigest, payeeKeyOf } from './payees';

export interface ReservingDeps extends HandleDeps {
  readonly vault: Pick<KeyVault, 'open' | 'digest'>;
  readonly payoutProviders: Pick<PayoutProviders, 'choose'>;
}

export interface PromisedPayout {
  readonly paymentId: string;
  readonly mode: Mode;
  readonly payout: PayoutTerms;
}

/** Day limit of the provider that would pay the payout now; null: no limit, or an unknown key. */
const limitOf = async (deps: ReservingDeps, { mode, payout }: PromisedPayout) => {
  const { kind, amountCents, instruction } = payout;
  const limited = { kind, amountCents: BigInt(amountCents) };
  const provider = deps.payoutProviders.choose(mode, payout, (each) => !isAboveLimit(each, limited));
  const limitCents = provider?.limits?.[kind]?.payeeDayCents;
  if (limitCents === undefined) return null;
  const opened = await deps.vault.open(instruction);
  const key = opened === null ? null : payeeKeyOf(JSON.parse(opened) as PayoutMethod);
  return key === null ? null : { limitCents, digest: await payeeDigest(deps.vault, key) };
};

/** Adds the payment to its payee's limit for this day. Repeatable. Refuses AMOUNT_ABOVE_LIMIT. */
export const reservePayeeLimit = async (
  deps: ReservingDeps,
  promised: PromisedPayout,
  context: CommandContext,
): Promise<void> => {
  const limit = await limitOf(deps, promised);
  if (limit === null) return;
  const id = `${limit.digest}-${dayInBrasilia(deps.clock.now())}`;
  const { paymentId, payout } = promised;
  const reserve = async (): Promise<void> => {
    const [limitCents, reservedAt] = [limit.limitCents.toString(), deps.clock.iso()];
    const reservation = { paymentId, amountCents: payout.amountCents, limitCents, reservedAt };
    const ownContext = continuing(context, commandIdOf('reserve-payee-limit', paymentId, id));
    await handle(deps, payeeLimit, { id, context: ownContext, command: { type: 'ReservePayeeLimit', reservation } });
  };
  try {
    await reserve();
  } catch (error) {
    if (!isRejection(error) || (await giveBackEnded(deps, id, context)) === 0) throw error;
    await reserve();
  }
};

/** A reservation without a payment counts for this long. */
const MAKING_MS = 10 * 60_000;

/** Releases reservations of ended payments, on a full day alone. Answers their number. */
const giveBackEnded = async (deps: ReservingDeps, id: string, context: CommandContext): Promise<number> => {
  let count = 0;
  for (const [paymentId, { reservedAt }] of await stateOf(deps.eventStore, payeeLimit, id)) {
    const isYoung = deps.clock.now() < Date.parse(reservedAt) + MAKING_MS;
    if (!(await isEnded(deps, paymentId, isYoung))) continue;
    const ownContext = continuing(context, commandIdOf('give-back-payee-limit', paymentId, id));
    const command = { type: 'GiveBackPayeeLimit', paymentId, now: deps.clock.iso() } as const;
    await handle(deps, payeeLimit, { id, context: ownContext, command });
    count += 1;
  }
  return count;
};

const ENDED: readonly string[] = ['EXPIRED', 'FAILED', 'UNPAID', 'ABANDONED'];

const isEnded = async ({ eventStore }: ReservingDeps, paymentId: string, isYoung: boolean): Promise<boolean> => {
  const statuses = await Promise.all([
    stateOf(eventStore, cashout, paymentId).then(({ status }) => status),
    stateOf(eventStore, withdrawal, paymentId).then(({ status }) => status),
  ]);
  const status = statuses.find((each) => each !== 'NONE') ?? 'NONE';
  return status === 'NONE' ? !isYoung : ENDED.includes(status);
};
