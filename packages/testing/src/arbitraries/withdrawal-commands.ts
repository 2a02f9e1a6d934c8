import fc from 'fast-check';
import type { PayoutCommand } from '../../../../aggregates/payout/commands';
import type { PeggedDebit } from '../../../../aggregates/pegged-balance/events';
import type { PeggedBalanceCommand } from '../../../../aggregates/pegged-balance/pegged-balance';
import type { RedemptionOutcome, WithdrawalCommand } from '../../../../aggregates/withdrawal/commands';
import { time } from '../samples/sample-data';
import { event } from '../samples/sample-events';
import { debit, withdrawalTerms } from '../samples/sample-withdrawal-data';
import { cashoutCommands } from './commands';
import { along, at, many, one } from './parts';

const withdrawId = fc.integer({ min: 1, max: 6 }).map((number) => `wd${number}`);
const amount = fc.integer({ min: 1, max: 6 }).map(String);
const height = fc.integer({ min: 95, max: 105 }).map(String);

/** The right one as often as one that differs in one thing. */
const debits = fc.oneof(
  fc.constant(debit),
  fc
    .constantFrom<Partial<PeggedDebit>[]>(
      ...[{ network: 'base' }, { assetId: 302 }, { wallet: '0xdd' }],
      ...[{ amountBaseUnits: '1' }, { amountBaseUnits: '99999999999999999999' }],
      ...[{ txid: '0xe2' }, { txid: '0xe9' }, { issuerCents: '10000' }],
    )
    .map((difference): PeggedDebit => ({ ...debit, ...difference })),
);

const smallDebit = fc
  .tuple(amount, height, fc.constantFrom('0xe1', '0xe2', '0xe3', '0xe4'))
  .map(([amountBaseUnits, blockNumber, txid]) => ({
    ...{ ...debit, amountBaseUnits, blockNumber, txid, debitId: `ethereum:${txid}:0` },
  }));

const anyBalanceCommands = many<PeggedBalanceCommand>(
  fc.tuple(withdrawId, amount, amount, amount, height).map(([id, wanted, balance, allowance, blockNumber]) => ({
    type: 'ReserveBalance',
    reservation: event('BalanceReserved', {
      ...{ withdrawId: id, amountBaseUnits: wanted },
      reading: { balanceBaseUnits: balance, allowanceBaseUnits: allowance, blockNumber },
    }).data,
  })),
  fc.tuple(withdrawId, at).map(([id, now]) => ({ type: 'CaptureBalance', withdrawId: id, now })),
  fc.tuple(withdrawId, smallDebit, at).map(([id, settled, now]) => ({
    ...{ type: 'SettleDebit', withdrawId: id, debit: settled, now },
  })),
  fc.tuple(withdrawId, fc.constantFrom('ABANDONED' as const, 'FAILED' as const), at).map(([id, reason, now]) => ({
    ...{ type: 'ReleaseBalance', withdrawId: id, reason, now },
  })),
);

const reserved = (id: string): PeggedBalanceCommand => ({
  type: 'ReserveBalance',
  reservation: event('BalanceReserved', {
    ...{ withdrawId: id, amountBaseUnits: '3' },
    reading: { balanceBaseUnits: '6', allowanceBaseUnits: '6', blockNumber: '100' },
  }).data,
});

const DEBITED_TWICE: readonly PeggedBalanceCommand[] = [
  ...[reserved('wd1'), reserved('wd2')],
  ...['wd1', 'wd2'].flatMap((id): readonly PeggedBalanceCommand[] => [
    { type: 'CaptureBalance', withdrawId: id, now: time(62) },
    {
      ...{ type: 'SettleDebit', withdrawId: id, now: time(79) },
      debit: { ...debit, amountBaseUnits: '3', debitId: `ethereum:0x${id}:0` },
    },
  ]),
];

/** Some begin on the road of a wallet that two withdrawals debit. */
export const balanceCommands = along([DEBITED_TWICE], anyBalanceCommands);

const key = fc.constantFrom('redemption1', 'redemption1', 'redemption1', 'redemption2');

const redemptionOutcome: fc.Arbitrary<RedemptionOutcome> = fc.oneof(
  fc
    .tuple(key, debits)
    .map(([redemptionKey, settled]) => ({ kind: 'SETTLED' as const, redemptionKey, debit: settled })),
  fc.tuple(fc.option(key), fc.constantFrom('REVERTED', 'DROPPED')).map(([redemptionKey, code]) => ({
    ...{ kind: 'FAILED' as const, redemptionKey, code, message: 'It did not happen' },
  })),
  key.map((redemptionKey) => ({ kind: 'UNKNOWN' as const, redemptionKey, reason: 'TIMEOUT' })),
  fc.tuple(key, fc.constantFrom('gone', 'back')).map(([redemptionKey, detail]) => ({
    ...{ kind: 'CONTRADICTED' as const, redemptionKey, detail },
  })),
);

export const isOfPayout = (command: { readonly type: string }): command is PayoutCommand =>
  ['RequestPayout', 'DispatchPayout', 'RecordOutcome'].includes(command.type);

const forTheNet = (command: PayoutCommand): PayoutCommand =>
  command.type === 'RecordOutcome' && command.outcome.kind === 'SETTLED' && command.outcome.amountCents === '15000'
    ? { ...command, outcome: { ...command.outcome, amountCents: '9900' } }
    : command;

/** As they are asked of the payout of a cash-out. */
export const payoutCommands = cashoutCommands.map((commands) => commands.filter(isOfPayout));

const netPayoutCommands = payoutCommands.map((commands) => commands.map(forTheNet));

const BEGUN: readonly WithdrawalCommand[] = [
  { type: 'RequestWithdrawal', withdrawal: event('WithdrawalRequested').data },
];
const { withdrawId: _id, redemption: _redemption, network: _network, ...sending } = event('RedemptionSent').data;
const SENT: readonly WithdrawalCommand[] = [...BEGUN, { type: 'SendRedemption', sending }];
const DEBITED: readonly WithdrawalCommand[] = [
  ...SENT,
  {
    type: 'RecordRedemption',
    outcome: { kind: 'SETTLED', redemptionKey: 'redemption1', debit },
    now: event('RedemptionSettled').data.settledAt,
  },
];

const CONTRADICTED: readonly WithdrawalCommand[] = [
  ...SENT,
  {
    type: 'RecordRedemption',
    outcome: { kind: 'CONTRADICTED', redemptionKey: 'redemption1', detail: 'gone' },
    now: event('RedemptionContradicted').data.contradictedAt,
  },
];

/** Some times are late enough for a decision by operators. */
const decidedAt = fc.oneof(at, fc.integer({ min: 7_200, max: 9_000 }).map(time));

const FOUND = { txid: '0xe9', assetId: 301, amountBaseUnits: '1' } as const;

const ownCommands = many<WithdrawalCommand>(
  one({ type: 'RequestWithdrawal', withdrawal: event('WithdrawalRequested').data }),
  at.map((now) => ({ type: 'AbandonWithdrawal', withdrawId: withdrawalTerms.withdrawId, now })),
  fc.tuple(fc.constantFrom('0xe1', '0xe2', null), fc.constantFrom('7', '8', null)).map(([txid, nonce]) => ({
    ...{ type: 'SendRedemption', sending: { ...sending, txid, nonce } },
  })),
  fc.tuple(redemptionOutcome, at).map(([outcome, now]) => ({ type: 'RecordRedemption', outcome, now })),
  fc
    .tuple(fc.constantFrom(null, FOUND), fc.constantFrom('ana', 'bob'), fc.boolean(), fc.boolean(), decidedAt)
    .map(([debited, by, mayPropose, isRedemptionGone, now]) => ({
      ...{ type: 'DecideRedemption', redemptionKey: 'redemption1', isRedemptionGone, debited, by, mayPropose, now },
    })),
);

/** Some begin where a withdrawal was sent or debited, so that most of them get to the end. */
export const withdrawalCommands: fc.Arbitrary<readonly WithdrawalCommand[]> = fc
  .tuple(fc.constantFrom([], BEGUN, SENT, CONTRADICTED, DEBITED, DEBITED), ownCommands, netPayoutCommands)
  .chain(([opening, own, payouts]) =>
    fc
      .array(fc.boolean(), { minLength: own.length + payouts.length, maxLength: own.length + payouts.length })
      .map((choices) => [...opening, ...mixed(own, payouts, choices)]),
  );

const mixed = <Item>(left: readonly Item[], right: readonly Item[], choices: readonly boolean[]): readonly Item[] => {
  const [ofLeft, ofRight] = [[...left], [...right]];
  return choices.flatMap((isLeft) => (isLeft ? ofLeft.splice(0, 1) : ofRight.splice(0, 1)));
};
