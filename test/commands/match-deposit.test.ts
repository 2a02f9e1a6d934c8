import { matchDeposit, type Proposal } from '../../commands/match-deposit';
import { core, eventsOf, happened, typesOf } from '../core';
import { Crash, faultyStore } from '../faulty-store';
import { event } from '../sample-events';

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
const RELEASED = [...FINAL, 'DepositClaimed', 'DepositReleased'];

const withDeposit = async (...cashout: readonly Parameters<typeof event>[0][]) => {
  const deps = core();
  await happened(deps.eventStore, ...cashout.map((type) => event(type)));
  await happened(deps.eventStore, event('DepositObserved'), event('DepositFinalised'));
  const deposit = () => typesOf(deps.eventStore, `deposit-${depositId}`);
  const intent = () => typesOf(deps.eventStore, 'cashout-cid1');
  return { deps, deposit, intent };
};

test('claim, accept, match: the intent takes what the chain said at finality', async () => {
  const { deps, deposit } = await withDeposit('CashoutIntentCreated');
  await matchDeposit(deps)(match());
  expect(await deposit()).toEqual(MATCHED);
  const accepted = event('DepositAccepted', { acceptedAt: new Date(deps.clock.now()).toISOString() });
  expect(await eventsOf(deps.eventStore, 'cashout-cid1')).toEqual([event('CashoutIntentCreated'), accepted]);
});

test('repeating, alone or by many at once, changes nothing', async () => {
  const { deps, deposit, intent } = await withDeposit('CashoutIntentCreated');
  await Promise.all([1, 2, 3].map(() => matchDeposit(deps)(match())));
  await matchDeposit(deps)(match());
  expect([await deposit(), await intent()]).toEqual([MATCHED, ['CashoutIntentCreated', 'DepositAccepted']]);
});

describe.each(['crash before', 'crash after', 'lost before', 'lost after', 'away'] as const)('%s', (fault) => {
  test.each([0, 1, 2])('step %i: repeating finishes it', async (at) => {
    const { deps, deposit, intent } = await withDeposit('CashoutIntentCreated');
    const eventStore = faultyStore(deps.eventStore, (append) => (append === at ? fault : null));
    await matchDeposit({ ...deps, eventStore })(match()).catch(() => undefined);
    await matchDeposit(deps)(match());
    expect([await deposit(), await intent()]).toEqual([MATCHED, ['CashoutIntentCreated', 'DepositAccepted']]);
  });

  test.each([0, 1])('step %i, with an intent that is closed: repeating releases it', async (at) => {
    const { deps, deposit } = await withDeposit('CashoutIntentCreated', 'CashoutExpired');
    const eventStore = faultyStore(deps.eventStore, (append) => (append === at ? fault : null));
    await matchDeposit({ ...deps, eventStore })(match()).catch(() => undefined);
    await matchDeposit(deps)(match());
    expect(await deposit()).toEqual(RELEASED);
  });
});

test('a crash is a crash', async () => {
  const { deps } = await withDeposit('CashoutIntentCreated');
  const eventStore = faultyStore(deps.eventStore, () => 'crash after');
  await expect(matchDeposit({ ...deps, eventStore })(match())).rejects.toThrow(Crash);
});

describe('an intent that refuses', () => {
  test('because it expired: released, and somebody is told that it was paid in time', async () => {
    const { deps, deposit } = await withDeposit('CashoutIntentCreated', 'CashoutExpired');
    await matchDeposit(deps)(match());
    expect(await deposit()).toEqual(RELEASED);
    expect((await eventsOf(deps.eventStore, `deposit-${depositId}`)).at(-1)?.data).toMatchObject({
      reason: 'INTENT_CLOSED',
    });
    expect(deps.alerts).toEqual([{ what: 'A payment made in time met a closed intent', facts: { depositId } }]);
  });

  test('because another deposit was faster: DUPLICATE, and no alarm', async () => {
    const { deps } = await withDeposit('CashoutIntentCreated');
    await happened(deps.eventStore, event('DepositAccepted', { depositId: 'ethereum:0xd0:0' }));
    await matchDeposit(deps)(match());
    const released = (await eventsOf(deps.eventStore, `deposit-${depositId}`)).at(-1);
    expect([released?.type, released?.data, deps.alerts]).toMatchObject([
      'DepositReleased',
      { reason: 'DUPLICATE' },
      [],
    ]);
  });
});

test('a deposit that serves another intent is left alone', async () => {
  const { deps, deposit, intent } = await withDeposit('CashoutIntentCreated');
  await happened(deps.eventStore, event('DepositClaimed', { intentId: 'cid2' }));
  await matchDeposit(deps)(match());
  expect(await deposit()).toEqual([...FINAL, 'DepositClaimed']);
  expect(await intent()).toEqual(['CashoutIntentCreated']);
});

test('two intents for one deposit: one gets it', async () => {
  const { deps, deposit } = await withDeposit('CashoutIntentCreated');
  await happened(deps.eventStore, event('CashoutIntentCreated', { intentId: 'cid2', memo: 'lastro:cid2' }));
  await Promise.all([matchDeposit(deps)(match('cid1')), matchDeposit(deps)(match('cid2'))]);
  expect(await deposit()).toEqual(MATCHED);
  const taken = (await typesOf(deps.eventStore, 'cashout-cid1')).concat(await typesOf(deps.eventStore, 'cashout-cid2'));
  expect(taken.filter((type) => type === 'DepositAccepted')).toHaveLength(1);
});

test('a deposit that is not final cannot be claimed', async () => {
  const deps = core();
  await happened(deps.eventStore, event('CashoutIntentCreated'), event('DepositObserved'));
  await expect(matchDeposit(deps)(match())).rejects.toMatchObject({ rejection: { code: 'WRONG_STATE' } });
});

describe('no match', () => {
  test.each([
    true,
    false,
  ])('goes to the inbox with reason and candidates; told to somebody when in time: %s', async (inTime) => {
    const { deps } = await withDeposit('CashoutIntentCreated');
    await matchDeposit(deps)(unmatched(inTime));
    await matchDeposit(deps)(unmatched(inTime));
    const history = await eventsOf(deps.eventStore, `deposit-${depositId}`);
    expect(history).toHaveLength(3);
    expect(history[2]).toMatchObject({ type: 'DepositUnmatched', data: { reason: 'INTENT_CLOSED', inTime } });
    expect(deps.alerts.length > 0).toBe(inTime);
  });
});
