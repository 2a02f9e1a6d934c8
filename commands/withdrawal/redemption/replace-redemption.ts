import type { Sending, WithdrawalFacts } from '../../../aggregates/withdrawal/state';
import type { PeggedRedemption } from '../../ports/providers/pegged-redemption';
import { askedRedemption } from './redemption-answer';
import {
  callFor,
  isRedeeming,
  orderOf,
  passFence,
  type RedemptionDeps,
  type RedemptionStep,
  redeemOnce,
} from './send-redemption';

/** After this time without a block the fee of a transaction is too low. */
const STUCK_AFTER_MS = 180_000;

export interface Stuck {
  readonly facts: WithdrawalFacts;
  readonly redemption: PeggedRedemption;
  readonly sendings: readonly Sending[];
  readonly waitedMs: number;
}

/** The withdrawal claims a replacement before it is sent. Only one of the two transactions can happen. */
export const replaceStuck =
  (deps: RedemptionDeps) =>
  async (step: RedemptionStep, { facts, redemption, sendings, waitedMs }: Stuck): Promise<void> => {
    if (waitedMs < STUCK_AFTER_MS) return;
    const again = await askedRedemption(redemption.name, () =>
      redemption.prepare(callFor(deps, facts), orderOf(facts)),
    );
    if (!again.ok) return;
    const prepared = again.value;
    const isNew = prepared.txid !== null && sendings.every(({ txid }) => txid !== prepared.txid);
    const maySend = isNew ? passFence(deps, step, facts, prepared) : isRedeeming(deps.eventStore, step.stream);
    if (!(await maySend)) return;
    // The same transaction is sent again too: a crash may have come between the claim and the sending.
    await redeemOnce(deps, step, { facts, redemption, prepared });
  };
