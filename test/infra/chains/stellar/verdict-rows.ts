import {
  Account,
  Asset,
  Claimant,
  Memo,
  MuxedAccount,
  nativeToScVal,
  Operation,
  type Transaction,
  TransactionBuilder,
  type xdr,
} from '@stellar/stellar-sdk';
import { BY_CONTRACT, MERGED } from '../../../../infra/chains/stellar/verdicts';
import {
  built,
  COARSE,
  coarse,
  contractText,
  FORMER,
  FRIEND,
  forged,
  HASH_MEMO,
  PASSPHRASE,
  PAYER,
  RECEIVER,
  receiver,
  TOLD_MEMO,
  USDC,
  usdc,
  XLM,
} from './scenario';

export interface Row {
  readonly title: string;
  readonly sent: () => { readonly toXDR: () => string };
  readonly isSuccessful?: boolean;
  readonly expected: readonly object[];
  readonly memos?: readonly string[];
}

const payer = PAYER.publicKey();
const friend = FRIEND.publicKey();
const native = Asset.native();
const muxed = (account: string, id: string): string => new MuxedAccount(new Account(account, '0'), id).accountId();

export const pay = (amount: string, asset = native, destination = receiver, source?: string): xdr.Operation =>
  Operation.payment({ destination, asset, amount, ...(source === undefined ? {} : { source }) });

const coin = (amountBaseUnits: string, more: object = {}) => ({
  ...{ assetId: XLM, contract: null, amountBaseUnits, sender: payer, receiver, unsupported: null },
  ...more,
});
const token = (amountBaseUnits: string, more: object = {}) =>
  coin(amountBaseUnits, { assetId: USDC, contract: contractText(usdc), ...more });

const row = (title: string, operations: readonly xdr.Operation[], expected: readonly object[]): Row => ({
  ...{ title, sent: () => built(operations), expected },
});

const withMemo = (title: string, memo: Memo): Row => ({
  ...{ title, sent: () => built([pay('25.5')], memo), expected: [coin('255000000')], memos: [] },
});

export const feeBumped = (inner: Transaction) => {
  const bump = TransactionBuilder.buildFeeBumpTransaction(FRIEND, '200', inner, PASSPHRASE);
  bump.sign(FRIEND);
  return bump;
};

/** The call of an asset's own contract, as wallets of contracts send it. */
export const contractTransfer = (asset: Asset, amount: bigint): xdr.Operation =>
  Operation.invokeContractFunction({
    contract: asset.contractId(PASSPHRASE),
    function: 'transfer',
    args: [
      nativeToScVal(payer, { type: 'address' }),
      nativeToScVal(receiver, { type: 'address' }),
      nativeToScVal(amount, { type: 'i128' }),
    ],
  });

const path = { sendAsset: native, destination: receiver, destAsset: usdc, path: [] };

/** Each cell of the row "Stellar" in the table of verdicts. */
export const PAYS: readonly Row[] = [
  row('a payment of the coin', [pay('25.5')], [coin('255000000')]),
  row('a payment of an asset', [pay('39', usdc)], [token('390000000')]),
  row(
    'a payment to a former receiver',
    [pay('1', native, FORMER.publicKey())],
    [coin('10000000', { receiver: FORMER.publicKey() })],
  ),
  row(
    'a path payment by what arrived, when the sent amount is fixed',
    [Operation.pathPaymentStrictSend({ ...path, sendAmount: '100', destMin: '0.0000001' })],
    [token('1')],
  ),
  row(
    'a path payment by what arrived, when the received amount is fixed',
    [Operation.pathPaymentStrictReceive({ ...path, sendMax: '100', destAmount: '2.5' })],
    [token('25000000')],
  ),
  row(
    'a new account',
    [Operation.createAccount({ destination: receiver, startingBalance: '20' })],
    [coin('200000000')],
  ),
  row('a payment to a muxed address', [pay('1', native, muxed(receiver, '7'))], [coin('10000000')]),
  row(
    'a payment from a muxed address',
    [pay('1', native, receiver, muxed(payer, '8'))],
    [coin('10000000', { senderReference: '8' })],
  ),
  {
    ...row('a payment in a fee bump', [], [coin('10000000')]),
    sent: () => feeBumped(built([pay('1')])),
  },
  {
    ...row('a payment whose operation has a source of its own', [], [coin('10000000', { sender: friend })]),
    sent: () => built([pay('1', native, receiver, friend)], HASH_MEMO, [PAYER, FRIEND]),
  },
  row(
    'a payment finer than the catalog, rounded down',
    [pay('1.2345608', coarse)],
    [token('123456', { assetId: COARSE, contract: contractText(coarse), cutOff: '08' })],
  ),
];

export const AMBIGUOUS: readonly Row[] = [
  row(
    'two payments',
    [pay('1'), pay('2', usdc)],
    [coin('10000000', { movements: 2 }), token('20000000', { movements: 2 })],
  ),
  row(
    'payments to two receivers',
    [pay('1'), pay('2', native, FORMER.publicKey())],
    [coin('10000000', { movements: 2 }), coin('20000000', { movements: 2, receiver: FORMER.publicKey() })],
  ),
];

export const UNSUPPORTED: readonly Row[] = [
  row(
    'a merged account',
    [Operation.accountMerge({ destination: receiver })],
    [coin('1000000000', { unsupported: MERGED })],
  ),
  row('coin that a contract moved', [contractTransfer(native, 250n)], [coin('250', { unsupported: BY_CONTRACT })]),
  row('an asset that a contract moved', [contractTransfer(usdc, 250n)], [token('250', { unsupported: BY_CONTRACT })]),
];

const lookAlike = coin('10000000', { assetId: null, contract: contractText(forged) });

export const LOOK_ALIKE: readonly Row[] = [
  row('an asset of another issuer', [pay('1', forged)], [lookAlike]),
  row(
    'the first three of four',
    [1, 2, 3, 4].map(() => pay('1', forged)),
    [1, 2, 3].map(() => ({ ...lookAlike, movements: 3 })),
  ),
  row('one that a contract moved', [contractTransfer(forged, 10_000_000n)], [lookAlike]),
  row('one beside a payment', [pay('1', forged), pay('1')], [coin('10000000'), { ...lookAlike, movements: 2 }]),
];

export const WITHOUT_MEMO: readonly Row[] = [
  withMemo('nothing', Memo.none()),
  withMemo('text', Memo.text('lastro:memo-1')),
  withMemo('a number', Memo.id('7')),
  withMemo('the hash of a returned payment', Memo.return(TOLD_MEMO.slice('sha256:'.length))),
];

export const NOTHING: readonly Row[] = [
  row(
    'a claimable balance',
    [Operation.createClaimableBalance({ asset: native, amount: '1', claimants: [new Claimant(receiver)] })],
    [],
  ),
  { ...row('a transaction that failed', [pay('1')], []), isSuccessful: false },
  {
    ...row('what a receiver paid', [], []),
    sent: () => built([pay('1', native, payer)], HASH_MEMO, [RECEIVER], receiver),
  },
  row('less than the smallest unit of the catalog', [pay('0.0000099', coarse)], []),
  { ...row('a look-alike without a memo', [], []), sent: () => built([pay('1', forged)], Memo.none()), memos: [] },
  row('a memo alone', [Operation.bumpSequence({ bumpTo: '9' })], []),
];
