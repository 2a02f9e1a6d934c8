import { cashout } from '../../../aggregates/cashout/cashout';
import { fold } from '../../../aggregates/decider';
import { deposit } from '../../../aggregates/deposit/deposit';
import type { LedgerEvent } from '../../../aggregates/events';
import type { PayoutState } from '../../../aggregates/payout/state';
import type { AlertEvidence, OpenAlert } from '../../../commands/alerts/evidence';
import { type AlertKindName, endingOf } from '../../../commands/alerts/kinds';
import type { NetworkQuestions } from '../../../commands/ports/standing/network-standing';
import { time } from '../../samples/sample-data';
import { event } from '../../samples/sample-events';

const away = async (): Promise<never> => {
  throw new Error('the store is away');
};

/** Nothing can be asked but what the test gives. */
const nowhere: AlertEvidence = {
  ...{ payoutIn: away, depositIn: away, intentIn: away, readStanding: away },
  ...{ historyOf: away, hasOpenPayouts: away, isUnread: away, isParked: away, isProviderThere: () => false },
};

const isOver = (kind: AlertKindName, given: Partial<AlertEvidence>, facts: OpenAlert['facts']): Promise<boolean> => {
  const ending = endingOf(kind);
  if (ending.by !== 'EVIDENCE') throw new Error(`${kind} is not closed by evidence`);
  const alert = { kind, subject: 's', says: 'says', facts, openedAt: time(0), raisedAt: time(10) };
  return ending.isOver({ ...nowhere, ...given }, alert);
};

const told = { contradictions: [] };
const sent = { ...told, attempt: 1, providerKey: 'k1', provider: 'a', dispatchedAt: time(0) };
const UNKNOWN: PayoutState = { ...sent, phase: 'UNKNOWN', unknownAt: time(1) };
const DISPATCHED: PayoutState = { ...sent, phase: 'DISPATCHED', notAfter: time(1) };
const REQUESTED: PayoutState = { ...told, phase: 'REQUESTED', attempt: 1, providerKey: 'k1', provider: 'a' };
const SETTLED: PayoutState = {
  ...sent,
  phase: 'SETTLED',
  paidCents: 1n,
  ...{ returnedCents: 0n, resolvedCents: 0n, feesCents: 0n },
};
const REJECTED: PayoutState = { ...told, phase: 'REJECTED', attempt: 1, nextAttemptAt: time(2) };
const owed = (payout: PayoutState): Partial<AlertEvidence> => ({ payoutIn: async () => ({ payout, mode: 'live' }) });
const KEY = { stream: 'cashout-cid1', providerKey: 'k1', provider: 'a' };

describe('D5: an alert about a payout', () => {
  test.each<[boolean, string, PayoutState]>([
    [false, 'is unknown', UNKNOWN],
    [false, 'was sent', DISPATCHED],
    [true, 'is settled', SETTLED],
    [true, 'was rejected', REJECTED],
    [true, 'has another attempt', { ...UNKNOWN, providerKey: 'k2' }],
  ])('whose outcome was unknown: over is %s when it %s', async (expected, _name, payout) => {
    expect(await isOver('payout-unknown', owed(payout), KEY)).toBe(expected);
  });

  test('is over once operators have decided about the debit that it tells of, and not before', async () => {
    const contradicted = event('RedemptionContradicted');
    const facts = { stream: 'withdrawal-wd1', redemptionKey: 'redemption1', detail: contradicted.data.detail };
    const over = (...history: readonly LedgerEvent[]) =>
      isOver('redemption-contradicted', { historyOf: async () => history }, facts);
    const other = event('RedemptionContradicted', { detail: 'another' });
    const decided = event('RedemptionDecided');
    expect(await over(contradicted)).toBe(false);
    expect(await over(contradicted, event('RedemptionDecisionProposed'))).toBe(false);
    expect(await over(contradicted, decided)).toBe(true);
    expect(await over(contradicted, decided, contradicted)).toBe(false);
    expect(await over(other, decided)).toBe(false);
  });

  test('is over once operators have decided about the payout', async () => {
    const contradicted = event('PayoutContradicted');
    const { providerKey, detail } = contradicted.data;
    const over = (...history: readonly LedgerEvent[]) =>
      isOver(
        'payout-contradicted',
        { historyOf: async () => history },
        { stream: 'cashout-cid1', providerKey, detail },
      );
    const paid = event('PayoutSettled', { decided: { proposedBy: 'ana', decidedBy: 'bob' } });
    expect(await over(contradicted, event('PayoutDecisionProposed'))).toBe(false);
    expect(await over(contradicted, event('PayoutSettled'))).toBe(false);
    expect(await over(contradicted, paid)).toBe(true);
    expect(await over(contradicted, event('PayoutDecided'))).toBe(true);
    expect(await over(contradicted, paid, contradicted)).toBe(false);
    expect(await over(event('PayoutContradicted', { providerKey: 'key2' }), paid)).toBe(false);
  });

  test('is over once operators have decided, and nothing of the cash-in is left', async () => {
    const paid = [event('CashinIntentCreated'), event('PixReceived'), event('PixAccepted')];
    const contradicted = event('CashinContradicted');
    const { about, detail } = contradicted.data;
    const over = (...history: readonly LedgerEvent[]) =>
      isOver('cashin-contradicted', { historyOf: async () => history }, { stream: 'cashin-cash1', about, detail });
    const decided = [...paid, contradicted, event('CashinDecided')];
    const back = [event('CashinFailed'), event('ChargeRefundDue'), event('ChargeRefundDone')];
    expect(await over(...paid, contradicted, ...back)).toBe(false);
    expect(await over(...decided)).toBe(false);
    expect(await over(...decided, ...back.slice(0, 2))).toBe(false);
    expect(await over(...decided, ...back)).toBe(true);
    expect(await over(...decided, ...back, contradicted)).toBe(false);
    const other = event('PixReceived', { endToEndId: 'E2' });
    expect(await over(...decided, other, ...back)).toBe(false);
  });

  test.each(['credit-left-out', 'credit-forgotten'] as const)('%s is over once its PIX is known', async (kind) => {
    const facts = { stream: 'cashin-cash1', endToEndId: 'E1' };
    const over = (...history: readonly LedgerEvent[]) => isOver(kind, { historyOf: async () => history }, facts);
    const known = [event('PixReceived'), event('PixSettled', { endToEndId: 'E1' }), event('PixSettled')];
    expect(await Promise.all(known.map((each) => over(each)))).toEqual([true, true, false]);
  });

  test.each(['refund-refused', 'refund-foreign'] as const)('%s is over once its PIX has gone back', async (kind) => {
    const facts = { stream: 'cashin-cash1', endToEndId: 'E1' };
    const over = (endToEndId: string) =>
      isOver(kind, { historyOf: async () => [event('ChargeRefundDone', { endToEndId })] }, facts);
    expect([await over('E1'), await over('E2')]).toEqual([true, false]);
  });

  test('split-owed is over once the part was split off, or its PIX goes back', async () => {
    const paid = [event('CashinIntentCreated'), event('PixReceived'), event('PixAccepted'), event('CashinCompleted')];
    const over = (...more: readonly LedgerEvent[]) => {
      const historyOf = async (stream: string) => (stream === 'cashin-cash1' ? [...paid, ...more] : []);
      return isOver('split-owed', { historyOf }, { intentId: 'cash1', cents: '75' });
    };
    expect(await over()).toBe(false);
    expect(await over(event('SplitApplied', { amountCents: '70' }))).toBe(false);
    expect(await over(event('SplitApplied'))).toBe(true);
  });

  test('is not over because its stream tells of none', async () => {
    const none = { payoutIn: async () => null };
    expect(await isOver('payout-unknown', none, KEY)).toBe(false);
    expect(await isOver('payout-without-provider', none, KEY)).toBe(false);
  });

  test.each<[boolean, string, PayoutState]>([
    [false, 'is requested', REQUESTED],
    [false, 'is unknown', UNKNOWN],
    [true, 'is settled', SETTLED],
    [true, 'has another attempt', { ...REQUESTED, providerKey: 'k2' }],
  ])('without its provider: over is %s when it %s', async (expected, _name, payout) => {
    expect(await isOver('payout-without-provider', owed(payout), KEY)).toBe(expected);
  });

  test('without its provider is over when that is configured for its mode', async () => {
    const there = (mode: string) => ({ ...owed(UNKNOWN), isProviderThere: (_: string, of: string) => of === mode });
    expect(await isOver('payout-without-provider', there('live'), KEY)).toBe(true);
    expect(await isOver('payout-without-provider', there('sandbox'), KEY)).toBe(false);
  });

  test('whose provider is absent: over when it is there, or nothing is open at it', async () => {
    const facts = { provider: 'a', mode: 'live' };
    const open = (has: boolean): Partial<AlertEvidence> => ({ hasOpenPayouts: async () => has });
    expect(await isOver('provider-absent', open(true), facts)).toBe(false);
    expect(await isOver('provider-absent', open(false), facts)).toBe(true);
    expect(await isOver('provider-absent', { ...open(true), isProviderThere: () => true }, facts)).toBe(true);
  });
});

describe('D5: an alert about money that came', () => {
  const finalised = event('DepositFinalised');
  const unmatched = event('DepositUnmatched');
  const claimed = event('DepositClaimed');
  test.each<[boolean, string, readonly (typeof finalised | typeof unmatched | typeof claimed)[]]>([
    [false, 'is in the inbox', [finalised, unmatched]],
    [false, 'is not known', []],
    [true, 'was assigned', [finalised, unmatched, claimed]],
  ])('over is %s when the deposit %s', async (expected, _name, events) => {
    const depositIn = async () => fold(deposit, events as never);
    for (const kind of ['deposit-in-time', 'deposit-other-mode'] as const) {
      expect(await isOver(kind, { depositIn }, { depositId: 'd' })).toBe(expected);
    }
  });

  test.each<[boolean, string, readonly unknown[]]>([
    [false, 'is pending', [event('CashoutIntentCreated')]],
    [true, 'has expired', [event('CashoutIntentCreated'), event('CashoutExpired')]],
    [true, 'was paid', [event('CashoutIntentCreated'), event('DepositAccepted')]],
  ])('over is %s when the intent whose expiry is held %s', async (expected, _name, events) => {
    const intentIn = async () => fold(cashout, events as never);
    expect(await isOver('expiry-held', { intentIn }, { intentId: 'cid1' })).toBe(expected);
  });
});

describe('D5: an alert about a network', () => {
  const standing = (lookedAt: string | null, questions: NetworkQuestions): Partial<AlertEvidence> => ({
    readStanding: async (network) => ({ network, mode: 'live', lookedAt, questions }),
  });
  const asked: readonly (readonly [AlertKindName, NetworkQuestions])[] = [
    ['network-finality', { finality: 'it has changed' }],
    ['network-gap', { gap: 'pruned' }],
    ['second-look-failing', { failing: 'rescan since 12:00: refused' }],
    ['network-lagging', { lagging: '3 blocks at 12:00, 9 at 12:10' }],
    ['receiver-refused', { receiver: '0xab: it has code' }],
    ['network-undecided', { undecided: [{ depositId: 'ethereum:0x1:0', reason: 'away' }] as never }],
    ['asset-halted', { haltedAssets: [2, 1] }],
  ];
  const facts = { network: 'ethereum', assetId: '1' };

  test.each(
    asked,
  )('%s lasts as long as a look finds it, and other questions do not hold it', async (kind, questions) => {
    expect(await isOver(kind, standing(time(11), questions), facts)).toBe(false);
    expect(await isOver(kind, standing(time(11), {}), facts)).toBe(true);
    const others = asked.filter(([other]) => other !== kind).flatMap(([, question]) => Object.entries(question));
    expect(await isOver(kind, standing(time(11), Object.fromEntries(others) as NetworkQuestions), facts)).toBe(true);
  });

  test.each(asked)('%s is not ended by a look of before, or by none', async (kind) => {
    expect(await isOver(kind, standing(time(10), {}), facts)).toBe(false);
    expect(await isOver(kind, standing(null, {}), facts)).toBe(false);
    expect(await isOver(kind, { readStanding: async () => null }, facts)).toBe(false);
  });

  test('another halted asset is another alert', async () => {
    expect(await isOver('asset-halted', standing(time(11), { haltedAssets: [2] }), facts)).toBe(true);
  });

  test('a transaction that could be read, and a stream that was replayed, are over', async () => {
    for (const isThere of [true, false]) {
      const given = { isUnread: async () => isThere, isParked: async () => isThere };
      expect(await isOver('transaction-unread', given, { network: 'ethereum', txid: '0x1' })).toBe(!isThere);
      expect(await isOver('stream-parked', given, { projection: 'deposits', stream: 'deposit-1' })).toBe(!isThere);
    }
  });
});

test('D5: what cannot be asked is not over', async () => {
  await expect(isOver('payout-unknown', {}, KEY)).rejects.toThrow('the store is away');
  await expect(isOver('transaction-unread', { isUnread: async () => false }, {})).rejects.toThrow('has no network');
});
