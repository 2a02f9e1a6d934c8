import type { LedgerEvent } from '../../../../aggregates/events';
import { ALERT_CLOSINGS, ALERT_KINDS, type AlertKindName } from '../../../../commands/alerts/kinds';
import type { NetworkQuestions } from '../../../../commands/ports/chains/network-standing';
import { type AlertRows, alertRows } from '../../../../infra/alerts/alert-rows';
import { createQuery } from '../../../../infra/postgres/query';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { openTenants, type Tenants } from '../postgres/tenants';

let tenants: Tenants;
let rows: AlertRows;
beforeAll(async () => {
  tenants = await openTenants();
  rows = alertRows(createQuery(tenants.pool));
});
afterEach(() =>
  tenants.pool.query('TRUNCATE lastro.alerts, lastro.audit_trail, lastro.watch_cursors, lastro.unread_transactions'),
);
afterAll(() => tenants.close());

const raise = (kind: string, facts: Readonly<Record<string, string>>) => {
  const subject = Object.values(facts).join(' ');
  return rows.raise([{ kind, subject, says: 'It is so', severity: 0, facts, raisedAt: time(10) }], 't1');
};

const left = async () => {
  await rows.closeOver(time(20), false);
  return (await rows.open()).map(({ subject }) => subject);
};

const PAYOUT = { stream: 'cashout-cid1', providerKey: 'k1', detail: 'd' };
const REDEMPTION = { stream: 'withdrawal-wd1', redemptionKey: 'r1', detail: 'd' };
const CASHIN = { stream: 'cashin-cash1', about: 'E1', detail: 'd', endToEndId: 'E1', intentId: 'cash1' };
const SPLIT = { ...CASHIN, cents: '75', amountCents: '75' };
const depositId = 'ethereum:0x1:0';
const DEPOSIT = { stream: `deposit-${depositId}`, depositId };
const CASHOUT = { stream: 'cashout-cid1', intentId: 'cid1' };
const key = { providerKey: 'k1' };
const sent = event('PayoutDispatched', key);
const payoutDoubt = event('PayoutContradicted', { ...key, detail: 'd' });
const debitDoubt = event('RedemptionContradicted', { redemptionKey: 'r1', detail: 'd' });
const cashinDoubt = event('CashinContradicted', { about: 'E1', detail: 'd' });
const byTwo = event('PayoutSettled', { ...key, decided: { proposedBy: 'ana', decidedBy: 'bob' } });
const settled = event('PayoutSettled', key);

type Case = readonly [AlertKindName, Readonly<Record<string, string>>, boolean, readonly LedgerEvent[]];

const payouts: readonly Case[] = [
  ['payout-unknown', PAYOUT, false, []],
  ['payout-unknown', PAYOUT, false, [sent, event('PayoutOutcomeUnknown', key)]],
  ['payout-unknown', PAYOUT, false, [settled, sent]],
  ['payout-unknown', PAYOUT, true, [sent, settled]],
  ['payout-unknown', PAYOUT, true, [sent, event('PayoutRejected', key)]],
  ['payout-unknown', PAYOUT, true, [sent, event('PayoutDecided', key)]],
  ['payout-contradicted', PAYOUT, false, [payoutDoubt, event('PayoutDecisionProposed')]],
  ['payout-contradicted', PAYOUT, false, [payoutDoubt, settled]],
  ['payout-contradicted', PAYOUT, true, [payoutDoubt, byTwo]],
  ['payout-contradicted', PAYOUT, true, [payoutDoubt, event('PayoutDecided')]],
  ['payout-contradicted', PAYOUT, false, [payoutDoubt, byTwo, payoutDoubt]],
  ['payout-contradicted', PAYOUT, false, [event('PayoutContradicted', { providerKey: 'k2', detail: 'd' }), byTwo]],
  ['payout-held', PAYOUT, false, [sent, event('PayoutDeferred', key)]],
  ['payout-held', PAYOUT, true, [event('PayoutDeferred', key), sent]],
  ['redemption-contradicted', REDEMPTION, false, [debitDoubt, event('RedemptionDecisionProposed')]],
  ['redemption-contradicted', REDEMPTION, true, [debitDoubt, event('RedemptionDecided')]],
  ['redemption-contradicted', REDEMPTION, false, [event('RedemptionDecided'), debitDoubt]],
];

const cashins: readonly Case[] = [
  ['cashin-contradicted', CASHIN, false, [cashinDoubt, event('CashinDecisionProposed')]],
  ['cashin-contradicted', CASHIN, true, [cashinDoubt, event('CashinDecided')]],
  ['cashin-contradicted', CASHIN, false, [event('CashinDecided'), cashinDoubt]],
  ['split-owed', SPLIT, false, [event('CashinCompleted'), event('SplitApplied', { amountCents: '70' })]],
  ['split-owed', SPLIT, true, [event('CashinCompleted'), event('SplitApplied', { amountCents: '75' })]],
  ...(['credit-left-out', 'credit-forgotten'] as const).flatMap((kind): readonly Case[] => [
    [kind, CASHIN, true, [event('PixReceived', { endToEndId: 'E1' })]],
    [kind, CASHIN, true, [event('PixSettled', { endToEndId: 'E1' })]],
    [kind, CASHIN, false, [event('PixReceived', { endToEndId: 'E2' })]],
  ]),
  ...(['refund-refused', 'refund-foreign'] as const).flatMap((kind): readonly Case[] => [
    [kind, CASHIN, true, [event('ChargeRefundDone', { endToEndId: 'E1' })]],
    [kind, CASHIN, false, [event('ChargeRefundDone', { endToEndId: 'E2' })]],
  ]),
];

const unmatched = event('DepositUnmatched', { depositId });
const others: readonly Case[] = [
  ...(['deposit-in-time', 'deposit-other-mode'] as const).flatMap((kind): readonly Case[] => [
    [kind, DEPOSIT, false, [event('DepositFinalised')]],
    [kind, DEPOSIT, false, [event('DepositClaimed'), event('DepositReleased', { depositId })]],
    [kind, DEPOSIT, true, [unmatched, event('DepositClaimed')]],
    [kind, DEPOSIT, true, [unmatched, event('DepositWrittenOff', { depositId })]],
    [kind, DEPOSIT, true, [unmatched, event('DepositRefunded', { depositId })]],
    [kind, DEPOSIT, false, [unmatched, event('DepositResolutionProposed', { depositId })]],
    [kind, DEPOSIT, true, [unmatched, event('DepositReverted')]],
  ]),
  ['coin-unexplained', DEPOSIT, false, [event('DepositFinalised', { depositId }), unmatched]],
  [
    'coin-unexplained',
    DEPOSIT,
    true,
    [event('DepositFinalised', { depositId }), event('DepositWrittenOff', { depositId })],
  ],
  [
    'coin-unexplained',
    DEPOSIT,
    true,
    [event('DepositFinalised', { depositId }), event('DepositRefunded', { depositId })],
  ],
  ['expiry-held', CASHOUT, false, [event('CashoutIntentCreated'), event('ExpiryHeld')]],
  ['expiry-held', CASHOUT, true, [event('CashoutExpired')]],
  ['expiry-held', CASHOUT, true, [event('DepositAccepted')]],
];

const record = async (stream: string, events: readonly LedgerEvent[]) => {
  for (const [revision, { type, data }] of events.entries()) {
    await tenants.pool.query(
      `INSERT INTO lastro.audit_trail (event_id, position_commit, stream, revision, type, at, actor_kind, actor_id,
          correlation_id, causation_id, data)
        VALUES (gen_random_uuid(), 1, $1, $2, $3, now(), 'system', 's', 'c', 'd', $4)`,
      [stream, revision, type, JSON.stringify(data)],
    );
  }
};

describe('an alert that the next event of its stream closes', () => {
  test.each([...payouts, ...cashins, ...others])('%s %j: over is %s', async (kind, facts, expected, events) => {
    await raise(kind, facts);
    await record('cashout-another', events);
    expect(await left()).toHaveLength(1);
    await record(facts.stream ?? '', events);
    expect(await left()).toHaveLength(expected ? 0 : 1);
  });

  test('has a case for each kind', () => {
    const kinds = ALERT_CLOSINGS.filter(({ by }) => by === 'EVENT').map(({ kind }) => kind);
    expect(new Set([...payouts, ...cashins, ...others].map(([kind]) => kind))).toEqual(new Set(kinds));
  });
});

describe('an alert about a network', () => {
  const asked: readonly (readonly [AlertKindName, NetworkQuestions])[] = [
    ['network-finality', { finality: 'it has changed' }],
    ['network-gap', { gap: 'pruned' }],
    ['second-look-failing', { failing: 'rescan since 12:00: refused' }],
    ['network-lagging', { lagging: '3 blocks at 12:00, 9 at 12:10' }],
    ['receiver-refused', { receiver: '0xab: it has code' }],
    ['network-undecided', { undecided: [{ depositId: 'ethereum:0x1:0', reason: 'away' }] as never }],
    ['asset-halted', { haltedAssets: [2, 1] }],
    ['asset-unfit', { unfitAssets: [2, 1] }],
  ];
  const facts = { network: 'ethereum', assetId: '1' };
  const lookAt = (lookedAt: string | null, questions: NetworkQuestions) =>
    tenants.pool.query(
      `INSERT INTO lastro.watch_cursors (network, block_number, block_hash, final_number, looked_at, questions)
        VALUES ('ethereum', 1, 'h', 1, $1, $2)
        ON CONFLICT (network) DO UPDATE SET looked_at = $1, questions = $2`,
      [lookedAt, JSON.stringify(questions)],
    );

  test.each(asked)('%s is closed by a later scan without its problem', async (kind, questions) => {
    const leaves = async (lookedAt: string | null, found: NetworkQuestions) => {
      await lookAt(lookedAt, found);
      return (await left()).length;
    };
    await raise(kind, facts);
    expect(await left()).toHaveLength(1);
    expect([await leaves(null, {}), await leaves(time(10), {}), await leaves(time(11), questions)]).toEqual([1, 1, 1]);
    const others = asked.filter(([other]) => other !== kind).flatMap(([, question]) => Object.entries(question));
    expect(await leaves(time(11), Object.fromEntries(others) as NetworkQuestions)).toBe(0);
  });

  test('asset-halted is closed by a scan that finds another asset halted', async () => {
    await raise('asset-halted', facts);
    await lookAt(time(11), { haltedAssets: [2] });
    expect(await left()).toEqual([]);
  });
});

test('closes an unread transaction that was read, or given up in each of its blocks', async () => {
  await tenants.pool.query(
    `INSERT INTO lastro.unread_transactions (network, txid, block_hash, height, memos, reason, since, tries, given_up_at)
      VALUES ('ethereum', '0x1', 'h', 1, '[]', 'away', $1, 1, NULL), ('ethereum', '0x2', 'h', 1, '[]', 'away', $1, 1, $1),
        ('ethereum', '0x2', 'i', 1, '[]', 'away', $1, 1, NULL), ('ethereum', '0x3', 'h', 1, '[]', 'away', $1, 1, $1)`,
    [time(0)],
  );
  for (const txid of ['0x1', '0x2', '0x3', '0x4']) await raise('transaction-unread', { network: 'ethereum', txid });
  expect(await left()).toEqual(['ethereum 0x1', 'ethereum 0x2']);
});

test('each kind has a way to be closed', () => {
  expect(ALERT_CLOSINGS.map(({ kind }) => kind)).toEqual(Object.keys(ALERT_KINDS));
});
