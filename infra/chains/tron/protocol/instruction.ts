import type { PaymentToInstruct } from '../../family';
import { hexAddress } from './address';

interface Common {
  /** Id of block 0, in hex. Null when the network's is unknown. */
  readonly genesisBlockId: string | null;
  /** For `addUpdateData`, as UTF-8. The payer pays the network's fee for a memo. */
  readonly memo: string;
}

/** Arguments of `sendTrx`. */
export interface TrxPaymentInstruction extends Common {
  readonly kind: 'sendTrx';
  readonly to: string;
  readonly amountSun: string;
}

/** Arguments of `triggerSmartContract`. */
export interface TokenPaymentInstruction extends Common {
  readonly kind: 'triggerSmartContract';
  readonly contract: string;
  readonly functionSelector: 'transfer(address,uint256)';
  /** An address in base58, and an amount in digits. */
  readonly parameters: readonly { readonly type: 'address' | 'uint256'; readonly value: string }[];
}

export type TronPaymentInstruction = TrxPaymentInstruction | TokenPaymentInstruction;

/** `sendTrx` takes a JavaScript number. */
const MOST_SUN = BigInt(Number.MAX_SAFE_INTEGER);
const MOST_TOKEN_UNITS = 2n ** 256n - 1n;

const assertSendable = ({ network, asset, amountBaseUnits, receiver, memo }: PaymentToInstruct): void => {
  if (network.family !== 'tron') throw new Error(`${network.name} is not a Tron network`);
  for (const address of [receiver, ...(asset.contract === null ? [] : [asset.contract])]) {
    if (hexAddress(address) === null) throw new Error('A Tron address is 21 bytes in base58 with a checksum');
  }
  const most = asset.contract === null ? MOST_SUN : MOST_TOKEN_UNITS;
  if (amountBaseUnits <= 0n || amountBaseUnits > most) throw new Error('The amount does not fit a transfer');
  if (memo === '') throw new Error('A memo is text');
  // The library reads such text as hex.
  if (memo.startsWith('0x')) throw new Error('A memo on Tron does not begin with 0x');
};

/** The call alone: a transaction names a recent block, which only a node knows. Throws when the call cannot be sent. */
export const paymentInstruction = (payment: PaymentToInstruct): TronPaymentInstruction => {
  assertSendable(payment);
  const { network, asset, amountBaseUnits, receiver, memo } = payment;
  const common = { genesisBlockId: network.networkId ?? null, memo };
  const amount = amountBaseUnits.toString();
  if (asset.contract === null) return { ...common, kind: 'sendTrx', to: receiver, amountSun: amount };
  return {
    ...{ ...common, kind: 'triggerSmartContract', contract: asset.contract },
    functionSelector: 'transfer(address,uint256)',
    parameters: [
      { type: 'address', value: receiver },
      { type: 'uint256', value: amount },
    ],
  };
};
