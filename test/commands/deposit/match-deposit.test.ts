import { cashout } from '../../../aggregates/cashout/cashout';
import { matchDeposit, type Proposal } from '../../../commands/deposit/match-deposit';
import { recalledStateOf } from '../../../commands/handling/reading/read-stream';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { core, eventsOf, happened, typesOf } from '../../core';
import { withClosed } from '../../doubles/closed-streams';
import { Crash, faultyStore } from '../../doubles/faulty-store';

const depositId = 'ethereum:0xd1:0';
const match = (intentId = 'cid1'): Proposal => ({ verdict: 'MATCH', depositId, intentId, causeEventId: 'final1' });
const unmatched = (inTime: boolean): Proposal => ({
  verdict: 'UNMATCHED',
  depositId,
  reason: 'INTENT_CLOSED',
  candidates: [{ intentId: 'cid1', reason: 'INTENT_CLOSED' }],
  inTime,
  ruleVersion: 1,
  causeEventId: 'final1',
});

const FINAL = ['DepositObserved', 'DepositFinalised'];
const MATCHED = [...FINAL, 'DepositClaimed', 'DepositMatched'];
const REFUSED = [...FINAL, 'DepositUnmatched'];

const withDeposit = async (...cashout: readonly Parameters<typeof event>[0][]) => {
  const deps = core();
  await happened(deps.eventStore, ...cashout.map((type) => event(type)));
  await happened(deps.eventStore, event('DepositObserved'), event('DepositFinalised'));
  const deposit = () => typesOf(deps.eventStore, `deposit-${depositId}`);
  const intent = () => typesOf(deps.eventStore, 'cashout-cid1');
  return { deps, deposit, intent };
};

test('claims, accepts and matches a deposit with the facts at finality', async () => {
  const { deps, deposit } = await withDeposit('CashoutIntentCreated');
  await matchDeposit(deps)(match());
  expect(await deposit()).toEqual(MATCHED);
  const accepted = event('DepositAccepted', { acceptedAt: deps.clock.iso() });
  expect(await eventsOf(deps.eventStore, 'cashout-cid1')).toEqual([event('CashoutIntentCreated'), accepted]);
});

test('adds no event when the match is repeated once or by many processes', async () => {
  const { deps, deposit, intent } = await withDeposit('CashoutIntentCreated');
  await Promise.all([1, 2, 3].map(() => matchDeposit(deps)(match())));
  await matchDeposit(deps)(match());
  expect([await deposit(), await intent()]).toEqual([MATCHED, ['CashoutIntentCreated', 'DepositAccepted']]);
});

describe.each(['crash before', 'crash after', 'lost before', 'lost after', 'away'] as const)('%s', (fault) => {
  test.each([0, 1, 2])('completes after step %i when it is repeated', async (at) => {
    const { deps, deposit, intent } = await withDeposit('CashoutIntentCreated');
    const eventStore = faultyStore(deps.eventStore, (append) => (append === at ? fault : null));
    await matchDeposit({ ...deps, eventStore })(match()).catch(() => undefined);
    await matchDeposit(deps)(match());
    expect([await deposit(), await intent()]).toEqual([MATCHED, ['CashoutIntentCreated', 'DepositAccepted']]);
  });

  test('leaves the deposit once in the inbox when a closed intent is matched again', async () => {
    const { deps, deposit } = await withDeposit('CashoutIntentCreated', 'CashoutExpired');
    const eventStore = faultyStore(deps.eventStore, (append) => (append === 0 ? fault : null));
    await matchDeposit({ ...deps, eventStore })(match()).catch(() => undefined);
    await matchDeposit(deps)(match());
    expect(await deposit()).toEqual(REFUSED);
  });

  test('releases the deposit when the intent closes after the claim and the match repeats', async () => {
    const { deps, deposit } = await withDeposit('CashoutIntentCreated');
    await happened(deps.eventStore, event('DepositClaimed'), event('CashoutExpired'));
    const eventStore = faultyStore(deps.eventStore, (append) => (append === 0 ? fault : null));
    await matchDeposit({ ...deps, eventStore })(match()).catch(() => undefined);
    await matchDeposit(deps)(match());
    expect(await deposit()).toEqual([...FINAL, 'DepositClaimed', 'DepositReleased']);
  });
});

test('throws when the store crashes after an append', async () => {
  const { deps } = await withDeposit('CashoutIntentCreated');
  const eventStore = faultyStore(deps.eventStore, () => 'crash after');
  await expect(matchDeposit({ ...deps, eventStore })(match())).rejects.toThrow(Crash);
});

describe('an intent that refuses a deposit', () => {
  const last = async (deps: ReturnType<typeof core>) =>
    (await eventsOf(deps.eventStore, `deposit-${depositId}`)).at(-1);
  const inTime = {
    what: 'A payment in time arrived after its intent had closed',
    facts: { stream: `deposit-${depositId}`, depositId },
  };

  test('stays in the inbox after the expiry of its intent, with an alert that it was paid in time', async () => {
    const { deps, deposit } = await withDeposit('CashoutIntentCreated', 'CashoutExpired');
    await matchDeposit(deps)(match());
    expect(await deposit()).toEqual(REFUSED);
    expect((await last(deps))?.data).toMatchObject({ reason: 'INTENT_CLOSED', inTime: true });
    expect(deps.alerts).toEqual([inTime]);
  });

  test('releases the deposit when the intent expired after the claim, with an alert', async () => {
    const { deps } = await withDeposit('CashoutIntentCreated');
    await happened(deps.eventStore, event('DepositClaimed'), event('CashoutExpired'));
    await matchDeposit(deps)(match());
    expect(await last(deps)).toMatchObject({
      type: 'DepositReleased',
      data: { reason: 'INTENT_CLOSED', inTime: true, memos: ['lastro:cid1'] },
    });
    expect(deps.alerts).toEqual([inTime]);
  });

  test('stays in the inbox when its stream was lost and closed', async () => {
    for (const proposal of [match(), unmatched(true)]) {
      const { deps, deposit } = await withDeposit('CashoutIntentCreated');
      await matchDeposit({ ...deps, eventStore: withClosed(deps.eventStore, 'cashout-cid1') })(proposal);
      expect(await deposit()).toEqual(REFUSED);
    }
  });

  test('releases it when its stream was lost and closed after the claim', async () => {
    for (const isKnown of [true, false]) {
      const { deps, deposit, intent } = await withDeposit('CashoutIntentCreated');
      await happened(deps.eventStore, event('DepositClaimed'));
      if (isKnown) await recalledStateOf(deps, cashout, 'cid1');
      await matchDeposit({ ...deps, eventStore: withClosed(deps.eventStore, 'cashout-cid1') })(match());
      expect(await deposit()).toEqual([...FINAL, 'DepositClaimed', 'DepositReleased']);
      expect((await last(deps))?.data).toMatchObject({ reason: 'INTENT_CLOSED' });
      expect(await intent()).toEqual(['CashoutIntentCreated']);
    }
  });
});

describe('a deposit that an older version did not finish', () => {
  test('continues to its match after a claim without an acceptance', async () => {
    const { deps, deposit, intent } = await withDeposit('CashoutIntentCreated');
    await happened(deps.eventStore, event('DepositClaimed'));
    await matchDeposit(deps)(match());
    expect([await deposit(), await intent()]).toEqual([MATCHED, ['CashoutIntentCreated', 'DepositAccepted']]);
  });

  test('becomes matched after claim and acceptance, in every state of the intent', async () => {
    const { deps, deposit, intent } = await withDeposit('CashoutIntentCreated');
    await happened(deps.eventStore, event('DepositClaimed'), event('DepositAccepted'), event('PayoutRequested'));
    const before = await intent();
    await matchDeposit(deps)(match());
    expect([await deposit(), await intent()]).toEqual([MATCHED, before]);
  });

  test('is released after a claim by a wrong row, and pays the intent that its memo names', async () => {
    const { deps, intent } = await withDeposit('CashoutIntentCreated');
    await happened(deps.eventStore, event('CashoutIntentCreated', { intentId: 'cid2', memo: 'lastro:cid2' }));
    await happened(deps.eventStore, event('DepositClaimed', { intentId: 'cid2' }));
    expect(await matchDeposit(deps)(match('cid2'))).toEqual({ askAgainAtMs: deps.clock.now() });
    expect(await matchDeposit(deps)(match('cid2'))).toBe('done');
    const history = await eventsOf(deps.eventStore, `deposit-${depositId}`);
    expect(history.slice(-3)).toMatchObject([
      { type: 'DepositReleased', data: { reason: 'UNKNOWN_MEMO', inTime: false } },
      { type: 'DepositClaimed', data: { intentId: 'cid1' } },
      { type: 'DepositMatched', data: { intentId: 'cid1' } },
    ]);
    expect(await typesOf(deps.eventStore, 'cashout-cid2')).toEqual(['CashoutIntentCreated']);
    expect(await intent()).toEqual(['CashoutIntentCreated', 'DepositAccepted']);
  });
});

test('does not change a deposit that serves another intent', async () => {
  const { deps, deposit, intent } = await withDeposit('CashoutIntentCreated');
  await happened(deps.eventStore, event('DepositClaimed', { intentId: 'cid2' }));
  await matchDeposit(deps)(match());
  expect(await deposit()).toEqual([...FINAL, 'DepositClaimed']);
  expect(await intent()).toEqual(['CashoutIntentCreated']);
});

test.each([
  ['cid1', 'cid2'] as const,
  ['cid2', 'cid1'] as const,
])('assigns a deposit with two proposals, %s first, to the intent that it pays', async (...proposed) => {
  const { deps, deposit, intent } = await withDeposit('CashoutIntentCreated');
  await happened(deps.eventStore, event('CashoutIntentCreated', { intentId: 'cid2', memo: 'lastro:cid2' }));
  await Promise.all(proposed.map((intentId) => matchDeposit(deps)(match(intentId))));
  expect((await deposit()).at(-1)).toBe('DepositMatched');
  expect(await intent()).toEqual(['CashoutIntentCreated', 'DepositAccepted']);
  expect(await typesOf(deps.eventStore, 'cashout-cid2')).toEqual(['CashoutIntentCreated']);
});

test('refuses the claim of a deposit that is not final', async () => {
  const deps = core();
  await happened(deps.eventStore, event('CashoutIntentCreated'), event('DepositObserved'));
  await expect(matchDeposit(deps)(match())).rejects.toMatchObject({ rejection: { code: 'WRONG_STATE' } });
});

describe('a payment on a network of another mode', () => {
  const alarm = {
    what: 'A payment on a network of another mode',
    facts: { stream: `deposit-${depositId}`, depositId, intentId: 'cid1' },
  };
  const given = async (networkMode: 'live' | 'sandbox', intentMode: 'live' | 'sandbox') => {
    const deps = core();
    await happened(deps.eventStore, event('CashoutIntentCreated', { mode: intentMode }));
    await happened(deps.eventStore, event('DepositFinalised', { mode: networkMode }));
    return deps;
  };
  const left: Proposal = {
    ...unmatched(false),
    ...{ reason: 'WRONG_NETWORK', candidates: [{ intentId: 'cid1', reason: 'WRONG_NETWORK' }] },
  };

  test.each([
    ['live', 'sandbox', match()],
    ['sandbox', 'live', match()],
    ['live', 'sandbox', left],
    ['sandbox', 'live', left],
  ] as const)('labels %s, for an intent that is %s, WRONG_NETWORK, and alerts a person', async (network, intent, proposal) => {
    const deps = await given(network, intent);
    await matchDeposit(deps)(proposal);
    expect((await eventsOf(deps.eventStore, `deposit-${depositId}`)).at(-1)).toMatchObject({
      type: 'DepositUnmatched',
      data: { reason: 'WRONG_NETWORK' },
    });
    expect(await typesOf(deps.eventStore, 'cashout-cid1')).toEqual(['CashoutIntentCreated']);
    expect(deps.alerts).toEqual([alarm]);
  });
});

describe('a deposit without a match', () => {
  test.each([
    true,
    false,
  ])('enters the inbox with reason and candidates, and an alert when in time: %s', async (inTime) => {
    const { deps } = await withDeposit('CashoutIntentCreated');
    await happened(deps.eventStore, event('CashoutExpired'));
    await matchDeposit(deps)(unmatched(inTime));
    await matchDeposit(deps)(unmatched(inTime));
    const history = await eventsOf(deps.eventStore, `deposit-${depositId}`);
    expect(history).toHaveLength(3);
    expect(history[2]).toMatchObject({ type: 'DepositUnmatched', data: { reason: 'INTENT_CLOSED', inTime } });
    expect(deps.alerts.length > 0).toBe(inTime);
  });
});
