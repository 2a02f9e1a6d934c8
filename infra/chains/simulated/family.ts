import { CARRIAGES } from '../../../aggregates/quote/carriable';
import { plainChallenge } from '../challenge';
import { canonicalEvmAddress, canonicalEvmTxid } from '../evm/protocol/identifiers';
import { verifyEvm } from '../evm/protocol/wallet';
import type { Family, PaymentToInstruct } from '../family';

/** Transfer that `POST /api/v1/sandbox/deposits` makes with the kind `exact`. */
const transferOf = ({ asset, amountBaseUnits, receiver, memo }: PaymentToInstruct) => ({
  ...{ to: receiver, contract: asset.contract, amount: amountBaseUnits.toString(), memo },
});

/** Accounts are those of the EVM, without code: an EVM wallet works on this network too. */
export const simulated: Family = {
  canonicalAddress: canonicalEvmAddress,
  canonicalTxid: canonicalEvmTxid,
  objectionToIdentity: () => ({ key: 'family', detail: 'the simulated network is built in: a file must not name it' }),
  memo: (memo) => ({ memoType: 'MEMO', memoValue: memo }),
  carriage: CARRIAGES.simulated,
  challenge: plainChallenge,
  // No contract can be asked, because there are none.
  walletVerifier: () => verifyEvm(null),
  watching: {
    urlSchemes: [],
    openReader: ({ network }) =>
      Promise.reject(new Error(`${network.name}: the simulated network is read in the service's own database`)),
    instruction: transferOf,
  },
};
