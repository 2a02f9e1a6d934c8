import { askDeliveryAgain, doubtDelivery } from '../../../../commands/cashin/delivery/ask-delivery-again';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { delivery } from '../../../doubles/scripted-deliveries';
import { failed } from '../../../doubles/scripted-provider';
import { delivering, SENT } from '../delivering';

const DONE = [...SENT, event('DeliveryConfirmed'), event('CashinCompleted')];

const delivered = async (answer: Parameters<typeof delivering>[0]['get'], history = DONE) => {
  const world = await delivering({ ...(answer === undefined ? {} : { get: answer }) }, history);
  return { ...world, ask: () => askDeliveryAgain(world.deps)('cash1') };
};

const undecided = { verdict: 'UNDECIDED', reason: expect.any(String) };
const absent = { verdict: 'ABSENT', detail: expect.stringContaining('0xd9') };

describe('a confirmed delivery that is asked for again', () => {
  test('finds it in any block and with any fee', async () => {
    const elsewhere = delivery('CONFIRMED', { networkFee: 1n, blockTime: time(99), blockNumber: '99' });
    const { ask, deliveries } = await delivered([elsewhere]);
    expect(await ask()).toEqual({ verdict: 'THERE' });
    expect([deliveries.asked, deliveries.sent]).toEqual([['delivery1'], []]);
  });

  test.each([
    ['failed', delivery('FAILED'), 'has failed'],
    ['of another amount', delivery('CONFIRMED', { amount: 1n }), 'delivered 1, after 27000000'],
    ['in another transaction', delivery('CONFIRMED', { txId: '0xda' }), 'it arrived in 0xda'],
  ])('finds it changed when it is %s', async (_name, answer, why) => {
    const { ask } = await delivered([answer]);
    expect(await ask()).toEqual({ verdict: 'CHANGED', detail: expect.stringContaining(why) });
  });

  test.each([
    ['not found', failed('NOT_FOUND'), absent],
    ['nowhere, and prepared', delivery('PREPARED'), absent],
    ['not final', delivery('BROADCAST'), undecided],
    ['on its way in another transaction', delivery('REPLACED', { txId: '0xda' }), undecided],
    ['not answered for', failed('UNAVAILABLE', 'TIMEOUT'), undecided],
    ['answered for with no', failed('REJECTED', 'AUTH'), undecided],
    ['unknown', failed('UNKNOWN', 'PROTOCOL'), undecided],
    ['broken', new Error('bug'), undecided],
    ['confused with another key', delivery('FAILED', { idempotencyKey: 'delivery2' }), undecided],
    ['of an enormous amount', delivery('CONFIRMED', { amount: 10n ** 78n }), undecided],
    ['in a block without a number', delivery('CONFIRMED', { blockNumber: 'many' }), undecided],
  ])('reports no loss when it is %s', async (_name, answer, verdict) => {
    const { ask } = await delivered([answer]);
    expect(await ask()).toEqual(verdict);
  });

  test('asks no provider when no delivery arrived or the cash-in is unknown', async () => {
    const { ask, deps, deliveries } = await delivered(undefined, SENT);
    expect(await ask()).toEqual({ verdict: 'THERE' });
    expect(await askDeliveryAgain(deps)('cash2')).toEqual({ verdict: 'THERE' });
    expect(deliveries.asked).toEqual([]);
  });
});

test('contradicts a lost delivery once for each acceptance, and sends no replacement', async () => {
  const { deps, since, alerts, request, send, resolve, deliveries } = await delivered([failed('NOT_FOUND')]);
  const doubt = doubtDelivery(deps);
  const before = (await since()).length;
  await doubt('cash1', { detail: 'gone', causeEventId: 'accepted1' });
  await doubt('cash1', { detail: 'gone', causeEventId: 'accepted1' });
  await doubt('cash2', { detail: 'gone', causeEventId: 'accepted1' });
  expect((await since()).slice(before)).toEqual(['CashinContradicted']);
  expect(new Set(alerts())).toEqual(new Set(['A provider contradicts itself about a cash-in']));
  await doubt('cash1', { detail: 'gone again', causeEventId: 'accepted2' });
  expect((await since()).slice(before)).toEqual(['CashinContradicted', 'CashinContradicted']);
  expect([await request(), await send(), await resolve(80)]).toEqual(['done', 'done', 'done']);
  expect([deliveries.sent, (await since()).length]).toEqual([[], before + 2]);
});
