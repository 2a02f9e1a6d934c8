import type { LedgerEvent } from '../../../../aggregates/events';
import { BEGUN_ANEW, beginAnew } from '../../../../commands/watching/operator/begin-anew';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { eventsOf, happened } from '../../../core';
import { CALM, watching } from '../watching';

const VIOLATED = [event('FinalityQuestioned'), event('FinalityViolated')];

/** A new chain, its cursor and hashes forgotten, under a name that has these events in the log. */
const begun = async (...history: readonly LedgerEvent[]) => {
  const world = watching();
  await happened(world.deps.eventStore, ...history);
  world.chain.pass(3);
  return world;
};

test('watches a restarted chain, although its earlier history was violated', async () => {
  const { deps, look, watcher, cursors } = await begun(...VIOLATED);
  await beginAnew(deps, 'ethereum');
  expect((await eventsOf(deps.eventStore, 'watcher-ethereum')).at(-1)).toEqual(
    event('FinalityAccepted', { fromHeight: '0', reason: BEGUN_ANEW, acceptedAt: time(0) }),
  );
  await look();
  expect((await watcher()).at(-1)).toBe('FinalityReaffirmed');
  expect(await look()).toMatchObject(CALM);
  expect(cursors).not.toEqual([]);
});

test('checks a final deposit of the earlier chain on the new one, and reverts it', async () => {
  const { deps, look, deposit } = await begun(event('DepositObserved'), event('DepositFinalised'), ...VIOLATED);
  await beginAnew(deps, 'ethereum');
  await look();
  expect((await deposit()).at(-1)).toBe('DepositReverted');
});

test.each<[string, readonly LedgerEvent[]]>([
  ['nothing is known of', []],
  ['is sound', [event('WatermarkReached')]],
  ['was accepted before', [...VIOLATED, event('FinalityAccepted')]],
])('changes no network that %s, also at a second call', async (_name, history) => {
  const { deps, watcher } = await begun(...history);
  await beginAnew(deps, 'ethereum');
  await beginAnew(deps, 'ethereum');
  expect(await watcher()).toEqual(history.map(({ type }) => type));
});
