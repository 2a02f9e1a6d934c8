import type { NetworkLook } from '../../commands/watch-network';
import { keepLooking, type WatcherState } from '../../src/bin/watchers';

const JUDGED = { behind: false, troubles: [] };
const UNJUDGED = { behind: false, troubles: ['polygon:0xd1:0: pruned'] };

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
  await keepLooking({ look, logger }, { name: 'polygon', pollIntervalMs: 1 }, state);
  return { state, details: details.slice(1), warnings };
};

const SHOWN = 'deposits that could not be judged: 1; the log says why';

describe('what could not be judged', () => {
  test('is shown, and does not make the watcher wait longer than between any two looks', async () => {
    const { state, details } = await watched(...Array<NetworkLook>(20).fill(UNJUDGED));
    expect(details).toEqual(Array(19).fill(SHOWN));
    expect(state.health).toEqual({ ok: false, detail: SHOWN });
  });

  test('is logged once, and again when it is something else or is there again', async () => {
    const other = { behind: true, troubles: ['polygon:0xd2:0: pruned', 'polygon:0xd3:0: pruned'] };
    const { warnings } = await watched(UNJUDGED, UNJUDGED, other, other, JUDGED, UNJUDGED);
    expect(warnings).toEqual([UNJUDGED, other, UNJUDGED].map(({ troubles }) => ({ network: 'polygon', troubles })));
  });

  test('is forgotten by readiness once it is judged', async () => {
    const { state, details } = await watched(UNJUDGED, { behind: true, troubles: [] }, JUDGED);
    expect(details).toEqual([SHOWN, 'catching up']);
    expect(state.health).toEqual({ ok: true, detail: 'watching' });
  });
});

test('a look that failed is logged and shown, and repeated', async () => {
  const { details, warnings } = await watched(new Error('node away'), JUDGED);
  expect(details).toEqual(['the last look failed; the log says why']);
  expect(warnings).toHaveLength(1);
});
