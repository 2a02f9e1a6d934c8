import { fold } from '../../../aggregates/decider';
import { partsOfStream } from '../../../aggregates/stream';
import type { WithdrawalEvent } from '../../../aggregates/withdrawal/events';
import type { WithdrawalState } from '../../../aggregates/withdrawal/state';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import { historyOf } from '../../handling/reading/read-stream';
import type { Resolved } from '../../payout/request-payout';
import type { SignedOrders } from '../../ports/chains/signed-orders';
import type { PeggedRedemptions } from '../../ports/providers/pegged-redemption';
import { type RecordRedemptionDeps, recordWhenSound } from '../redemption/record-redemption';
import { type RedemptionStep, sendingsIn, signedFor } from '../redemption/send-redemption';
import { askDebit } from './ask-debit';

export interface AskOverruledDebitDeps extends RecordRedemptionDeps {
  readonly signedOrders: SignedOrders;
  readonly redemptions: Pick<PeggedRedemptions, 'named'>;
}

const ASK_EVERY_MS = 300_000;

/** A debit after the operators' decision is a contradiction. Sends nothing. A missing redemption raises no alert. */
export const askOverruledDebit =
  (deps: AskOverruledDebitDeps) =>
  async ({ stream, causeEventId }: RedemptionStep): Promise<Resolved> => {
    const id = partsOfStream(stream)?.id ?? '';
    const history = (await historyOf(deps.eventStore, withdrawal, id)) as unknown as readonly WithdrawalEvent[];
    const state = fold(withdrawal, history);
    const askAgain = { askAgainAtMs: deps.clock.now() + ASK_EVERY_MS };
    if (!isOverruled(state)) return askAgain;
    const { facts } = state;
    // The signer's book may be older than the log, for example after a restore.
    await deps.signedOrders.abandon(signedFor(id), foundIn(history));
    const redemption = deps.redemptions.named(facts.redemption, facts.mode);
    if (redemption === null) return askAgain;
    const { outcome } = await askDebit(deps, facts, redemption, sendingsIn(history));
    // The operators' decision includes a debit that is missing or not reported.
    if (outcome?.kind === 'SETTLED') await recordWhenSound(deps)({ facts, outcome, causeEventId });
    return askAgain;
  };

/** A debit that was settled after all, or paid, is not overruled. */
const isOverruled = (
  state: WithdrawalState,
): state is Extract<WithdrawalState, { readonly status: 'FAILED' | 'UNPAID' }> =>
  state.status === 'FAILED' || (state.status === 'UNPAID' && (state.isFound === true || state.undoneKey !== undefined));

/** The transaction in the operators' last word; null: the wallet was not debited. */
const foundIn = (history: readonly WithdrawalEvent[]): string | null => {
  const decided = history.findLast(({ type }) => type === 'RedemptionDecided');
  return decided?.type === 'RedemptionDecided' ? (decided.data.debited?.txid ?? null) : null;
};
