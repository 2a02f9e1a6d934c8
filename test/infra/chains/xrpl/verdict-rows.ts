import type { Movement } from '../../../../aggregates/chain';
import { NOT_DELIVERED, OTHERWISE } from '../../../../infra/chains/xrpl/verdicts';
import { former, issuer, MEMO, payer, paymentOf, RLUSD, RLUSD_HEX, receiver, USD, withMemos, XRP } from './scenario';
import { coinNode, type Fields, innerRow, lineNode, metaOf, signedRow } from './told-rows';

export interface Row {
  readonly title: string;
  readonly row: () => Fields;
  readonly expected: readonly Partial<Movement>[];
  /** A memo of ours by default. */
  readonly memos?: readonly string[];
}

const PAYER = payer.address;
const WALLET = receiver.address;
const ISSUER = issuer.address;
const OTHER = former.address;
const ELSEWHERE = 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B';
const OURS = withMemos(MEMO);
const XRP_HEX = '0000000000000000000000005852500000000000';
const SPELT_XRP_HEX = '5852500000000000000000000000000000000000';
const MPT = '0000012FFD9EE5DA93AC614B4DB94D7E0FCE415CA51BED47';

const issued = (currency: string, value: string, by = ISSUER) => ({ currency, issuer: by, value });
const paid = (given: Parameters<typeof paymentOf>[0], delivered?: unknown, nodes: readonly Fields[] = []) =>
  signedRow(paymentOf({ ...OURS, ...given }), metaOf(nodes, delivered));

const COIN = { assetId: XRP, contract: null, sender: PAYER, receiver: WALLET, position: '0', unsupported: null };
const USD_CONTRACT = `0000000000000000000000005553440000000000:${ISSUER}`;
const TOKEN = { ...COIN, assetId: RLUSD, contract: `${RLUSD_HEX}:${ISSUER}` };

export const PAYS: readonly Row[] = [
  {
    title: 'a Payment of the coin',
    row: () => paid({}, '25000000'),
    expected: [{ ...COIN, amountBaseUnits: '25000000', blockTime: '2026-11-20T12:00:00Z', blockNumber: '105' }],
  },
  {
    title: 'a partial Payment by the amount that it delivered',
    row: () => paid({ Amount: '2000000', Flags: 131_072, SendMax: issued('USD', '10') }, '1000000'),
    expected: [{ ...COIN, amountBaseUnits: '1000000' }],
  },
  {
    title: 'a Payment that sends the coin and delivers an issued asset',
    row: () => paid({ Amount: issued(RLUSD_HEX, '12.5'), SendMax: '9000000' }, issued(RLUSD_HEX, '125e-1')),
    expected: [{ ...TOKEN, amountBaseUnits: '12500000' }],
  },
  {
    title: 'a currency whose hex the ledger writes in three letters',
    row: () => paid({ Amount: issued('USD', '3') }, issued('USD', '3')),
    expected: [{ assetId: USD, contract: USD_CONTRACT, amountBaseUnits: '3000000' }],
  },
  {
    title: 'a value with an exponent and finer digits, rounded down',
    row: () => paid({ Amount: issued(RLUSD_HEX, '2000') }, issued(RLUSD_HEX, '1234567890123456e-12')),
    expected: [{ ...TOKEN, amountBaseUnits: '1234567890', cutOff: '123456' }],
  },
  {
    title: 'a Payment with the tag of its sender',
    row: () => paid({ SourceTag: 7 }, '25000000'),
    expected: [{ ...COIN, senderReference: '7' }],
  },
  {
    title: 'an inner Payment of a Batch',
    row: () => innerRow(paymentOf(OURS), metaOf([], '25000000')),
    expected: [{ ...COIN, amountBaseUnits: '25000000' }],
  },
  {
    title: 'a Payment to a former receiver',
    row: () => paid({ Destination: OTHER }, '25000000'),
    expected: [{ ...COIN, receiver: OTHER }],
  },
  {
    title: 'a Payment from a receiver as one of our own',
    row: () => signedRow(paymentOf({ ...OURS, Account: OTHER }), metaOf([], '5'), former),
    expected: [{ ...COIN, sender: OTHER, isOwn: true }],
  },
  ...['somebody-else:1', 'acme2:1', ' acme:1'].map((memo) => ({
    title: `a Payment with the memo "${memo}" as one without ours`,
    row: () => paid(withMemos(memo), '25000000'),
    expected: [COIN],
    memos: [],
  })),
  {
    title: 'a Payment whose memo is not UTF-8 as one without ours',
    row: () =>
      paid({ Memos: [{ Memo: { MemoData: '61636D653AFF' } }, { Memo: { MemoType: '61636D65' } }] }, '25000000'),
    expected: [COIN],
    memos: [],
  },
];

export const AMBIGUOUS: readonly Row[] = [
  {
    title: 'a Payment with two memos of ours',
    row: () => paid(withMemos(MEMO, 'acme:2', 'other:3'), '25000000'),
    expected: [COIN],
    memos: [MEMO, 'acme:2'],
  },
  {
    title: 'two assets that arrive at once',
    row: () =>
      signedRow(
        { TransactionType: 'EscrowFinish', Account: PAYER, Owner: PAYER, OfferSequence: 5, ...OURS },
        metaOf([coinNode(WALLET, '5', '9'), lineNode([WALLET, ISSUER], 'USD', '0', '1')]),
      ),
    expected: [
      { assetId: XRP, position: '0', amountBaseUnits: '4', movements: 2 },
      { assetId: USD, position: '1', amountBaseUnits: '1000000', movements: 2 },
    ],
  },
];

const other = { ...COIN, unsupported: OTHERWISE };
const gain = metaOf([coinNode(WALLET, '1000', '501000'), coinNode(PAYER, '9', '1')]);

export const UNSUPPORTED: readonly Row[] = [
  {
    title: 'AccountDelete',
    row: () => signedRow({ TransactionType: 'AccountDelete', Account: PAYER, Destination: WALLET, ...OURS }, gain),
    expected: [{ ...other, amountBaseUnits: '500000' }],
  },
  {
    title: 'EscrowFinish',
    row: () =>
      signedRow({ TransactionType: 'EscrowFinish', Account: PAYER, Owner: ISSUER, OfferSequence: 5, ...OURS }, gain),
    expected: [{ ...other, amountBaseUnits: '500000' }],
  },
  {
    title: 'CheckCash of an issued asset, whose line has the receiver as its high account',
    row: () =>
      signedRow(
        {
          TransactionType: 'CheckCash',
          Account: PAYER,
          CheckID: 'C4'.repeat(32),
          Amount: issued('USD', '2.5'),
          ...OURS,
        },
        metaOf([lineNode([ISSUER, WALLET], 'USD', '-0.02', '-2.5200001')]),
      ),
    expected: [{ ...other, assetId: USD, contract: USD_CONTRACT, cutOff: '1' }],
  },
  {
    title: 'PaymentChannelClaim',
    row: () =>
      signedRow({ TransactionType: 'PaymentChannelClaim', Account: PAYER, Channel: 'C1'.repeat(32), ...OURS }, gain),
    expected: [{ ...other, amountBaseUnits: '500000' }],
  },
  {
    title: 'OfferCreate that takes an offer of the receiver',
    row: () =>
      signedRow(
        { TransactionType: 'OfferCreate', Account: PAYER, TakerGets: '500000', TakerPays: issued('USD', '1'), ...OURS },
        metaOf([coinNode(WALLET, '1000', '501000'), lineNode([WALLET, ISSUER], 'USD', '2', '1')]),
      ),
    expected: [{ ...other, amountBaseUnits: '500000' }],
  },
  {
    title: 'a Payment to somebody else of which a part arrives',
    row: () => paid({ Destination: ELSEWHERE }, '25000000', [coinNode(WALLET, '1', '3')]),
    expected: [{ ...other, amountBaseUnits: '2' }],
  },
  ...[undefined, 'unavailable'].map((delivered) => ({
    title: `a Payment whose delivered_amount is ${delivered ?? 'absent'}`,
    row: () =>
      paid({ Amount: issued('USD', '9') }, delivered, [
        lineNode([WALLET, ISSUER], 'USD', '1.525330905250352', '1.535330905250352'),
      ]),
    expected: [
      {
        ...COIN,
        assetId: USD,
        contract: USD_CONTRACT,
        amountBaseUnits: '10000',
        unsupported: NOT_DELIVERED,
      },
    ],
  })),
];

const alike = (
  title: string,
  amount: ReturnType<typeof issued> | { readonly mpt_issuance_id: string; readonly value: string },
  contract: string,
): Row => ({
  title,
  row: () => paid({ Amount: amount }, amount),
  expected: [{ assetId: null, contract, amountBaseUnits: '7', movements: 1, unsupported: null }],
});

export const LOOK_ALIKE: readonly Row[] = [
  alike('the code of a listed asset by another issuer', issued(RLUSD_HEX, '7', ELSEWHERE), `${RLUSD_HEX}:${ELSEWHERE}`),
  alike('a code in other letters', issued('usd', '7'), `usd:${ISSUER}`),
  alike('a multi-purpose token', { mpt_issuance_id: MPT, value: '7' }, MPT),
  alike('a hex code that spells XRP', issued(SPELT_XRP_HEX, '7'), `${SPELT_XRP_HEX}:${ISSUER}`),
  {
    ...alike('the hex code of XRP', issued('USD', '7'), `${XRP_HEX}:${ISSUER}`),
    row: () => paid({}, issued(XRP_HEX, '7')),
  },
];

export const NOTHING: readonly Row[] = [
  {
    title: 'a Payment that failed and tells a delivered amount',
    row: () => signedRow(paymentOf(OURS), { ...gain, TransactionResult: 'tecPATH_DRY', delivered_amount: '25000000' }),
    expected: [],
  },
  {
    title: 'an outer Batch',
    row: () =>
      signedRow(
        {
          ...{ TransactionType: 'Batch', Account: PAYER, Flags: 0x0001_0000, ...OURS },
          RawTransactions: [5, 6].map((Sequence) => ({
            RawTransaction: { ...paymentOf(OURS), Sequence, Fee: '0', SigningPubKey: '', Flags: 0x4000_0000 },
          })),
        },
        gain,
      ),
    expected: [],
  },
  {
    title: 'a memo alone',
    row: () =>
      signedRow({ TransactionType: 'AccountSet', Account: PAYER, ...OURS }, metaOf([coinNode(PAYER, '9', '8')])),
    expected: [],
  },
  { title: 'less than a base unit', row: () => paid({}, issued(RLUSD_HEX, '9e-7')), expected: [] },
  { title: 'a delivered amount of zero', row: () => paid({}, '0'), expected: [] },
  {
    title: 'a look-alike without a memo',
    row: () => signedRow(paymentOf(), metaOf([], issued('USD', '7', ELSEWHERE))),
    expected: [],
  },
  {
    title: 'a Payment of ours to somebody else',
    row: () =>
      signedRow(
        paymentOf({ ...OURS, Account: WALLET, Destination: PAYER }),
        metaOf([coinNode(WALLET, '9', '1')], '8'),
        receiver,
      ),
    expected: [],
  },
];
