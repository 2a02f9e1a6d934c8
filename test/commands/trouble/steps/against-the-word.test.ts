import type { KnownCashin } from '../../../../aggregates/cashin/state';
import { type CashinDeps, cashinIn } from '../../../../commands/cashin/cashin-step';
import { resolveDelivery } from '../../../../commands/cashin/delivery/resolve-delivery';
import { recordDelivery } from '../../../../commands/cashin/delivery/send-delivery';
import { createKnownStreams } from '../../../../commands/handling/reading/known-streams';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { happened } from '../../../core';
import { delivery } from '../../../doubles/scripted-deliveries';
import { failed } from '../../../doubles/scripted-provider';
import { PAID, step } from '../../cashin/cashing';
import { back, deciding, deliveryId, SENT, there } from './deciding';

const isEachItsOwn = async ({ eventStore }: Pick<CashinDeps, 'eventStore'>): Promise<boolean> => {
  const ids = (await eventStore.readStream('cashin-cash1')).map(({ id }) => id);
  return new Set(ids).size === ids.length;
};

/** Ana has said that the PIX went back, and then its delivery arrives. */
const arriving = async () => {
  const world = await deciding({ delivery: { get: [failed('UNKNOWN'), delivery('CONFIRMED')] } }, ...SENT);
  await world.decide('ana', back);
  const look = (deps = world.deps) => resolveDelivery(deps)({ ...step, deliveryId });
  return { ...world, look };
};

describe('a delivery that arrived, although an operator recorded its PIX as refunded', () => {
  const told = ['CashinDecisionProposed', 'CashinContradicted'];

  test('is not completed by a repeated answer', async () => {
    const { deps, look, since } = await arriving();
    await look();
    await look();
    expect(await since()).toEqual(told);
    expect(await isEachItsOwn(deps)).toBe(true);
  });

  test('is not completed by a second decision of one operator', async () => {
    const { look, decide, since } = await arriving();
    await look();
    await expect(decide('bob', back)).rejects.toMatchObject({ rejection: { code: 'WRONG_STATE' } });
    expect(await decide('bob', { ...there, txId: '0xd9' })).toBe('PROPOSED');
    expect(await since()).toEqual([...told, 'CashinDecisionProposed']);
  });

  test('is completed by two operators', async () => {
    const { look, both, since } = await arriving();
    await look();
    await both({ ...there, txId: '0xd9' });
    expect((await since()).slice(3)).toEqual(['CashinDecided', 'DeliveryConfirmed', 'CashinCompleted']);
  });

  test('is not completed by a repeated answer after a new proposal', async () => {
    const { look, decide, since } = await arriving();
    await look();
    await decide('ana', { ...there, txId: '0xd9' });
    await look();
    expect((await since()).slice(2)).toEqual(['CashinDecisionProposed']);
  });
});

test.each(['0xf1', '0xF1', 'F1'])('refuses a failed transaction as an arrival, written as %s', async (txId) => {
  const get = [failed('UNKNOWN'), delivery('FAILED', { txId: '0xf1' })];
  const { decide, since } = await deciding({ delivery: { get } }, ...SENT);
  await decide('ana', { ...there, txId: '0xda' });
  const word = decide('bob', { ...there, txId });
  await expect(word).rejects.toMatchObject({ rejection: { code: 'WRONG_STATE' } });
  await expect(decide('bob', { ...there, txId })).rejects.toMatchObject({ rejection: { code: 'WRONG_STATE' } });
  expect(await since()).toEqual(['CashinDecisionProposed', 'CashinContradicted']);
});

test('is completed by an answer that was a contradiction before, even if another process knows it', async () => {
  const { deps, told } = await deciding({}, ...PAID, event('DeliveryRequested', { deliveryId }));
  const said = { txId: '0xd9', deliveredBaseUnits: '27000000', debitedCents: null, networkFeeBaseUnits: null };
  const outcome = { kind: 'CONFIRMED', ...said, blockTime: null } as const;
  const record = async () => {
    const state = (await cashinIn(deps, 'cash1')) as KnownCashin;
    await recordDelivery({ ...deps, knownStreams: createKnownStreams() })({ ...step, state, deliveryId, outcome });
  };
  await record();
  await happened(deps.eventStore, event('DeliverySent', { deliveryId }));
  await record();
  const types = (await told()).map(({ type }) => type);
  expect(types).toEqual(['CashinContradicted', 'DeliverySent', 'DeliveryConfirmed', 'CashinCompleted']);
  expect(await isEachItsOwn(deps)).toBe(true);
});

describe('a delivery that arrived in another transaction than an operator recorded', () => {
  /** Ana has sent it by hand in 0xf1, and then the provider's own arrives in 0xd9. */
  const arrivingElsewhere = async () => {
    const world = await deciding({ delivery: { get: [failed('UNKNOWN'), delivery('CONFIRMED')] } }, ...SENT);
    await world.decide('ana', there);
    await resolveDelivery(world.deps)({ ...step, deliveryId });
    return world;
  };

  test('is a contradiction, and no answer completes it', async () => {
    const { deps, since } = await arrivingElsewhere();
    await resolveDelivery(deps)({ ...step, deliveryId });
    expect(await since()).toEqual(['CashinDecisionProposed', 'CashinContradicted']);
  });

  test('is completed by two operators', async () => {
    const { both, since } = await arrivingElsewhere();
    await both({ ...there, txId: '0xd9' });
    expect((await since()).slice(3)).toEqual(['CashinDecided', 'DeliveryConfirmed', 'CashinCompleted']);
  });
});

test('is completed in the transaction that an operator has named', async () => {
  const arrived = delivery('CONFIRMED', { txId: '0xF1' });
  const { decide, deps, since } = await deciding({ delivery: { get: [failed('UNKNOWN'), arrived] } }, ...SENT);
  await decide('ana', there);
  await resolveDelivery(deps)({ ...step, deliveryId });
  expect((await since()).slice(1)).toEqual(['DeliveryConfirmed', 'CashinCompleted']);
});
