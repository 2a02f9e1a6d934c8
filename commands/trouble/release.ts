import { isUntold } from '../../aggregates/payout/losses';
import { askedSince } from '../../aggregates/payout/trouble';
import { rejection } from '../../aggregates/rejection';
import { streamNameOf } from '../../aggregates/stream';
import type { WithdrawalFacts } from '../../aggregates/withdrawal/state';
import { withdrawal } from '../../aggregates/withdrawal/withdrawal';
import type { CommandContext } from '../handling/context';
import { handle } from '../handling/handle';
import { askPayout, findOwedPayout, type PlacedPayout } from '../payout/owners/owners';
import { askDebit } from '../withdrawal/debit/ask-debit';
import { doubtsRefutedOf } from '../withdrawal/debit/ask-debit-again';
import { withdrawalIn } from '../withdrawal/redemption/send-redemption';
import { holdForgotten } from './loss/hold-forgotten';
import { askEverybody, type KnownAttempt, unrecorded } from './loss/recover-payout';
import { releaseCashin } from './loss/release-cashin';
import type { Released } from './released';
import type { TroubleDeps } from './steps/step';

/** An order that a provider knows and the log lacks is recorded as sent, never sent. Refuses NOT_FOUND, WRONG_STATE. */
export const release =
  (deps: TroubleDeps) =>
  async (paymentId: string, context: CommandContext): Promise<Released> => {
    const owed = await findOwedPayout(deps.eventStore, paymentId);
    if (owed !== null) return releasePayout(deps, owed, context);
    return (await releaseDebit(deps, paymentId, context)) ?? releaseCashin(deps)(paymentId, context);
  };

/** The operator states that no return or due was settled in the lost time. A doubtful debit must be confirmed. */
const releasePayout = async (deps: TroubleDeps, found: PlacedPayout, context: CommandContext): Promise<Released> => {
  const isForgotten = await holdForgotten(deps, found, context);
  const owed = isForgotten ? ((await findOwedPayout(deps.eventStore, found.id)) ?? found) : found;
  const lostSince = askedSince(owed.payout);
  const known = lostSince === null ? null : unrecorded(owed, await askEverybody(deps, owed, lostSince));
  if (known !== null) return recover(deps, owed, known, context);
  const givesWord = isUntold(owed.payout);
  const asked = { hasAskedAll: lostSince !== null, givesWord, doubtsRefuted: await doubtsRefutedOf(deps, owed) };
  const command = { type: 'ReleasePayout', ...asked, now: deps.clock.iso() } as const;
  const events = await askPayout(deps, owed.stream, { context, command });
  if (events.length === 0) return { outcome: 'UNCHANGED' };
  return { outcome: givesWord ? 'RELEASED_TO_OPERATOR' : 'RELEASED' };
};

const recover = async (
  deps: TroubleDeps,
  { stream }: PlacedPayout,
  { attempt, providerKey, provider }: KnownAttempt,
  context: CommandContext,
): Promise<Released> => {
  const { workerId, clock } = deps;
  const command = { type: 'RecoverPayout', attempt, providerKey, provider, workerId, now: clock.iso() } as const;
  await askPayout(deps, stream, { context, command });
  return { outcome: 'RECOVERED', found: [{ step: 'PAYOUT', key: providerKey, attempt }] };
};

/** The redemption must answer. If a provider knows the payout, only the debit is released. Null: no open debit. */
const releaseDebit = async (
  deps: TroubleDeps,
  withdrawId: string,
  context: CommandContext,
): Promise<Released | null> => {
  const state = await withdrawalIn(deps.eventStore, streamNameOf(withdrawal, withdrawId));
  if (state.status !== 'REDEEMING') return null;
  const { facts, hold, isDebitHeld } = state;
  if (hold === undefined) return { outcome: 'UNCHANGED' };
  if (isDebitHeld === true) await mustAnswer(deps, facts);
  const { partnerId, mode, payout: terms } = facts;
  const owed = { ...{ id: withdrawId, partnerId, mode, terms }, sentTo: new Map(), sentAt: new Map() };
  const isUnpaid = hold.lostSince !== undefined && (await askEverybody(deps, owed, hold.lostSince)).length === 0;
  const command = { type: 'ReleasePayout', hasAskedAll: true, isUnpaid, now: deps.clock.iso() } as const;
  const { state: after, events } = await handle(deps, withdrawal, { id: withdrawId, context, command });
  if (events.length === 0) throw rejection('WRONG_STATE', 'The payout stays on hold until its debit is settled');
  return { outcome: 'hold' in after ? 'DEBIT_RELEASED' : 'RELEASED' };
};

const mustAnswer = async (deps: TroubleDeps, facts: WithdrawalFacts): Promise<void> => {
  const redemption = deps.redemptions.named(facts.redemption, facts.mode);
  if (redemption === null) throw stays(`${facts.redemption} is not configured`);
  const { answer } = await askDebit(deps, facts, redemption, []);
  if (!answer.ok && answer.kind !== 'NOT_FOUND') throw stays(`${redemption.name} does not answer (${answer.kind})`);
};

const stays = (why: string) => rejection('WRONG_STATE', `${why}: the debit stays on hold`);
