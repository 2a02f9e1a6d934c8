import type { CashinEvent } from '../../../aggregates/cashin/events';
import type { LedgerEvent } from '../../../aggregates/events';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { core, eventsOf, happened, typesOf } from '../../core';
import { type ChargeScript, scriptedCharges } from '../../doubles/scripted-charges';
import { type DeliveryScript, scriptedDeliveries } from '../../doubles/scripted-deliveries';

export const step = { intentId: 'cash1', causeEventId: 'cause1', sinceMs: Date.parse(time(64)) } as const;

/** The payer whom the intent names. */
export const PAYER = '40442820135';

export interface Script extends ChargeScript {
  readonly delivery?: DeliveryScript;
  /** False while the creation of the charge is unconfirmed. */
  readonly isCharged?: boolean;
  readonly created?: Partial<Extract<CashinEvent, { type: 'CashinIntentCreated' }>['data']>;
}

/** A cash-in with this history after its intent and charge, whose user's wallet is where it is delivered. */
export const cashing = async (script: Script, ...history: readonly LedgerEvent[]) => {
  const deps = core();
  const payer = await deps.vault.seal('u1', JSON.stringify({ taxId: PAYER }));
  const charges = scriptedCharges(script);
  const deliveries = scriptedDeliveries(script.delivery);
  const wired = { ...deps, chargeProviders: charges.chargeProviders, cryptoDeliveries: deliveries.cryptoDeliveries };
  const wallet = { pubkey: '0xBB', blockchain: 'ethereum' };
  await happened(deps.eventStore, event('UserRegistered', { userId: 'u1', wallet }));
  const created = event('CashinIntentCreated', { payer, ...script.created });
  const charged = script.isCharged === false ? [] : [event('ChargeCreated')];
  await happened(deps.eventStore, created, ...charged, ...history);
  const before = (await typesOf(deps.eventStore, 'cashin-cash1')).length;
  /** The time is so many seconds after noon. */
  const at = (seconds: number): void => deps.clock.advance(Date.parse(time(seconds)) - deps.clock.now());
  return {
    ...{ deps: wired, charges, deliveries, at },
    since: async () => (await typesOf(deps.eventStore, 'cashin-cash1')).slice(before),
    told: async () => (await eventsOf(deps.eventStore, 'cashin-cash1')).slice(before),
    alerts: () => deps.alerts.map(({ what }) => what),
  };
};

export const PAID = [event('PixReceived'), event('PixAccepted'), event('SplitApplied')] as const;
