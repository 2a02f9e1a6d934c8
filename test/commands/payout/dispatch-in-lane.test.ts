import { createKnownStreams } from '../../../commands/handling/reading/known-streams';
import { dispatchPayout } from '../../../commands/payout/sending/dispatch-payout';
import { createPayoutLanes, type PayoutLanes } from '../../../commands/payout/sending/payout-lanes';
import type { EventStore } from '../../../commands/ports/event-store';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { happened, typesOf } from '../../core';
import { payout, scriptedProvider } from '../../doubles/scripted-provider';
import { step, withRequestedPayout } from '../../samples/paid-intent';

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

test('frees the lane before the answer is recorded', async () => {
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

/** A dispatch that has been judged and waits for the only lane, until it is let in. */
const waitingForLane = async (faultsLater: readonly Error[] = []) => {
  const { deps, bank, since } = await withBank();
  const [payoutLanes, first, judged] = [createPayoutLanes(1), gate(), gate()];
  const inLane: PayoutLanes['inLane'] = (work) => {
    judged.open();
    return payoutLanes.inLane(work);
  };
  const occupied = payoutLanes.inLane(() => first.opened);
  let looks = 0;
  const open: typeof deps.vault.open = async (sealed) => {
    const fault = faultsLater[looks - 1];
    looks += 1;
    if (fault !== undefined) throw fault;
    return deps.vault.open(sealed);
  };
  const waiting = dispatchPayout({ ...deps, vault: { ...deps.vault, open }, payoutLanes: { inLane } })(step);
  await judged.opened;
  const letIn = async () => {
    first.open();
    await occupied;
    return waiting;
  };
  return { deps, bank, since, letIn, looks: () => looks, lane: payoutLanes.inLane };
};

const blockPayee = ({ eventStore }: Awaited<ReturnType<typeof withRequestedPayout>>) =>
  happened(eventStore, event('UserRegistered', { userId: 'u1' }), event('UserBlocked', { userId: 'u1' }));

test.each([
  ['long', 100],
  ['an unknown time, since the clock was set back', -100],
])('checks a payout again after a wait for the lane: %s', async (_name, waitedMs) => {
  const { deps, bank, since, letIn } = await waitingForLane();
  await blockPayee(deps);
  deps.clock.advance(waitedMs);
  expect(await letIn()).toEqual({ askAgainAtMs: deps.clock.now() + 60_000 });
  expect([await since(), bank.sent.length]).toEqual([[], 0]);
});

test('finds a hold of the payout at the fence after any wait', async () => {
  const { deps, bank, since, letIn } = await waitingForLane();
  await happened(deps.eventStore, event('PayoutHeld'));
  await letIn();
  expect([bank.sent.length, await since()]).toEqual([0, ['PayoutHeld']]);
});

test.each([
  ['too short for a second judgement', 99],
  ['long enough for a second judgement', 100],
])('sends no second order after another worker’s dispatch and a wait %s', async (_name, waitedMs) => {
  const { deps, bank, since, letIn } = await waitingForLane();
  await happened(deps.eventStore, event('PayoutDispatched', { providerKey: deps.providerKey }));
  deps.clock.advance(waitedMs);
  expect(await letIn()).toBe('done');
  expect([bank.sent.length, await since()]).toEqual([0, ['PayoutDispatched']]);
});

test('frees the lane and sends no order when the vault fails at the second check', async () => {
  const away = new Error('the vault is away');
  const { deps, bank, since, letIn, lane } = await waitingForLane([away]);
  deps.clock.advance(100);
  await expect(letIn()).rejects.toThrow(away);
  expect([bank.sent.length, await since(), await lane(async () => 'free')]).toEqual([0, [], 'free']);
});

test('sends no order from a lane that closed during the wait', async () => {
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

test('leaves the lane and records an unknown outcome when the bank throws', async () => {
  const { deps, since } = await withBank();
  const bank = scriptedProvider({ create: [new Error('it broke')] });
  const payoutLanes = createPayoutLanes(1);
  await dispatchPayout({ ...deps, payoutLanes, payoutProviders: bank.payoutProviders })(step);
  expect(await since()).toEqual(['PayoutDispatched', 'PayoutOutcomeUnknown']);
  expect(await payoutLanes.inLane(async () => 'free')).toBe('free');
});

describe('the stream of a dispatched payout', () => {
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

  test('is read once for check, fence and outcome', async () => {
    const { deps, reads, since } = await countingReads();
    await dispatchPayout(deps)(step);
    expect([reads.length, await since()]).toEqual([1, ['PayoutDispatched', 'PayoutSettled', 'CashoutCompleted']]);
  });

  test('is read again after a write of another process, and the fence then refuses', async () => {
    const { deps, bank, since } = await countingReads();
    const open: typeof deps.vault.open = async (sealed) => {
      await happened(deps.eventStore, event('PayoutHeld'));
      return deps.vault.open(sealed);
    };
    await dispatchPayout({ ...deps, vault: { ...deps.vault, open } })(step);
    expect([bank.sent.length, await since()]).toEqual([0, ['PayoutHeld']]);
  });
});
