import type { NetworkLook } from '../../commands/watching/watch-network';
import { keepLooking, type WatcherState } from '../../src/bin/running/watchers';

const JUDGED: NetworkLook = {
  ...{ behind: false, questions: {}, failure: null, troubles: [] },
  ...{ aheadMs: 0, unprovedBlocks: 0, foundLate: 0 },
};
const UNJUDGED = { ...JUDGED, troubles: ['polygon:0xd1:0: pruned'] };

/** Looks as scripted, one after the other, until the last one stops the watcher; answers what there was to see. */
const watched = async (...looks: readonly (NetworkLook | Error)[]) => {
  const state: WatcherState = { health: { ok: false, detail: 'starting' }, stopping: new AbortController() };
  const details: string[] = [];
  const warnings: unknown[] = [];
  let made = 0;
  const look = async (): Promise<NetworkLook> => {
    details.push(state.health.detail);
    const seen = looks[made];
    made += 1;
    if (made === looks.length) state.stopping.abort();
    if (seen === undefined) throw new Error('looked at although it was stopped');
    if (seen instanceof Error) throw seen;
    return seen;
  };
  const logger = { warn: (facts: unknown) => void warnings.push(facts) };
  const told: (number | null)[] = [];
  const failures = { count: 0 };
  const tellFailure = (): void => {
    failures.count += 1;
  };
  const tellAhead = (aheadMs: number | null) => void told.push(aheadMs);
  await keepLooking({ look, logger, tellAhead, tellFailure }, { name: 'polygon', pollIntervalMs: 1 }, state);
  return { state, details: details.slice(1), warnings, told, failures };
};

const SHOWN = 'not checked or read: 1; see the log';

describe('a deposit without a result of its check', () => {
  test('is shown, and does not delay the next scan', async () => {
    const { state, details } = await watched(...Array<NetworkLook>(20).fill(UNJUDGED));
    expect(details).toEqual(Array(19).fill(SHOWN));
    expect(state.health).toEqual({ ok: false, detail: SHOWN });
  });

  test('is logged once, and again after a change or a return', async () => {
    const other = { ...JUDGED, behind: true, troubles: ['polygon:0xd2:0: pruned', 'polygon:0xd3:0: pruned'] };
    const { warnings } = await watched(UNJUDGED, UNJUDGED, other, other, JUDGED, UNJUDGED);
    expect(warnings).toEqual([UNJUDGED, other, UNJUDGED].map(({ troubles }) => ({ network: 'polygon', troubles })));
  });
});

test('shows questions by name, with their text in the log only', async () => {
  const asked = { ...JUDGED, questions: { finality: 'node-7 says 0xabc', haltedAssets: [201] } };
  const { state } = await watched(asked);
  expect(state.health).toEqual({ ok: false, detail: 'in doubt: finality; see the log' });
});

test('stays ready with a halted asset alone', async () => {
  const { state } = await watched({ ...JUDGED, questions: { haltedAssets: [201] } });
  expect(state.health).toEqual({ ok: true, detail: 'watching' });
});

test('shows and logs a failed scan, and delays no look', async () => {
  const failed = { ...JUDGED, failure: '429' };
  const { details, warnings } = await watched(...Array<NetworkLook>(20).fill(failed));
  expect(details).toEqual(Array(19).fill('the last scan failed; see the log'));
  expect(warnings).toEqual([{ network: 'polygon', troubles: ['429'] }]);
});

test('counts late findings and unproved blocks in the log', async () => {
  const { warnings } = await watched({ ...JUDGED, foundLate: 3, unprovedBlocks: 2 });
  expect(warnings).toEqual([
    { network: 'polygon', foundLate: 3 },
    { network: 'polygon', unprovedBlocks: 2 },
  ]);
});

test('logs and shows a failed scan, and repeats it', async () => {
  const { details, warnings } = await watched(new Error('node away'), JUDGED);
  expect(details).toEqual(['the last scan failed; see the log']);
  expect(warnings).toHaveLength(1);
});

test('names endpoints of another chain by its id', async () => {
  const foreign = Object.assign(new Error('node-7 serves chain 31337'), { foreignChain: '31337' });
  const { details } = await watched(foreign, JUDGED);
  expect(details).toEqual(['the endpoints serve chain 31337 instead of the chain in the networks file']);
});
