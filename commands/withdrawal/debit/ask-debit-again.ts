import { fold } from '../../../aggregates/decider';
import type { PeggedDebit } from '../../../aggregates/pegged-balance/events';
import { peggedBalance } from '../../../aggregates/pegged-balance/pegged-balance';
import { streamNameOf } from '../../../aggregates/stream';
import type { WithdrawalEvent } from '../../../aggregates/withdrawal/events';
import type { WithdrawalFacts } from '../../../aggregates/withdrawal/state';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import { alertRecorded } from '../../alerts/recorded-alarms';
import { redemptionKeyOf } from '../../handling/deterministic-ids';
import { handle } from '../../handling/handle';
import { historyOf, stateOf } from '../../handling/reading/read-stream';
import { textOf } from '../../handling/sending/failure-text';
import type { PeggedRedemptions, Redemption } from '../../ports/providers/pegged-redemption';
import type { Result } from '../../ports/providers/result';
import type { DebitDoubt, DebitVerdict } from '../../watching/debits/final-debits';
import type { RecordRedemptionDeps } from '../redemption/record-redemption';
import { sendingsIn } from '../redemption/send-redemption';
import { reservationIdOf } from '../reservation-stream';
import { withdrawalContext } from '../withdrawal-context';
import { askDebit } from './ask-debit';

export interface AskDebitDeps extends RecordRedemptionDeps {
  readonly redemptions: Pick<PeggedRedemptions, 'named'>;
}

const THERE = { verdict: 'THERE' } as const;

/** Asks for the state of a settled debit, by all that was ever sent for it; records nothing. */
export const askDebitAgain =
  (deps: AskDebitDeps) =>
  async (withdrawId: string): Promise<DebitVerdict> => {
    const history = (await historyOf(deps.eventStore, withdrawal, withdrawId)) as unknown as readonly WithdrawalEvent[];
    const state = fold(withdrawal, history);
    if (!('facts' in state)) return THERE;
    const { facts } = state;
    const settled = history.find(({ type }) => type === 'RedemptionSettled');
    const debit = settled?.type === 'RedemptionSettled' ? settled.data.debit : await debitOnWallet(deps, facts);
    if (debit === null) return THERE;
    const redemption = deps.redemptions.named(facts.redemption, facts.mode);
    if (redemption === null) return { verdict: 'UNDECIDED', reason: `${facts.redemption} is not configured` };
    return verdictOn(debit, (await askDebit(deps, facts, redemption, sendingsIn(history))).answer);
  };

/** The wallet's stream may have it before the withdrawal's own. */
const debitOnWallet = async (
  { eventStore }: Pick<AskDebitDeps, 'eventStore'>,
  facts: WithdrawalFacts,
): Promise<PeggedDebit | null> => {
  const history = await historyOf(eventStore, peggedBalance, await reservationIdOf({ eventStore }, facts));
  const found = history.find(({ type, data }) => type === 'PeggedDebitSettled' && data.withdrawId === facts.withdrawId);
  return found?.type === 'PeggedDebitSettled' ? found.data.debit : null;
};

const verdictOn = (debit: PeggedDebit, said: Result<Redemption>): DebitVerdict => {
  if (!said.ok) {
    if (said.kind === 'NOT_FOUND') return { verdict: 'ABSENT', detail: `nothing of ${debit.txid} is known any more` };
    return { verdict: 'UNDECIDED', reason: `${said.code}: ${textOf(said)}` };
  }
  const { state, debit: now, failure = 'REFUSED' } = said.value;
  if (state === 'FAILED') return { verdict: 'CHANGED', detail: `no debit came of it any more (${failure})` };
  if (state === 'PENDING' || now === undefined) return { verdict: 'UNDECIDED', reason: 'it is there and not final' };
  const change = COMPARED.find((name) => now[name] !== debit[name]);
  return change === undefined
    ? THERE
    : { verdict: 'CHANGED', detail: `${change} is ${now[change]}, not ${debit[change]}` };
};

/** In any block. */
const COMPARED = ['debitId', 'to', 'assetId', 'wallet', 'receiver', 'amountBaseUnits', 'issuerCents'] as const;

/** Raises an alarm, and holds the unpaid part. */
export const doubtDebit =
  (deps: RecordRedemptionDeps) =>
  async (withdrawId: string, { detail, causeEventId }: DebitDoubt): Promise<void> => {
    const state = await stateOf(deps.eventStore, withdrawal, withdrawId);
    if (!('facts' in state)) return;
    const { events } = await handle(deps, withdrawal, {
      id: withdrawId,
      context: withdrawalContext(state.facts, causeEventId, 'doubt-debit'),
      command: { type: 'DoubtDebit', redemptionKey: redemptionKeyOf(withdrawId), detail, now: deps.clock.iso() },
    });
    alertRecorded(deps.alert, streamNameOf(withdrawal, withdrawId), events);
  };

interface Funded {
  readonly id: string;
  readonly doubts?: readonly string[];
}

/** The number of refuted doubts: all if the redemption now reports the debit as it was settled, else 0. */
export const doubtsRefutedOf = async (deps: AskDebitDeps, { id, doubts = [] }: Funded): Promise<number> => {
  if (doubts.length === 0) return 0;
  return (await askDebitAgain(deps)(id)).verdict === 'THERE' ? doubts.length : 0;
};
