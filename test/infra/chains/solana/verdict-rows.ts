import { type Keypair, PublicKey, type TransactionInstruction } from '@solana/web3.js';
import { MEMO_PROGRAMS } from '../../../../infra/chains/solana/protocol/programs';
import { COIN_TO_TOKEN_ACCOUNT, OTHER_ACCOUNT, OTHERWISE } from '../../../../infra/chains/solana/verdicts';
import { FEE, MEMO, SOL, USDC } from '../../../fixtures/solana/scenario';
import * as tokens from '../../../fixtures/solana/tokens';
import { type legacy, version0, version1 } from '../../../fixtures/solana/wire';
import {
  coin,
  held,
  otherAccount,
  ours,
  recovery,
  send,
  table,
  textOf,
  theirs,
  WRAPPED,
  world,
  wrapping,
} from './verdict-world';

const { ledger, payer, friend, wallet, former, usdc, fee, other } = world;
const { memo, transfer } = tokens;

const rent = ledger.rentOf(165).toString();
const SOL_PAID = {
  assetId: SOL,
  contract: null,
  position: textOf(wallet),
  receiver: textOf(wallet),
  unsupported: null,
};
const paid = (amountBaseUnits: string, more: object = {}) => ({
  ...SOL_PAID,
  amountBaseUnits,
  sender: textOf(payer),
  ...more,
});
const tokenPaid = (amountBaseUnits: string, more: object = {}) =>
  paid(amountBaseUnits, { assetId: USDC, contract: usdc.mint.toBase58(), position: held(usdc, wallet), ...more });

export interface Row {
  readonly title: string;
  readonly make?: typeof legacy;
  readonly instructions: () => readonly TransactionInstruction[];
  readonly signers?: readonly Keypair[];
  readonly expected: readonly object[];
  /** Memos of every movement; one by default. */
  readonly memos?: readonly string[];
}

/** Each cell of the row "Solana" in the table of verdicts. */
export const PAYS: readonly Row[] = [
  { title: 'a System transfer', instructions: () => [coin(5_000), memo(MEMO)], expected: [paid('5000')] },
  {
    ...{ title: 'a System transfer of version 0', make: version0 },
    ...{ instructions: () => [coin(5_000), memo(MEMO)], expected: [paid('5000')] },
  },
  {
    ...{ title: 'a System transfer of version 1', make: version1 },
    ...{ instructions: () => [coin(5_000), memo(MEMO)], expected: [paid('5000')] },
  },
  {
    title: 'a System transfer to a wallet in a lookup table',
    make: (own, signers, instructions) => version0(own, signers, instructions, [table]),
    ...{ instructions: () => [coin(5_000), memo(MEMO)], expected: [paid('5000')] },
  },
  ...MEMO_PROGRAMS.map((program) => ({
    ...{ title: `a memo by ${program}`, expected: [paid('5000')] },
    instructions: () => [memo(MEMO, program), coin(5_000)],
  })),
  {
    ...{ title: 'several System transfers to one wallet as one amount', expected: [paid('7000')] },
    instructions: () => [coin(5_000), memo(MEMO), coin(2_000)],
  },
  {
    ...{ title: 'the coin of the one who lost it, not of the fee payer', signers: [friend] },
    instructions: () => [coin(5_000, wallet.publicKey, friend.publicKey), memo(MEMO)],
    expected: [paid('5000', { sender: textOf(friend) })],
  },
  {
    ...{ title: 'the coin of several as the fee payer’s', signers: [friend], expected: [paid('12000')] },
    instructions: () => [coin(5_000, wallet.publicKey, friend.publicKey), coin(7_000), memo(MEMO)],
  },
  {
    ...{ title: 'tokens by transferChecked', make: version1, expected: [tokenPaid('25')] },
    instructions: () => [send(25n), memo(MEMO)],
  },
  {
    ...{ title: 'tokens by transfer', expected: [tokenPaid('25')] },
    instructions: () => [
      transfer(usdc, { from: held(usdc, payer), to: held(usdc, wallet), owner: payer.publicKey, amount: 25n }),
      memo(MEMO),
    ],
  },
  {
    ...{ title: 'several transfers into one token account as one amount', signers: [friend] },
    instructions: () => [send(25n), send(5n, usdc, friend), memo(MEMO)],
    expected: [tokenPaid('30')],
  },
  {
    ...{ title: 'tokens of the one wallet that lost them', signers: [friend] },
    instructions: () => [send(5n, usdc, friend), memo(MEMO)],
    expected: [tokenPaid('5', { sender: textOf(friend) })],
  },
  {
    title: 'tokens into an account that opens in the same transaction',
    instructions: () => [
      tokens.openAccount(usdc, payer.publicKey, former.publicKey),
      send(25n, usdc, payer, held(usdc, former)),
      memo(MEMO),
    ],
    expected: [tokenPaid('25', { position: held(usdc, former), receiver: textOf(former) })],
  },
];

export const AMBIGUOUS: readonly Row[] = [
  {
    ...{ title: 'two memos of ours', memos: [MEMO, 'acme:x'], expected: [paid('5000')] },
    instructions: () => [coin(5_000), memo(MEMO), memo('acme:x')],
  },
  {
    title: 'two movements',
    instructions: () => [coin(5_000), coin(6_000, former.publicKey), memo(MEMO)],
    expected: [
      paid('5000', { movements: 2 }),
      paid('6000', { movements: 2, position: textOf(former), receiver: textOf(former) }),
    ],
  },
];

export const UNSUPPORTED: readonly Row[] = [
  {
    ...{ title: 'coin and tokens by a call of a program', signers: [wallet] },
    instructions: () => [...recovery(), memo(MEMO)],
    expected: [
      paid(rent, { movements: 2, unsupported: OTHERWISE, sender: held(other, wallet) }),
      tokenPaid('25', { movements: 2, unsupported: OTHERWISE, sender: held(other, wallet) }),
    ],
  },
  {
    ...{ title: 'a transfer by a call beside one of the first kind', signers: [wallet] },
    instructions: () => [...recovery(), send(5n), memo(MEMO)],
    expected: [
      paid(rent, { movements: 2, unsupported: OTHERWISE, sender: held(other, wallet) }),
      tokenPaid('30', { movements: 2, unsupported: OTHERWISE }),
    ],
  },
  {
    ...{ title: 'tokens that are minted', expected: [tokenPaid('25', { unsupported: OTHERWISE })] },
    instructions: () => [tokens.mintTo(usdc, held(usdc, wallet), payer.publicKey, 25n), memo(MEMO)],
  },
  {
    title: 'tokens by a batch of the token program',
    instructions: () => [tokens.batch(usdc, send(25n)), memo(MEMO)],
    expected: [tokenPaid('25', { unsupported: OTHERWISE })],
  },
  {
    title: 'lamports by UnwrapLamports',
    instructions: () => [
      ...wrapping(5_000),
      tokens.unwrap(WRAPPED, held(WRAPPED, payer), wallet.publicKey, payer.publicKey),
      memo(MEMO),
    ],
    expected: [paid('5000', { unsupported: OTHERWISE })],
  },
  {
    title: 'lamports of a closed account',
    instructions: () => {
      const account = otherAccount(payer, 0n);
      return [tokens.closeAccount(usdc, account, wallet.publicKey, payer.publicKey), memo(MEMO)];
    },
    expected: [paid(rent, { unsupported: OTHERWISE })],
  },
  {
    title: 'lamports sent to the token account',
    instructions: () => [coin(5_000, new PublicKey(held(usdc, wallet))), memo(MEMO)],
    expected: [paid('5000', { position: `${held(usdc, wallet)}.lamports`, unsupported: COIN_TO_TOKEN_ACCOUNT })],
  },
  {
    title: 'tokens on another account of the wallet',
    instructions: () => [send(25n, usdc, payer, ours.toBase58()), memo(MEMO)],
    expected: [tokenPaid('25', { position: ours.toBase58(), unsupported: OTHER_ACCOUNT })],
  },
  {
    ...{ title: 'tokens that partly go back', signers: [wallet] },
    instructions: () => [send(25n), send(5n, usdc, wallet, held(usdc, payer)), memo(MEMO)],
    expected: [tokenPaid('20', { unsupported: OTHERWISE })],
  },
  {
    title: 'a token with a transfer fee',
    instructions: () => [send(2_500n, fee), memo(MEMO)],
    expected: [
      tokenPaid('2375', {
        ...{ assetId: FEE, contract: fee.mint.toBase58(), position: held(fee, wallet), unsupported: OTHERWISE },
      }),
    ],
  },
];

export const LOOK_ALIKE: readonly Row[] = [
  {
    title: 'an unlisted mint beside a memo of ours',
    instructions: () => [send(25n, other), memo(MEMO)],
    expected: [tokenPaid('25', { assetId: null, contract: other.mint.toBase58(), position: held(other, wallet) })],
  },
];

export const NOTHING: readonly Row[] = [
  { title: 'an unlisted mint without a memo', instructions: () => [send(25n, other), memo('acme')], expected: [] },
  { title: 'a memo alone', instructions: () => [memo(MEMO)], expected: [] },
  { title: 'a transfer that fails', instructions: () => [memo(MEMO), send(10n ** 18n)], expected: [] },
  {
    ...{ title: 'tokens that go back', signers: [wallet], expected: [] },
    instructions: () => [send(25n), memo(MEMO), send(25n, usdc, wallet, held(usdc, payer))],
  },
  {
    ...{ title: 'a token account that is given to the wallet', expected: [] },
    instructions: () => [tokens.setOwner(usdc, theirs, payer.publicKey, wallet.publicKey), memo(MEMO)],
  },
  {
    title: 'the rent of an account that opens',
    instructions: () => [tokens.openAccount(fee, payer.publicKey, former.publicKey), memo(MEMO)],
    expected: [],
  },
];
