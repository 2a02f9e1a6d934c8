import { START } from '../../../../aggregates/events';
import { HOLDERS } from '../../../../commands/pair/losing/holders';
import { createCopyReading, type OpenPayment } from '../../../../commands/pair/losing/open-payments';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { event, recorded } from '../../../../packages/testing/src/samples/sample-events';
import { asking, core, eventsOf, happened, typesOf } from '../../../core';

type Events = Parameters<typeof happened>[1][];

const lostSince = time(70);
const withdrawn: Events = [event('WithdrawalRequested')];
const paying: Events = [event('CashoutIntentCreated'), event('DepositAccepted')];
const paid: Events = [
  ...[...paying, event('PayoutRequested'), event('PayoutDispatched')],
  ...[event('PayoutSettled'), event('CashoutCompleted')],
];
const failed: Events = [
  ...[...paying, event('PayoutRequested'), event('PayoutDispatched')],
  ...[event('PayoutRejected'), event('CashoutFailed'), event('RefundDue')],
];
const again: Events = [
  ...[...paid, event('PayoutReturned')],
  event('ReturnResolved', { how: 'PAID_AGAIN', transfer: null }),
];

const openIn = async (...history: Events) => {
  const deps = core();
  await happened(deps.eventStore, ...history);
  const { see, seen } = createCopyReading(HOLDERS);
  for await (const each of deps.eventStore.readAll(START)) see(each);
  return { deps, ...seen() };
};

const hold = async (deps: ReturnType<typeof core>, open: readonly OpenPayment[], since = lostSince) => {
  const changed: boolean[] = [];
  for (const { holder, id } of open) {
    const context = { ...asking(`${id} ${since}`), actor: { kind: 'operator' as const, id: 'ana' } };
    changed.push(await holder.hold(deps)(id, since, context));
  }
  return changed;
};

test.each<[string, Events, string]>([
  ['a cash-out that is not paid', [event('CashoutIntentCreated')], 'PayoutHeld'],
  ['a cash-out that is being paid out', paying, 'PayoutHeld'],
  ['a cash-out that is being paid again', again, 'PayoutHeld'],
  ['what came back', [...paid, event('PayoutReturned')], 'PayoutHeld'],
  ['what is due in crypto', failed, 'PayoutHeld'],
  ['a withdrawal', withdrawn, 'PayoutHeld'],
  ['a cash-in', [event('CashinIntentCreated')], 'CashinHeld'],
])('%s is held once, and keeps the first loss', async (_what, history, type) => {
  const { deps, open } = await openIn(...history);
  expect(open).toHaveLength(1);
  expect(await hold(deps, open)).toEqual([true]);
  expect(await hold(deps, open, time(80))).toEqual([false]);
  const [payment] = open;
  const stream = `${payment?.holder.category}-${payment?.id}`;
  expect((await typesOf(deps.eventStore, stream)).filter((each) => each === type)).toHaveLength(1);
  const held = (await eventsOf(deps.eventStore, stream)).at(-1);
  expect(held).toMatchObject({ type, data: { lostSince } });
});

test.each<[string, Events]>([
  ['a cash-out that is paid', paid],
  ['one that has expired', [event('CashoutIntentCreated'), event('CashoutExpired')]],
  ['a withdrawal that has failed', [...withdrawn, event('RedemptionFailed'), event('WithdrawalFailed')]],
  ['a cash-in that has expired', [event('CashinIntentCreated'), event('CashinExpired')]],
])('%s is not held by a loss', async (_what, history) => {
  const { open } = await openIn(...history);
  expect(open).toEqual([]);
});

test.each<[string, Events]>([
  ['a return that is resolved otherwise', [...paid, event('PayoutReturned'), event('ReturnResolved')]],
  ['what was given back', [...failed, event('RefundRecorded')]],
])('%s is left without a hold by its own stream', async (_what, history) => {
  const { deps, open } = await openIn(...history);
  expect(open).toHaveLength(1);
  expect(await hold(deps, open)).toEqual([false]);
});

describe('the end of a copy', () => {
  const { see, seen } = createCopyReading(HOLDERS);

  test('is missing in a log without events of a ledger', () => {
    expect(() => createCopyReading(HOLDERS).seen()).toThrow('no event of a ledger');
  });

  test('is its last event that no loss has written, with the last watermarks', () => {
    const at = (ms: number) => ({ position: { commit: BigInt(ms), prepare: BigInt(ms) } });
    see({ ...recorded('WatermarkReached', { blockNumber: '7' }), ...at(1) });
    const last = { ...recorded('WatermarkReached', { blockNumber: '9' }), ...at(2) };
    see(last);
    see({ ...recorded('PayoutHeld', { lostSince }), ...at(3) });
    see({ ...recorded('LedgerAttached', { lostSince }), ...at(4) });
    const { end, watermarks } = seen();
    expect(end).toEqual({ at: last.metadata.at, position: { commit: 2n, prepare: 2n } });
    expect([...watermarks.values()]).toEqual([9n]);
  });

  test('counts the hold of an operator as part of the copy', () => {
    const held = { ...recorded('PayoutHeld'), position: { commit: 5n, prepare: 5n } };
    see(held);
    expect(seen().end.position).toEqual(held.position);
  });
});
