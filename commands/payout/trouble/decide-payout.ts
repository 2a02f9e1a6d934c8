import type { LedgerEvent } from '../../../aggregates/events';
import type { Word } from '../../../aggregates/payout/commands';
import type { PayoutEnd } from '../../../aggregates/payout/events';
import { isContradicted, isSent, type SentKey } from '../../../aggregates/payout/state';
import { invalidField, rejection } from '../../../aggregates/rejection';
import type { CommandContext } from '../../handling/context';
import type { PayoutProviders } from '../../ports/payout-provider';
import type { ClaimedEnd } from '../owners/owner';
import { askPayout, findOwedPayout, type PlacedPayout } from '../owners/owners';
import type { RecordOutcomeDeps } from '../record-payout-outcome';
import { type Asking, askEverybody } from './ask-everybody';
import { askUnderKey } from './ask-under-key';
import { TRANSFER } from './resolve-return';

export interface DecidePayoutDeps extends RecordOutcomeDeps, Asking {
  readonly payoutProviders: Pick<PayoutProviders, 'named'>;
  /** Ids of payments that stand as paid by the transfer, whoever said so. */
  readonly paymentsPaidBy: (endToEndId: string) => Promise<readonly string[]>;
}

export interface DecidePayout {
  readonly paymentId: string;
  /** Of a payout that is contradicted alone; absent: not paid, of an outcome that is unknown. */
  readonly end?: PayoutEnd;
  /** The operator whose key asks. */
  readonly by: string;
  readonly mayPropose: boolean;
}

/** PROPOSED waits for another operator. */
export type Decision = 'PROPOSED' | 'DECIDED';

/**
 * Takes a payout whose outcome is unknown for not paid, or ends one that is contradicted: by two operators, each after the
 * provider was asked. After a loss of the log every provider is asked, by every key. Refuses NOT_FOUND, VALIDATION_ERROR,
 * WRONG_STATE.
 */
export const decidePayout =
  (deps: DecidePayoutDeps) =>
  async ({ paymentId, end, by, mayPropose }: DecidePayout, context: CommandContext): Promise<Decision> => {
    if (end?.how === 'PAID' && !TRANSFER.test(end.endToEndId)) {
      throw invalidField('endToEndId', 'the end-to-end id of the payment, or the id that the bank gave it');
    }
    const owed = await findOwedPayout(deps.eventStore, paymentId);
    if (owed === null) throw rejection('NOT_FOUND', 'Nothing is owed to a payee under this id');
    if (end?.how === 'PAID' && owed.terms.kind === 'GIFT_CARD') throw noCode();
    await mustPayNoOther(deps, owed, end);
    const asking = sentIn(owed, end);
    const words = await wordsOn(deps, owed, { asking, causeEventId: context.commandId });
    await mustBeWhole(deps, owed, end);
    const about = { providerKey: asking.at(-1)?.providerKey ?? '', words, ...(end === undefined ? {} : { end }) };
    const command = { type: 'DecidePayout', ...about, by, mayPropose, now: deps.clock.iso() } as const;
    const events = await askPayout(deps, owed.stream, { context, command, ...claimingOf(deps, owed, end) });
    return events.some(isEnd) ? 'DECIDED' : 'PROPOSED';
  };

const noCode = () =>
  rejection('WRONG_STATE', 'A gift card is paid by its code, which its provider alone has: only its word completes it');

const isEnd = ({ type }: LedgerEvent): boolean => type === 'PayoutDecided' || type === 'PayoutSettled';

/** Of a contradicted payout any sending may have been paid, also after it failed. */
const sentIn = ({ payout }: PlacedPayout, end: PayoutEnd | undefined): readonly SentKey[] => {
  if (isContradicted(payout) && payout.phase !== 'SETTLED') {
    if (end === undefined) throw rejection('WRONG_STATE', 'This payout is contradicted: say whether it was paid');
    return payout.sent ?? [];
  }
  if (isSent(payout)) return [payout];
  throw rejection('WRONG_STATE', 'The outcome of this payout is not unknown');
};

interface Question {
  readonly asking: readonly SentKey[];
  readonly causeEventId: string;
}

/** What each says is recorded as by any other question. */
const wordsOn = async (
  deps: DecidePayoutDeps,
  owed: PlacedPayout,
  { asking, causeEventId }: Question,
): Promise<readonly Word[]> => {
  const words: Word[] = [];
  for (const { providerKey, provider: name } of asking) {
    const provider = deps.payoutProviders.named(name, owed.mode);
    if (provider === null) continue;
    const { state, isBreach, outcome } = await askUnderKey(deps, { owed, providerKey, provider, causeEventId });
    if (state !== null) words.push({ providerKey, provider: name, state, isBreach, outcome });
  }
  return words;
};

const mustBeWhole = async (deps: DecidePayoutDeps, owed: PlacedPayout, end: PayoutEnd | undefined): Promise<void> => {
  const { lostSince } = owed.payout;
  if (lostSince === undefined) return;
  if (end?.how === 'PAID') throw rejection('WRONG_STATE', 'It is held by a loss of the log, and is released first');
  await mustKnowNoOther(deps, owed, lostSince);
};

/** One transfer pays one payment, also where a provider's own word has booked it. */
const claimingOf = (
  deps: DecidePayoutDeps,
  owed: PlacedPayout,
  end: PayoutEnd | undefined,
): { readonly claiming?: ClaimedEnd } => {
  if (end?.how !== 'PAID') return {};
  const { partnerId, mode } = owed;
  const found = { network: null, reference: end.endToEndId, partnerId, mode };
  return { claiming: { found, isEnd, beforeEnd: () => mustPayNoOther(deps, owed, end) } };
};

const mustPayNoOther = async (
  { paymentsPaidBy }: DecidePayoutDeps,
  { id }: PlacedPayout,
  end: PayoutEnd | undefined,
): Promise<void> => {
  if (end?.how !== 'PAID') return;
  const other = (await paymentsPaidBy(end.endToEndId)).find((each) => each !== id);
  if (other !== undefined) throw rejection('WRONG_STATE', `${end.endToEndId} has paid ${other}: it pays no other one`);
};

/** A later attempt, which the log has lost, may have been paid. */
const mustKnowNoOther = async (deps: DecidePayoutDeps, owed: PlacedPayout, lostSince: string): Promise<void> => {
  const paid = (await askEverybody(deps, owed, lostSince)).find(({ state }) => state !== 'FAILED');
  if (paid === undefined) return;
  const { provider, attempt, state } = paid;
  throw rejection('WRONG_STATE', `${provider} knows attempt ${attempt} as ${state}: nothing is to be decided`);
};
