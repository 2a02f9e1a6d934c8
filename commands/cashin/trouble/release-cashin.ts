import { cashin } from '../../../aggregates/cashin/cashin';
import type { CashinCommand, FoundDelivery, FoundRefund } from '../../../aggregates/cashin/commands';
import type { CashinEvent } from '../../../aggregates/cashin/events';
import { fold } from '../../../aggregates/decider';
import { rejection } from '../../../aggregates/rejection';
import { stays } from '../../handling/by-every-key';
import { type CommandContext, continuing } from '../../handling/context';
import { commandIdOf } from '../../handling/deterministic-ids';
import { handle } from '../../handling/handle';
import { historyOf } from '../../handling/read-stream';
import type { Charge, ChargeProvider } from '../../ports/providers/charge-provider';
import { alertCashin } from '../alert-cashin';
import { askCharge } from '../ask-charge';
import type { CashinDeps } from '../cashin-step';
import { createCharge } from '../create-charge';
import { creditingOf } from '../crediting';
import { partiesOf } from '../parties';
import { recordCharge } from '../record-charge';
import { seenPayments, seenSplit } from '../seen-payments';
import { forgottenDelivery } from './forgotten-delivery';
import { forgottenRefunds } from './forgotten-refunds';
import type { HeldHistory } from './held-cashin';

/** RECOVERED: providers knew what the log did not; it stays held, and what was found is asked about. */
export type ReleasedCashin =
  | { readonly outcome: 'RELEASED' | 'UNCHANGED' }
  | {
      readonly outcome: 'RECOVERED';
      readonly delivery: FoundDelivery | null;
      readonly refunds: readonly FoundRefund[];
    };

/**
 * Lets a cash-in go on that a loss of the log holds. Its providers are asked first by every key that may have been used:
 * what they know and the log does not is taken up as sent, and never sent. Refuses NOT_FOUND, and WRONG_STATE where one
 * of them does not answer or contradicts the log. Repeatable.
 */
export const releaseCashin =
  (deps: CashinDeps) =>
  async (intentId: string, context: CommandContext): Promise<ReleasedCashin> => {
    const held = await heldHistory(deps, intentId);
    if (held === null) return { outcome: 'UNCHANGED' };
    if (held.state.status === 'ACTIVE' && !held.state.isCharged) await findCharge(deps, intentId, context);
    const charger = deps.chargeProviders.named(held.state.facts.chargeProvider, held.state.facts.mode);
    if (charger === null) throw stays(`${held.state.facts.chargeProvider} is not configured`);
    const charge = await chargeKnown(deps, held, charger);
    const refunds = charge === null ? [] : await forgottenRefunds(deps, held, charger, charge);
    const delivery = await deliveryKnown(deps, held, refunds);
    if (delivery === null && refunds.length === 0) return release(deps, held, charge, context);
    await take(deps, held, { charge, delivery, refunds }, context);
    return { outcome: 'RECOVERED', delivery, refunds };
  };

/** Null: not held. */
const heldHistory = async (deps: CashinDeps, intentId: string): Promise<HeldHistory | null> => {
  const history = await historyOf(deps.eventStore, cashin, intentId);
  const state = fold(cashin, history as unknown as readonly CashinEvent[]);
  if (state.status === 'NONE') throw rejection('NOT_FOUND', 'There is no cash-in with this id');
  return state.hold === null ? null : { state, history };
};

/** While it is held nobody makes a charge: its provider is asked, and what it has is recorded. */
const findCharge = async (deps: CashinDeps, intentId: string, context: CommandContext): Promise<void> => {
  await createCharge(deps)({ intentId, made: null }, context);
};

/** Null: the provider has none, and the log knows of none. */
const chargeKnown = async (
  deps: CashinDeps,
  { state }: HeldHistory,
  charger: ChargeProvider,
): Promise<Charge | null> => {
  const said = await askCharge(deps, state.facts, charger);
  if (said.ok) return said.value;
  if (said.kind !== 'NOT_FOUND') throw stays(`${charger.name} does not answer about the charge (${said.kind})`);
  const isKnown = state.isCharged || state.received.length > 0;
  if (isKnown) throw stays(`${charger.name} does not know the charge, which it made`);
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
  // The refunds come first: one of them may be why nothing followed the failed delivery.
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

const release = async (
  deps: CashinDeps,
  held: HeldHistory,
  charge: Charge | null,
  context: CommandContext,
): Promise<ReleasedCashin> => {
  const { facts } = held.state;
  const crediting = await creditingOf(deps, facts);
  const { events } = await ask(deps, held, { type: 'ReleaseCashin', crediting, now: deps.clock.iso() }, context);
  // A PIX may have waited.
  if (charge !== null) await recordCharge(deps)({ facts, charge, closed: null, causeEventId: context.commandId });
  return { outcome: events.length > 0 ? 'RELEASED' : 'UNCHANGED' };
};

interface Found {
  readonly charge: Charge | null;
  readonly delivery: FoundDelivery | null;
  readonly refunds: readonly FoundRefund[];
}

const take = async (
  deps: CashinDeps,
  held: HeldHistory,
  { charge, ...found }: Found,
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
