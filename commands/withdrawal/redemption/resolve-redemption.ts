import type { Sending, WithdrawalFacts } from '../../../aggregates/withdrawal/state';
import type { Resolved } from '../../payout/request-payout';
import type { PeggedRedemption } from '../../ports/providers/pegged-redemption';
import { askDebit } from '../debit/ask-debit';
import { recordWhenSound, releaseBalance } from './record-redemption';
import { replaceStuck } from './replace-redemption';
import {
  HELD_MS,
  isRedeeming,
  REDEMPTION_GONE,
  type RedemptionDeps,
  type RedemptionStep,
  redeemOnce,
  withdrawalIn,
} from './send-redemption';

export interface ResolveRedemption extends RedemptionStep {
  /** First sending: milliseconds since 1970. */
  readonly sinceMs: number;
}

/** A quick chain is final while the caller waits. Slow chains need a quarter of an hour: then every minute. */
const ASK_AFTER_MS = [
  ...[250, 500, 750, 1_000, 1_250, 1_500, 1_750, 2_000, 2_250, 2_500, 3_000, 4_000],
  ...[6_000, 8_000, 15_000, 30_000, 60_000],
];
const ASK_EVERY_MS = 60_000;

/** Longer than the slowest network takes to be final. */
const ALERT_AFTER_MS = 3_600_000;

/** Asks until the end is known in a history not in question. Sends the same order again when no part has arrived. */
export const resolveRedemption =
  (deps: RedemptionDeps) =>
  async (step: ResolveRedemption): Promise<Resolved> => {
    const state = await withdrawalIn(deps.eventStore, step.stream);
    if (state.status !== 'REDEEMING' || state.redemption.phase !== 'SENT') return 'done';
    const { facts, redemption: sent } = state;
    const redemption = deps.redemptions.named(facts.redemption, facts.mode);
    if (redemption === null) {
      deps.alert(REDEMPTION_GONE, { stream: step.stream, redemption: facts.redemption });
      return { askAgainAtMs: deps.clock.now() + HELD_MS };
    }
    await askAndRecord(deps, step, facts, { redemption, sendings: sent.sendings });
    const after = await withdrawalIn(deps.eventStore, step.stream);
    return after.status === 'REDEEMING' ? again(deps, step, sent.redemptionKey) : 'done';
  };

interface Asked {
  readonly redemption: PeggedRedemption;
  readonly sendings: readonly Sending[];
}

const askAndRecord = async (
  deps: RedemptionDeps,
  step: ResolveRedemption,
  facts: WithdrawalFacts,
  { redemption, sendings }: Asked,
): Promise<void> => {
  const { said, answer, outcome } = await askDebit(deps, facts, redemption, sendings);
  if (!said.ok && said.kind === 'NOT_FOUND') {
    await sendAgain(deps, step, facts, { redemption, sendings });
    return;
  }
  if (outcome !== null) await recordWhenSound(deps)({ facts, outcome, causeEventId: step.causeEventId });
  else if (answer.ok) {
    const waitedMs = deps.clock.now() - step.sinceMs;
    await replaceStuck(deps)(step, { facts, redemption, sendings, waitedMs });
  }
};

/** Repeats only the last order: a replaced one must not return. An erased user's order cannot be opened. */
const sendAgain = async (
  deps: RedemptionDeps,
  step: ResolveRedemption,
  facts: WithdrawalFacts,
  { redemption, sendings }: Asked,
): Promise<void> => {
  const last = sendings.at(-1);
  if (last === undefined) return;
  const order = last.order === null ? null : await deps.vault.open(last.order);
  if (order === null && last.order !== null) return;
  if (!(await isRedeeming(deps.eventStore, step.stream))) return;
  await redeemOnce(deps, step, { facts, redemption, prepared: { txid: last.txid, nonce: last.nonce, order } });
};

const again = (deps: RedemptionDeps, { stream, sinceMs }: ResolveRedemption, redemptionKey: string): Resolved => {
  const nowMs = deps.clock.now();
  const waitedMs = nowMs - sinceMs;
  if (waitedMs > ALERT_AFTER_MS) deps.alert('The outcome of a debit is unknown', { stream, redemptionKey });
  const next = ASK_AFTER_MS.find((afterMs) => afterMs > waitedMs);
  return { askAgainAtMs: next === undefined ? nowMs + ASK_EVERY_MS : sinceMs + next };
};

export const giveBack =
  (deps: RedemptionDeps) =>
  async ({ stream, causeEventId }: RedemptionStep): Promise<Resolved> => {
    const state = await withdrawalIn(deps.eventStore, stream);
    const isOver = state.status === 'FAILED' || (state.status === 'UNPAID' && state.isFound === true);
    if (isOver) await releaseBalance(deps)(state.facts, 'FAILED', causeEventId);
    return 'done';
  };
