import type { PayoutState } from '../../aggregates/payout/state';

export const refundWords = ({ dues = [] }: PayoutState): string =>
  dues
    .map(({ number, txid, network, refundableFrom }) => {
      if (txid !== undefined) return ` Transaction ${txid} of ${network} refunded due ${number}.`;
      return refundableFrom === undefined ? '' : ` Due ${number} can be refunded from ${refundableFrom}.`;
    })
    .join('');
