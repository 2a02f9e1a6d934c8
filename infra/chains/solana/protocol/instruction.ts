import type { PaymentToInstruct } from '../../family';
import { associatedAccount, keyBytes } from './associated-account';
import { ASSOCIATED_PROGRAM, MEMO_PROGRAM, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs';

/** An account of an instruction. We do not know the payer's accounts: `pubkey` is null, and `fill` names the kind. */
export interface SolanaAccountMeta {
  /** Base58. */
  readonly pubkey: string | null;
  /** PAYER: the wallet that signs and pays. PAYER_TOKEN_ACCOUNT: its account for the mint. */
  readonly fill?: 'PAYER' | 'PAYER_TOKEN_ACCOUNT';
  readonly isSigner: boolean;
  readonly isWritable: boolean;
}

export interface SolanaInstruction {
  /** Base58. */
  readonly programId: string;
  readonly accounts: readonly SolanaAccountMeta[];
  /** Base64. */
  readonly data: string;
}

export interface SolanaPaymentInstruction {
  /** Base58; names the cluster. Null when the network's is unknown. */
  readonly genesisHash: string | null;
  /** All are at the top level of one transaction, in this order; others may be between them. */
  readonly instructions: readonly SolanaInstruction[];
}

const HIGHEST_AMOUNT = 2n ** 64n - 1n;

const PAYER: SolanaAccountMeta = { pubkey: null, fill: 'PAYER', isSigner: true, isWritable: true };
const SOURCE: SolanaAccountMeta = { pubkey: null, fill: 'PAYER_TOKEN_ACCOUNT', isSigner: false, isWritable: true };

const writable = (pubkey: string): SolanaAccountMeta => ({ pubkey, isSigner: false, isWritable: true });
const readable = (pubkey: string): SolanaAccountMeta => ({ pubkey, isSigner: false, isWritable: false });

const littleEndian = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
};

const instruction = (programId: string, accounts: readonly SolanaAccountMeta[], data: Uint8Array) => ({
  ...{ programId, accounts, data: Buffer.from(data).toString('base64') },
});

const coinTransfer = ({ receiver, amountBaseUnits }: PaymentToInstruct): readonly SolanaInstruction[] => [
  instruction(
    SYSTEM_PROGRAM,
    [PAYER, writable(receiver)],
    Buffer.concat([Buffer.from([2, 0, 0, 0]), littleEndian(amountBaseUnits)]),
  ),
];

const tokenTransfer = (payment: PaymentToInstruct, mint: string): readonly SolanaInstruction[] => {
  const { receiver, amountBaseUnits, asset } = payment;
  const program = asset.standard === 'spl-2022' ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM;
  const account = associatedAccount(receiver, mint, program);
  const programs = [readable(SYSTEM_PROGRAM), readable(program)];
  return [
    // Creates the account when it is missing, and else does nothing.
    instruction(
      ASSOCIATED_PROGRAM,
      [PAYER, writable(account), readable(receiver), readable(mint), ...programs],
      Buffer.from([1]),
    ),
    instruction(
      program,
      [SOURCE, readable(mint), writable(account), { ...PAYER, isWritable: false }],
      Buffer.concat([Buffer.from([12]), littleEndian(amountBaseUnits), Buffer.from([asset.decimals])]),
    ),
  ];
};

const assertSendable = ({ network, asset, amountBaseUnits, receiver, memo }: PaymentToInstruct): void => {
  if (network.family !== 'solana') throw new Error(`${network.name} is not a Solana network`);
  for (const key of [receiver, ...(asset.contract === null ? [] : [asset.contract])]) keyBytes(key);
  if (amountBaseUnits <= 0n || amountBaseUnits > HIGHEST_AMOUNT) throw new Error('The amount does not fit a transfer');
  if (memo === '') throw new Error('A memo is text');
};

/** Creates the receiver's token account when it is missing; the memo is UTF-8. Throws when it cannot be sent. */
export const paymentInstruction = (payment: PaymentToInstruct): SolanaPaymentInstruction => {
  assertSendable(payment);
  const { network, asset, memo } = payment;
  const transfer = asset.contract === null ? coinTransfer(payment) : tokenTransfer(payment, asset.contract);
  return {
    genesisHash: network.networkId ?? null,
    instructions: [...transfer, instruction(MEMO_PROGRAM, [], Buffer.from(memo, 'utf8'))],
  };
};
