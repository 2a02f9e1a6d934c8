import { invalidField, rejection } from '../rejection';
import type { SettlePix } from './commands';
import type { CashinEvent } from './events';
import { type KnownCashin, pixOf } from './state';

/** A charge may report a PIX this long after the end of the intent; the PIX then pays or is refunded as usual. */
const LATE_MS = 3_600_000;

export const settlePix = (state: KnownCashin, command: SettlePix): readonly CashinEvent[] => {
  const { endToEndId, amountCents, transfer, now } = command;
  const { facts, settled, hold } = state;
  if (hold !== null) throw rejection('WRONG_STATE', 'The cash-in is on hold: release it first');
  if (Date.parse(now) < Date.parse(facts.expiresAt) + LATE_MS) {
    throw rejection(
      'WRONG_STATE',
      `The charge may still report this PIX. Operators settle it from one hour after ${facts.expiresAt}`,
    );
  }
  if (pixOf(state, endToEndId) !== null) throw rejection('WRONG_STATE', 'The charge has already reported this PIX');
  const known = settled.find((each) => each.endToEndId === endToEndId);
  if (known !== undefined && known.transfer !== transfer) {
    throw rejection('WRONG_STATE', `The PIX is already recorded as settled by transfer ${known.transfer}`);
  }
  if (known !== undefined) return [];
  if (amountCents === null)
    throw invalidField('amountCents', 'the provider does not list this PIX: give the amount in cents');
  const { intentId, chargeProvider: provider } = facts;
  return [{ type: 'PixSettled', data: { intentId, endToEndId, amountCents, provider, transfer, settledAt: now } }];
};
