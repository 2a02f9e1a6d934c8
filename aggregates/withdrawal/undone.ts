import { isContradicted, type PayoutState, toldOf } from '../payout/state';
import { rejection } from '../rejection';
import type { DecideRedemption } from './commands';
import type { RedemptionDecided } from './events';
import type { WithdrawalState } from './state';

type Paying = Extract<WithdrawalState, { readonly status: 'PAYING' }>;

const stays = (why: string) => rejection('WRONG_STATE', `${why}: no decision is possible`);

/** An unpaid withdrawal ends only if the wallet was not debited. An open payout is decided first. */
export const mustBeUndone = ({ payout, doubts = [] }: Paying, { debited }: DecideRedemption): void => {
  if (doubts.length === 0) throw stays('The settled debit of this withdrawal is not in doubt');
  if (debited !== null) throw stays('The withdrawal has a settled debit: decide only about that debit');
  if (payout.lostSince !== undefined) throw stays('The log may have lost an order');
  if (!isUnsent(payout)) throw stays('The payout was sent and has not ended');
  if (isContradicted(payout)) throw stays('The provider has contradicted itself about the payout');
};

const isUnsent = ({ phase }: PayoutState): boolean => phase === 'NONE' || phase === 'REQUESTED' || phase === 'REJECTED';

/** No payout follows. A rejected sending may still be reported as paid. */
export const undone = (
  { status: _paying, doubts: _settled, proposal: _agreed, payout, ...rest }: Paying,
  { redemptionKey }: Pick<RedemptionDecided, 'redemptionKey'>,
): WithdrawalState => {
  const { heldAt: _held, proposal: _word, ...told } = toldOf(payout);
  return { ...rest, status: 'UNPAID', undoneKey: redemptionKey, payout: { phase: 'FAILED', ...told } };
};
