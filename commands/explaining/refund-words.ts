import type { PayoutState } from '../../aggregates/payout/state';

export const refundWords = ({ dues = [] }: PayoutState): string =>
  dues
    .map(({ number, txid, network, refundableFrom }) => {
      if (txid !== undefined) return ` Due ${number} was given back by transaction ${txid} of ${network}.`;
      return refundableFrom === undefined ? '' : ` Due ${number} is not to be given back before ${refundableFrom}.`;
    })
    .join('');
