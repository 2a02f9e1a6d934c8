import { cashin } from '../../../aggregates/cashin/cashin';
import type { CashinEvent } from '../../../aggregates/cashin/events';
import type { CashinFacts } from '../../../aggregates/cashin/state';
import { fold } from '../../../aggregates/decider';
import type { DeliveryConfirmed } from '../../../aggregates/delivery/events';
import { commandIdOf } from '../../handling/deterministic-ids';
import { historyOf } from '../../handling/reading/read-stream';
import type { HandleDeps } from '../../handling/request';
import { textOf } from '../../handling/sending/failure-text';
import { asked } from '../../payout/outcome/payout-answer';
import type { CryptoDelivery, Delivery } from '../../ports/providers/crypto-delivery';
import type { Result } from '../../ports/providers/result';
import type { DebitDoubt, DebitVerdict } from '../../watching/debits/final-debits';
import { askCashin, type CashinDeps, callFor } from '../cashin-step';
import { believedDelivery } from './delivery-answer';

export interface AskDeliveryDeps extends HandleDeps, Pick<CashinDeps, 'alert' | 'cryptoDeliveries'> {}

const THERE = { verdict: 'THERE' } as const;

interface Confirmed {
  readonly facts: CashinFacts;
  readonly confirmed: DeliveryConfirmed;
}

export const askDeliveryAgain =
  (deps: AskDeliveryDeps) =>
  async (intentId: string): Promise<DebitVerdict> => {
    const found = await confirmedIn(deps, intentId);
    if (found === null) return THERE;
    const { facts, confirmed } = found;
    const provider = deps.cryptoDeliveries.named(confirmed.provider, facts.mode);
    if (provider === null) return { verdict: 'UNDECIDED', reason: `${confirmed.provider} is not configured` };
    return verdictOn(confirmed, await ask(deps, found, provider));
  };

const confirmedIn = async ({ eventStore }: AskDeliveryDeps, intentId: string): Promise<Confirmed | null> => {
  const history = (await historyOf(eventStore, cashin, intentId)) as unknown as readonly CashinEvent[];
  const state = fold(cashin, history);
  const found = history.find(({ type }) => type === 'DeliveryConfirmed');
  if (state.status === 'NONE' || found?.type !== 'DeliveryConfirmed') return null;
  return { facts: state.facts, confirmed: found.data };
};

const ask = async (
  deps: AskDeliveryDeps,
  { facts, confirmed: { deliveryId, txId } }: Confirmed,
  provider: CryptoDelivery,
): Promise<Result<Delivery>> => {
  const said = await asked(provider.name, () => provider.get(callFor(deps, facts), deliveryId, txId));
  return believedDelivery({ facts, deliveryId, provider: provider.name, alert: deps.alert }, said);
};

const verdictOn = ({ txId, deliveredBaseUnits }: DeliveryConfirmed, said: Result<Delivery>): DebitVerdict => {
  const absent = { verdict: 'ABSENT', detail: `nothing of ${txId} is known any more` } as const;
  if (!said.ok) return said.kind === 'NOT_FOUND' ? absent : undecided(`${said.code}: ${textOf(said)}`);
  const { state, amount, txId: now = '' } = said.value;
  switch (state) {
    case 'PREPARED':
      return absent;
    case 'BROADCAST':
    case 'REPLACED':
      return undecided('it is there and not final');
    case 'FAILED':
      return { verdict: 'CHANGED', detail: `${txId} has failed after it had arrived` };
    case 'CONFIRMED':
      if (now !== txId) return { verdict: 'CHANGED', detail: `it arrived in ${now}, not in ${txId}` };
      if (amount.toString() === deliveredBaseUnits) return THERE;
      return { verdict: 'CHANGED', detail: `delivered ${amount}, after ${deliveredBaseUnits}` };
  }
};

const undecided = (reason: string): DebitVerdict => ({ verdict: 'UNDECIDED', reason });

/** Raises an alarm; the crypto is neither delivered again nor refunded automatically. */
export const doubtDelivery =
  (deps: AskDeliveryDeps) =>
  async (intentId: string, { detail, causeEventId }: DebitDoubt): Promise<void> => {
    const found = await confirmedIn(deps, intentId);
    if (found === null) return;
    const { deliveryId } = found.confirmed;
    await askCashin(
      deps,
      { intentId, causeEventId },
      {
        commandId: commandIdOf('doubt-delivery', intentId, causeEventId),
        command: { type: 'DoubtDelivery', deliveryId, detail, now: deps.clock.iso() },
      },
    );
  };
