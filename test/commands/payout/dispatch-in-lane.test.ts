import { createKnownStreams } from '../../../commands/handling/known-streams';
import { dispatchPayout } from '../../../commands/payout/dispatch-payout';
import { createPayoutLanes, type PayoutLanes } from '../../../commands/payout/payout-lanes';
import type { EventStore } from '../../../commands/ports/event-store';
import { happened, typesOf } from '../../core';
import { payout, scriptedProvider } from '../../doubles/scripted-provider';
import { step, withRequestedPayout } from '../../samples/paid-intent';
import { event } from '../../samples/sample-events';

const STREAM = 'cashout-cid1';

const withBank = async () => {
  const bank = scriptedProvider({ create: [payout('SETTLED')] });
  const deps = { ...(await withRequestedPayout()), payoutProviders: bank.payoutProviders };
  const since = async () => (await typesOf(deps.eventStore, STREAM)).slice(3);
  return { deps, bank, since };
};

/** A promise and what resolves it. */
const gate = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

test('the lane is left before the answer is recorded', async () => {
  const { deps, bank, since } = await withBank();
  const left: unknown[] = [];
  const inLane: PayoutLanes['inLane'] = async (work) => {
    const value = await work();
    left.push([bank.sent.length, await since()]);
    return value;
  };
  await dispatchPayout({ ...deps, payoutLanes: { inLane } })(step);
  expect(left).toEqual([[1, ['PayoutDispatched']]]);
  expect(await since()).toEqual(['PayoutDispatched', 'PayoutSettled', 'CashoutCompleted']);
});

test('whoever waited for the lane judges by what is true when it is entered', async () => {
  const { deps, bank, since } = await withBank();
  const [payoutLanes, first] = [createPayoutLanes(1), gate()];
  const occupied = payoutLanes.inLane(() => first.opened);
  const waiting = dispatchPayout({ ...deps, payoutLanes })(step);
  await happened(deps.eventStore, event('UserRegistered', { userId: 'u1' }), event('UserBlocked', { userId: 'u1' }));
  first.open();
  await occupied;
  expect(await waiting).toEqual({ askAgainAtMs: deps.clock.now() + 60_000 });
  expect([await since(), bank.sent.length]).toEqual([[], 0]);
});

test('whoever waited when the lanes were closed sends nothing and leaves it to others', async () => {
  const { deps, bank, since } = await withBank();
  const [payoutLanes, first] = [createPayoutLanes(1), gate()];
  const occupied = payoutLanes.inLane(() => first.opened);
  const waiting = dispatchPayout({ ...deps, payoutLanes })(step);
  payoutLanes.close();
  first.open();
  await occupied;
  expect(await waiting).toEqual({ askAgainAtMs: deps.clock.now() });
  expect([await since(), bank.sent.length]).toEqual([[], 0]);
});

test('a vault that is away leaves the lane free', async () => {
  const { deps, bank } = await withBank();
  const payoutLanes = createPayoutLanes(1);
  const open = async () => {
    throw new Error('the vault is away');
  };
  const failing = dispatchPayout({ ...deps, payoutLanes, vault: { ...deps.vault, open } })(step);
  await expect(failing).rejects.toThrow('the vault is away');
  expect(await dispatchPayout({ ...deps, payoutLanes })(step)).toBe('done');
  expect(bank.sent.length).toBe(1);
});

test('a bank that throws leaves the lane free, and its payout unknown', async () => {
  const { deps, since } = await withBank();
  const bank = scriptedProvider({ create: [new Error('it broke')] });
  const payoutLanes = createPayoutLanes(1);
  await dispatchPayout({ ...deps, payoutLanes, payoutProviders: bank.payoutProviders })(step);
  expect(await since()).toEqual(['PayoutDispatched', 'PayoutOutcomeUnknown']);
  expect(await payoutLanes.inLane(async () => 'free')).toBe('free');
});

describe('the stream', () => {
  const countingReads = async () => {
    const { deps, bank, since } = await withBank();
    const reads: string[] = [];
    const readStream: EventStore['readStream'] = (stream, from) => {
      if (stream === STREAM) reads.push(stream);
      return deps.eventStore.readStream(stream, from);
    };
    const knownStreams = createKnownStreams();
    return { deps: { ...deps, knownStreams, eventStore: { ...deps.eventStore, readStream } }, reads, bank, since };
  };

  test('is read once, for the judgement, the fence and the outcome', async () => {
    const { deps, reads, since } = await countingReads();
    await dispatchPayout(deps)(step);
    expect([reads.length, await since()]).toEqual([1, ['PayoutDispatched', 'PayoutSettled', 'CashoutCompleted']]);
  });

  test('is read again when somebody wrote to it since: the fence refuses what was judged before', async () => {
    const { deps, bank, since } = await countingReads();
    const open: typeof deps.vault.open = async (sealed) => {
      await happened(deps.eventStore, event('PayoutHeld'));
      return deps.vault.open(sealed);
    };
    await dispatchPayout({ ...deps, vault: { ...deps.vault, open } })(step);
    expect([bank.sent.length, await since()]).toEqual([0, ['PayoutHeld']]);
  });
});
