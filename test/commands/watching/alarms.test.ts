import type { WatcherEvent } from '../../../aggregates/watcher/events';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { happened } from '../../core';
import { watching } from './watching';

const down = { heads: () => Promise.reject(new Error('away')) };
const questioned = event('FinalityQuestioned');
const violated = event('FinalityViolated');
const accepted = event('FinalityAccepted');

/** A process that begins over this history, while no node answers. */
const begun = async (...history: readonly WatcherEvent[]) => {
  const world = watching();
  await happened(world.deps.eventStore, ...history);
  const recorded = await world.deps.eventStore.readStream('watcher-ethereum');
  const begin = async () => {
    const { alerts } = world.deps;
    alerts.splice(0);
    const memory = world.restarted();
    for (let round = 0; round < 3; round += 1) await world.lookAt(down, memory).catch(() => null);
    return alerts.map(({ facts }) => recorded.find(({ id }) => id === facts['eventId'])?.data);
  };
  return { ...world, begin };
};

describe('an alert whose process died before its report', () => {
  const other = event('AssetHalted', { assetId: 202 });
  test.each<[string, readonly WatcherEvent[], readonly WatcherEvent[]]>([
    ['nothing happened', [], []],
    ['it is in question', [questioned], [questioned]],
    ['it is in question again', [questioned, event('FinalityReaffirmed'), questioned], [questioned]],
    ['it is violated', [questioned, violated], [violated]],
    ['it was accepted', [questioned, violated, accepted], []],
    ['it agrees again', [questioned, event('FinalityReaffirmed')], []],
    ['there is a gap', [event('GapSeen')], [event('GapSeen')]],
    ['the gap was accepted', [event('GapSeen'), event('GapAccepted')], []],
    ['assets are halted', [event('AssetHalted'), other], [event('AssetHalted'), other]],
    ['one of them was resumed', [event('AssetHalted'), other, event('AssetResumed')], [other]],
    ['deposits were lost', [accepted, event('DepositsLost'), event('FinalityReaffirmed')], [event('DepositsLost')]],
  ])('is reported once by the next process, by the id of its event: %s', async (_name, history, open) => {
    const { begin } = await begun(...history);
    const data = open.map((one) => one.data);
    expect([await begin(), await begin()]).toEqual([data, data]);
  });
});

test('reports a violation although its deposits cannot be listed', async () => {
  const { deps, chain, look } = watching();
  chain.pass(4);
  chain.finalise(4);
  await look();
  chain.reorganise(1);
  chain.pass(6);
  await look();
  deps.clock.advance(60_000);
  await look({ finalDeposits: () => Promise.reject(new Error('database away')) });
  expect(deps.alerts.at(-1)).toMatchObject({
    what: expect.stringContaining('The final history of a network has changed') as string,
    facts: { network: 'ethereum', deposits: 'the list failed: database away' },
  });
});
