import { cashin } from '../../../aggregates/cashin/cashin';
import type { CashinCommand, FoundDelivery, FoundRefund } from '../../../aggregates/cashin/commands';
import type { CashinEvent } from '../../../aggregates/cashin/events';
import { fold } from '../../../aggregates/decider';
import { rejection } from '../../../aggregates/rejection';
import { alertCashin } from '../../cashin/alert-cashin';
import type { CashinDeps } from '../../cashin/cashin-step';
import { askCharge } from '../../cashin/charge/ask-charge';
import { createCharge } from '../../cashin/charge/create-charge';
import { partiesOf } from '../../cashin/charge/parties';
import { recordCharge } from '../../cashin/charge/record-charge';
import { seenPayments, seenSplit } from '../../cashin/charge/seen-payments';
import { creditingOf } from '../../cashin/delivery/crediting';
import { type CommandContext, continuing } from '../../handling/context';
import { commandIdOf } from '../../handling/deterministic-ids';
import { handle } from '../../handling/handle';
import { historyOf } from '../../handling/reading/read-stream';
import type { Charge, ChargeProvider } from '../../ports/providers/charge-provider';
import type { Found, Released } from '../released';
import { type HeldHistory, stays } from './by-every-key';
import { forgottenDelivery } from './forgotten-delivery';
import { forgottenRefunds } from './forgotten-refunds';

/** Refuses NOT_FOUND, and WRONG_STATE where a provider does not answer or contradicts the log. Repeatable. */
export const releaseCashin =
  (deps: CashinDeps) =>
  async (intentId: string, context: CommandContext): Promise<Released> => {
    const held = await heldHistory(deps, intentId);
    if (held === null) return { outcome: 'UNCHANGED' };
    const { status, isCharged, facts } = held.state;
    // No charge is created during the hold: its provider is asked, and an existing charge is recorded.
    if (status === 'ACTIVE' && !isCharged) await createCharge(deps)({ intentId, made: null }, context);
    const charger = deps.chargeProviders.named(facts.chargeProvider, facts.mode);
    if (charger === null) throw stays(`${facts.chargeProvider} is not configured`);
    const charge = await chargeKnown(deps, held, charger);
    const refunds = charge === null ? [] : await forgottenRefunds(deps, held, charger, charge);
    const delivery = await deliveryKnown(deps, held, refunds);
    if (delivery === null && refunds.length === 0) return goOn(deps, held, charge, context);
    await take(deps, held, { charge, delivery, refunds }, context);
    return { outcome: 'RECOVERED', found: foundIn(delivery, refunds) };
  };

const foundIn = (delivery: FoundDelivery | null, refunds: readonly FoundRefund[]): readonly Found[] => [
  ...(delivery === null ? [] : [{ step: 'DELIVERY', key: delivery.deliveryId, attempt: delivery.attempt } as const]),
  ...refunds.map(({ refundKey: key, attempt }) => ({ step: 'REFUND', key, attempt }) as const),
];

const heldHistory = async (deps: CashinDeps, intentId: string): Promise<HeldHistory | null> => {
  const history = await historyOf(deps.eventStore, cashin, intentId);
  const state = fold(cashin, history as unknown as readonly CashinEvent[]);
  if (state.status === 'NONE') throw rejection('NOT_FOUND', 'No payment with this id is on hold');
  return state.hold === null ? null : { state, history };
};

const chargeKnown = async (
  deps: CashinDeps,
  { state }: HeldHistory,
  charger: ChargeProvider,
): Promise<Charge | null> => {
  const said = await askCharge(deps, state.facts, charger);
  if (said.ok) return said.value;
  if (said.kind !== 'NOT_FOUND') throw stays(`${charger.name} does not answer for the charge (${said.kind})`);
  const isKnown = state.isCharged || state.received.length > 0;
  if (isKnown) throw stays(`${charger.name} no longer knows the charge that it created`);
  return null;
};

const deliveryKnown = async (
  deps: CashinDeps,
  held: HeldHistory,
  refunds: readonly FoundRefund[],
): Promise<FoundDelivery | null> => {
  const { deliveryProvider, mode } = held.state.facts;
  if (deliveryProvider === null) return null;
  const provider = deps.cryptoDeliveries.named(deliveryProvider, mode);
  if (provider === null) throw stays(`${deliveryProvider} is not configured`);
  const found = await forgottenDelivery(deps, held, provider);
  // The refunds are checked first: one of them may explain why the failed delivery had no successor.
  if (found === null || (found.state === 'FAILED' && refunds.length > 0)) return null;
  const { state: _state, ...delivery } = found;
  return delivery;
};

const ask = async (deps: CashinDeps, { state }: HeldHistory, command: CashinCommand, context: CommandContext) => {
  const { intentId } = state.facts;
  const commandId = commandIdOf(command.type, intentId, context.commandId);
  const appended = await handle(deps, cashin, { id: intentId, context: continuing(context, commandId), command });
  alertCashin(deps.alert, intentId, appended);
  return appended;
};

const goOn = async (
  deps: CashinDeps,
  held: HeldHistory,
  charge: Charge | null,
  context: CommandContext,
): Promise<Released> => {
  const { facts } = held.state;
  const crediting = await creditingOf(deps, facts);
  const { events } = await ask(deps, held, { type: 'ReleaseCashin', crediting, now: deps.clock.iso() }, context);
  // A PIX may have waited.
  if (charge !== null) await recordCharge(deps)({ facts, charge, closed: null, causeEventId: context.commandId });
  return { outcome: events.length > 0 ? 'RELEASED' : 'UNCHANGED' };
};

interface Known {
  readonly charge: Charge | null;
  readonly delivery: FoundDelivery | null;
  readonly refunds: readonly FoundRefund[];
}

const take = async (
  deps: CashinDeps,
  held: HeldHistory,
  { charge, ...found }: Known,
  context: CommandContext,
): Promise<void> => {
  const { facts } = held.state;
  const payments = charge === null ? [] : await seenPayments(deps.vault, facts, charge);
  const split = charge === null ? null : seenSplit(charge);
  const { workerId, clock } = deps;
  const [crediting, kept] = await Promise.all([creditingOf(deps, facts), partiesOf(deps, facts, payments)]);
  const said = { payments, split, crediting, ...kept };
  await ask(deps, held, { type: 'RecoverCashin', ...said, ...found, workerId, now: clock.iso() }, context);
};
