import { cashout } from '../../../aggregates/cashout/cashout';
import type { ExpiryEvidence } from '../../../aggregates/cashout/events';
import { memoHashOf } from '../../../aggregates/deposit/matching';
import { START } from '../../../aggregates/events';
import { expireCashout } from '../../../commands/cashout/expire-cashout';
import { matchDeposit } from '../../../commands/deposit/match-deposit';
import { recalledStateOf } from '../../../commands/handling/reading/read-stream';
import { expiryEvidence, time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { core, eventsOf, happened, typesOf } from '../../core';

const input = { intentId: 'cid1' };

const withIntent = async (afterMs: number, evidence: Partial<ExpiryEvidence> = {}) => {
  const base = core();
  let known: ExpiryEvidence | null = { ...expiryEvidence, ...evidence };
  let asOf = START;
  const deps = {
    ...base,
    readExpiryEvidence: async (memoHash: string) =>
      memoHash === memoHashOf('lastro:cid1') && known !== null ? { evidence: known, asOf } : null,
    project: async (): Promise<void> => {
      asOf = await base.eventStore.head();
    },
    becomes: (changes: Partial<ExpiryEvidence> | null): void => {
      known = changes === null ? null : { ...expiryEvidence, ...evidence, ...changes };
    },
  };
  await happened(deps.eventStore, event('CashoutIntentCreated'));
  deps.clock.advance(afterMs);
  return deps;
};

test('expires an unpaid intent once, and records its evidence', async () => {
  const deps = await withIntent(340_000);
  await Promise.all([expireCashout(deps)(input), expireCashout(deps)(input)]);
  await expireCashout(deps)(input);
  const [, expired, ...more] = await eventsOf(deps.eventStore, 'cashout-cid1');
  expect([expired, more]).toEqual([event('CashoutExpired', { expiredAt: time(340) }), []]);
  expect(deps.alerts).toEqual([]);
});

test('expires an intent although this process found no stream for it before', async () => {
  const deps = await withIntent(340_000);
  await recalledStateOf(deps, cashout, 'cid2');
  await happened(deps.eventStore, event('CashoutIntentCreated', { intentId: 'cid2', memo: 'lastro:cid2' }));
  const known = async () => ({ evidence: expiryEvidence, asOf: await deps.eventStore.head() });
  await expireCashout({ ...deps, readExpiryEvidence: known })({ intentId: 'cid2' });
  expect((await typesOf(deps.eventStore, 'cashout-cid2')).at(-1)).toBe('CashoutExpired');
});

describe('a row that reports an intent as due', () => {
  test.each<[string, Partial<ExpiryEvidence> | null]>([
    ['no row knows the intent', null],
    ['its network was not seen past the deadline', { watermark: time(330), lookedAt: time(335) }],
    ['every look fails', { watermark: null, lookedAt: null }],
    ['a deposit may still pay it', { holds: 1 }],
    ['a transaction with its memo could not be read', { unread: 1 }],
    ['a stream that may tell of a payment is parked', { parked: 1 }],
  ])('leaves the intent open when %s', async (_name, known) => {
    const deps = await withIntent(340_000);
    deps.becomes(known);
    await expireCashout(deps)(input);
    expect([await typesOf(deps.eventStore, 'cashout-cid1'), deps.alerts]).toEqual([['CashoutIntentCreated'], []]);
  });
});

describe('an event that was observed and not projected', () => {
  const named = event('DepositObserved');
  const other = event('DepositObserved', { txid: '0xd2', depositId: 'ethereum:0xd2:0', memos: ['lastro:cid2'] });
  const justLookedAt = { watermark: null, lookedAt: time(999) };

  test.each([
    ['a payment with its memo: it stays open until its row says whether that holds', named, ['CashoutIntentCreated']],
    ['a payment of somebody else: it ends', other, ['CashoutIntentCreated', 'CashoutExpired']],
  ] as const)('%s', async (_name, seen, types) => {
    const deps = await withIntent(1_000_000, justLookedAt);
    await happened(deps.eventStore, seen);
    await expireCashout(deps)(input);
    expect(await typesOf(deps.eventStore, 'cashout-cid1')).toEqual(types);
    await deps.project();
    await expireCashout(deps)(input);
    expect((await typesOf(deps.eventStore, 'cashout-cid1')).at(-1)).toBe('CashoutExpired');
  });

  test('expires no intent while the rows lag far behind the log', async () => {
    const deps = await withIntent(1_000_000, justLookedAt);
    const many = Array.from({ length: 1_001 }, (_, index) =>
      event('DepositObserved', { txid: `0x${index}`, depositId: `ethereum:0x${index}:0`, memos: [] }),
    );
    await happened(deps.eventStore, ...many);
    await expireCashout(deps)(input);
    expect(await typesOf(deps.eventStore, 'cashout-cid1')).toEqual(['CashoutIntentCreated']);
    await deps.project();
    await expireCashout(deps)(input);
    expect(await typesOf(deps.eventStore, 'cashout-cid1')).toEqual(['CashoutIntentCreated', 'CashoutExpired']);
  });
});

describe('the ceiling', () => {
  const PAST_CEILING_MS = 86_731_000;

  test('expires the intent with an alert when its network is unreachable', async () => {
    const deps = await withIntent(PAST_CEILING_MS, { watermark: null, lookedAt: null });
    await expireCashout(deps)(input);
    expect((await eventsOf(deps.eventStore, 'cashout-cid1')).at(-1)).toMatchObject({
      type: 'CashoutExpired',
      data: { cause: 'CEILING', evidence: { lookedAt: null } },
    });
    expect(deps.alerts).toEqual([
      {
        what: 'An intent expired while its network was unreachable',
        facts: { intentId: 'cid1', network: 'ethereum', lookedAt: 'never' },
      },
    ]);
  });

  test.each([
    { holds: 1 },
    { unread: 1 },
    { parked: 1 },
  ])('delays the expiry, with one alert, while a possible payment is undecided (%j)', async (holding) => {
    const deps = await withIntent(PAST_CEILING_MS, holding);
    await expireCashout(deps)(input);
    expect(deps.alerts).toHaveLength(1);
    expect(deps.alerts[0]?.facts).toMatchObject({ intentId: 'cid1', network: 'ethereum' });
    expect(await typesOf(deps.eventStore, 'cashout-cid1')).toEqual(['CashoutIntentCreated', 'ExpiryHeld']);
    deps.becomes({ holds: 0, unread: 0, parked: 0 });
    await expireCashout(deps)(input);
    expect(deps.alerts).toHaveLength(1);
    expect((await typesOf(deps.eventStore, 'cashout-cid1')).at(-1)).toBe('CashoutExpired');
  });
});

test.each([
  true,
  false,
])('lets exactly one win when expiry and acceptance race (expiry starts first: %s)', async (expiryIsFirst) => {
  const deps = await withIntent(340_000);
  await happened(deps.eventStore, event('DepositObserved'), event('DepositFinalised'));
  const proposal = { verdict: 'MATCH', depositId: 'ethereum:0xd1:0', intentId: 'cid1', causeEventId: 'c' } as const;
  const runs = [() => expireCashout(deps)(input), () => matchDeposit(deps)(proposal)];
  await Promise.all((expiryIsFirst ? runs : runs.reverse()).map((run) => run()));
  const [, winner, ...more] = await typesOf(deps.eventStore, 'cashout-cid1');
  const last = (await typesOf(deps.eventStore, 'deposit-ethereum:0xd1:0')).at(-1);
  expect(more).toEqual([]);
  expect([
    ['CashoutExpired', 'DepositReleased'],
    ['CashoutExpired', 'DepositUnmatched'],
    ['DepositAccepted', 'DepositMatched'],
  ]).toContainEqual([winner, last]);
});

test('expires no intent while an unreadable deposit event waits for the projections', async () => {
  const deps = await withIntent(340_000);
  deps.eventStore.writeUnchecked('deposit-ethereum:7', { type: 'DepositObserved' });
  await expireCashout(deps)(input);
  expect(await typesOf(deps.eventStore, 'cashout-cid1')).toEqual(['CashoutIntentCreated']);
  await deps.project();
  await expireCashout(deps)(input);
  expect(await typesOf(deps.eventStore, 'cashout-cid1')).toEqual(['CashoutIntentCreated', 'CashoutExpired']);
});
