import type { Word } from '../../../aggregates/payout/commands';
import type { PayoutEnd } from '../../../aggregates/payout/events';
import { isContradicted, isSent, type SentKey } from '../../../aggregates/payout/state';
import { rejection } from '../../../aggregates/rejection';
import { askUnderKey } from '../../payout/outcome/ask-under-key';
import { askPayout, mustOwe, type PlacedPayout } from '../../payout/owners/owners';
import { askEverybody } from '../loss/recover-payout';
import type { Deciding, ReadyToDecide, TroubleDeps } from './step';

/** Asked by every key that was sent; after a loss of the log every provider, by every key. */
export const payout: ReadyToDecide<PayoutEnd> = async (deps, deciding) => {
  const { paymentId, outcome: end, by, mayPropose, context } = deciding;
  const owed = await mustOwe(deps.eventStore, paymentId);
  const { stream, partnerId, mode } = owed;
  if (end.how === 'PAID') mayBePaid(owed);
  const sent = sentIn(owed);
  const { words, unreached } = await wordsOn(deps, owed, sent, context.commandId);
  mustBeReached(deciding, unreached);
  if (owed.payout.lostSince !== undefined) await mustKnowNoOther(deps, owed, owed.payout.lostSince);
  const about = { providerKey: sent.at(-1)?.providerKey ?? '', words, end };
  const command = { type: 'DecidePayout', ...about, by, mayPropose, now: deps.clock.iso() } as const;
  return {
    found: end.how === 'PAID' ? { network: null, reference: end.endToEndId, partnerId, mode } : null,
    signed: null,
    append: (claiming) => askPayout(deps, stream, { context, command, claiming }),
  };
};

const mayBePaid = ({ terms, payout: { lostSince } }: PlacedPayout): void => {
  if (terms.kind === 'GIFT_CARD')
    throw refusal('Only the provider of a gift card has its code: only the provider can complete the payout');
  if (lostSince !== undefined) throw refusal('The payout is on hold after a loss of the log: release it first');
};

const refusal = (message: string) => rejection('WRONG_STATE', message);

/** Any sending of a contradicted payout may have been paid, also after it failed. */
const sentIn = ({ payout: state }: PlacedPayout): readonly SentKey[] => {
  if (isContradicted(state) && state.phase !== 'SETTLED') return state.sent ?? [];
  if (isSent(state)) return [state];
  throw refusal('The outcome of this payout is not unknown');
};

const mustBeReached = ({ outcome, isUnreachable }: Deciding<PayoutEnd>, unreached: readonly string[]): void => {
  const [provider] = unreached;
  if (provider === undefined || outcome.how === 'PAID' || isUnreachable === true) return;
  throw refusal(`${provider} does not answer. If its own records show no payment, add --unreachable`);
};

interface Words {
  readonly words: readonly Word[];
  readonly unreached: readonly string[];
}

const wordsOn = async (
  deps: TroubleDeps,
  owed: PlacedPayout,
  sent: readonly SentKey[],
  causeEventId: string,
): Promise<Words> => {
  const words: Word[] = [];
  const unreached: string[] = [];
  for (const { providerKey, provider: name } of sent) {
    const provider = deps.payoutProviders.named(name, owed.mode);
    const asked = { owed, providerKey, causeEventId };
    const heard = provider === null ? null : await askUnderKey(deps, { ...asked, provider });
    if (heard?.isReached !== true) unreached.push(name);
    if (heard === null) continue;
    const { state, isBreach, outcome } = heard;
    if (state !== null) words.push({ providerKey, provider: name, state, isBreach, outcome });
  }
  return { words, unreached };
};

/** A later attempt, which the log has lost, may have been paid. */
const mustKnowNoOther = async (deps: TroubleDeps, owed: PlacedPayout, lostSince: string): Promise<void> => {
  const paid = (await askEverybody(deps, owed, lostSince)).find(({ state }) => state !== 'FAILED');
  if (paid === undefined) return;
  const { provider, attempt, state } = paid;
  throw refusal(`${provider} reports attempt ${attempt} as ${state}: no decision is needed`);
};
