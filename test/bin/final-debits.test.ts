import { event } from '../../packages/testing/src/samples/sample-events';
import { debit } from '../../packages/testing/src/samples/sample-withdrawal-data';
import { finalDebitsOf } from '../../src/bin/chains/final-debits';
import { delivering, SENT } from '../commands/cashin/delivering';
import { opened } from '../commands/withdrawal/redeeming';
import { happened, typesOf } from '../core';
import { delivery } from '../doubles/scripted-deliveries';
import { redemptionIs } from '../doubles/scripted-redemption';

/** A withdrawal and a cash-in of one log, both settled, both missing afterwards. */
const both = async () => {
  const gone = redemptionIs('FAILED', { failure: 'DROPPED' });
  const paid = await opened({ redeem: [redemptionIs('PENDING')], get: [redemptionIs('SETTLED', { debit }), gone] });
  await paid.send();
  await paid.resolve(250);
  const history = [...SENT, event('DeliveryConfirmed'), event('CashinCompleted')];
  const { deps } = await delivering({ get: [delivery('FAILED')] });
  const { eventStore } = paid.deps;
  await happened(eventStore, event('CashinIntentCreated'), event('PixReceived'), event('PixAccepted'), ...history);
  const asked: unknown[] = [];
  const query = async (text: string, values?: readonly unknown[]) => {
    asked.push([text.includes('final_debits'), values]);
    return [{ stream: 'cashin-cash1' }, { stream: 'withdrawal-wd1' }] as never[];
  };
  const ports = { ...paid.deps, cryptoDeliveries: deps.cryptoDeliveries };
  return {
    debits: finalDebitsOf(ports, query, { waitUntilApplied: async () => true }, 'ethereum'),
    asked,
    eventStore,
    alerts: paid.deps.alerts,
  };
};

test('lists debits and deliveries of the network, and asks about and doubts each in its own stream', async () => {
  const { debits, asked, eventStore, alerts } = await both();
  const streams = await debits.list({
    fromHeight: 7n,
    untoldSince: '2026-01-01T00:00:00.000Z',
    afterStream: 'cashin-a',
    limit: 24,
  });
  expect(streams).toEqual(['cashin-cash1', 'withdrawal-wd1']);
  expect(asked).toEqual([[true, ['ethereum', '7', '2026-01-01T00:00:00.000Z', 'cashin-a', 24]]]);
  for (const stream of streams) {
    expect(await debits.ask(stream)).toMatchObject({ verdict: 'CHANGED' });
    await debits.doubt(stream, { detail: 'gone', causeEventId: 'accepted1' });
  }
  expect((await typesOf(eventStore, 'cashin-cash1')).at(-1)).toBe('CashinContradicted');
  expect((await typesOf(eventStore, 'withdrawal-wd1')).slice(-2)).toEqual(['RedemptionContradicted', 'PayoutHeld']);
  expect(alerts.map(({ what }) => what)).toEqual([
    'A provider contradicts itself about a cash-in',
    'A redemption contradicts itself about a debit',
  ]);
});

test('refuses every other stream', async () => {
  const { debits } = await both();
  await expect(debits.ask('cashout-cid1')).rejects.toThrow('Stream cashout-cid1 has no debit or delivery');
  await expect(debits.doubt('cashout-cid1', { detail: 'gone', causeEventId: 'a' })).rejects.toThrow(
    'has no debit or delivery',
  );
});
