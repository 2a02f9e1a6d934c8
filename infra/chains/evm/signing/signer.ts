import { computeAddress, SigningKey, Transaction } from 'ethers';

export interface Payment {
  readonly to: string;
  /** Wei. */
  readonly value: bigint;
  readonly data: string;
}

export interface Fees {
  /** Wei; all that is ever paid for a unit of gas. */
  readonly highestFeePerGas: bigint;
  /** Wei; the part that the maker of the block gets. */
  readonly tipPerGas: bigint;
}

/** The same fields make the same signed bytes: signatures are deterministic (RFC 6979). */
export interface Unsigned extends Payment, Fees {
  readonly nonce: bigint;
  readonly gasLimit: bigint;
}

export interface Signed {
  readonly raw: string;
  readonly txid: string;
}

export interface Signer {
  /** In lower case. */
  readonly address: string;
  readonly sign: (chainId: bigint, unsigned: Unsigned) => Signed;
}

export interface Decoded extends Payment {
  readonly txid: string;
  readonly from: string;
  readonly chainId: bigint;
  readonly nonce: bigint;
}

const PRIVATE_KEY = /^0x[0-9a-f]{64}$/i;

/** Null when the text is no private key; it is never repeated. */
export const signerOf = (privateKey: string): Signer | null => {
  if (!PRIVATE_KEY.test(privateKey)) return null;
  try {
    const key = new SigningKey(privateKey);
    const address = computeAddress(key).toLowerCase();
    return { address, sign: (chainId, unsigned) => signWith(key, chainId, unsigned) };
  } catch {
    // Zero, or not below the order of the curve.
    return null;
  }
};

const signWith = (key: SigningKey, chainId: bigint, unsigned: Unsigned): Signed => {
  const { to, value, data, nonce, gasLimit, highestFeePerGas, tipPerGas } = unsigned;
  const transaction = Transaction.from({
    ...{ type: 2, chainId, to, value, data, gasLimit },
    nonce: Number(nonce),
    maxFeePerGas: highestFeePerGas,
    maxPriorityFeePerGas: tipPerGas,
  });
  transaction.signature = key.sign(transaction.unsignedHash);
  return { raw: transaction.serialized, txid: transaction.hash! };
};

export const decodeSigned = (raw: string): Decoded | null => {
  try {
    const { hash, from, to, value, data, chainId, nonce } = Transaction.from(raw);
    if (hash === null || from === null || to === null) return null;
    const parties = { from: from.toLowerCase(), to: to.toLowerCase() };
    return { txid: hash, ...parties, value, data, chainId, nonce: BigInt(nonce) };
  } catch {
    return null;
  }
};
