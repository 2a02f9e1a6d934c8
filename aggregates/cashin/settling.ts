import { rejection } from '../rejection';
import type { SettlePix } from './commands';
import type { CashinEvent } from './events';
import { type KnownCashin, pixOf } from './state';

/** A PIX that the charge does not tell of is nothing that we owe for: an operator has seen to it, and it is asked about no more. */
export const settlePix = (state: KnownCashin, { endToEndId, transfer, now }: SettlePix): readonly CashinEvent[] => {
  const { facts, settled, hold } = state;
  if (hold !== null) throw rejection('WRONG_STATE', 'It is held by a loss of the log, and is released first');
  if (pixOf(state, endToEndId) !== null) throw rejection('WRONG_STATE', 'Its charge has told of this PIX');
  const known = settled.find((each) => each.endToEndId === endToEndId);
  if (known !== undefined && known.transfer !== transfer) {
    throw rejection('WRONG_STATE', `It is recorded already, as settled by ${known.transfer}`);
  }
  if (known !== undefined) return [];
  return [{ type: 'PixSettled', data: { intentId: facts.intentId, endToEndId, transfer, settledAt: now } }];
};
