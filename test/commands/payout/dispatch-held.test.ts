import type { LedgerEvent } from '../../../aggregates/events';
import { resolvePayout } from '../../../commands/payout/resolve-payout';
import { dispatchPayout } from '../../../commands/payout/sending/dispatch-payout';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { happened, typesOf } from '../../core';
import { failed, payout, type Script, scriptedProvider } from '../../doubles/scripted-provider';
import { step, withRequestedPayout } from '../../samples/paid-intent';

const withBank = async (script: Script) => {
  const deps = await withRequestedPayout();
  const bank = scriptedProvider(script);
  const since = async () => (await typesOf(deps.eventStore, 'cashout-cid1')).slice(3);
  return { deps: { ...deps, payoutProviders: bank.payoutProviders }, bank, since };
};

const UNKNOWN = ['PayoutDispatched', 'PayoutOutcomeUnknown'];

describe.each<[string, readonly LedgerEvent[]]>([
  ['questioned', [event('FinalityQuestioned')]],
  ['violated', [event('FinalityQuestioned'), event('FinalityViolated')]],
  ['accepted and not judged again yet', [event('FinalityViolated'), event('FinalityAccepted')]],
  ['reaffirmed, and the deposit is lost', [event('DepositsLost'), event('FinalityReaffirmed')]],
])('finality is %s once the payout was requested', (_name, history) => {
  test('does not send it, and asks again later', async () => {
    const { deps, bank, since } = await withBank({ create: [payout('ACCEPTED')] });
    await happened(deps.eventStore, ...history);
    expect(await dispatchPayout(deps)(step)).toEqual({ askAgainAtMs: deps.clock.now() + 60_000 });
    expect([await since(), bank.sent.length]).toEqual([[], 0]);
  });

  test('asks about a sent payout of unknown outcome, and sends it no second time', async () => {
    const { deps, bank, since } = await withBank({ create: [failed('UNKNOWN')], get: [failed('NOT_FOUND')] });
    await dispatchPayout(deps)(step);
    await happened(deps.eventStore, ...history);
    deps.clock.advance(600_000);
    const nowMs = deps.clock.now();
    const { providerKey } = deps;
    const asking = { stream: 'cashout-cid1', providerKey, causeEventId: 'u1', sinceMs: nowMs - 600_000 } as const;
    expect(await resolvePayout(deps)(asking)).toEqual({ askAgainAtMs: nowMs + 300_000 });
    expect([await since(), bank.asked, bank.sent.length]).toEqual([UNKNOWN, [providerKey], 1]);
  });
});

const block = (isForErasure?: true) =>
  event('UserBlocked', { userId: 'u1', ...(isForErasure === undefined ? {} : { isForErasure }) });
const registered = event('UserRegistered', { userId: 'u1' });

describe('a payout whose user is blocked after the request', () => {
  test.each([
    ['by anybody', block()],
    ['by an erasure that looks for what is open', block(true)],
  ])('%s: does not send it, and asks again later', async (_name, blocked) => {
    const { deps, bank, since } = await withBank({ create: [payout('ACCEPTED')] });
    await happened(deps.eventStore, registered, blocked);
    expect(await dispatchPayout(deps)(step)).toEqual({ askAgainAtMs: deps.clock.now() + 60_000 });
    expect([await since(), bank.sent.length]).toEqual([[], 0]);
    await happened(deps.eventStore, event('UserUnblocked', { userId: 'u1' }));
    expect(await dispatchPayout(deps)(step)).toBe('done');
    expect(bank.sent).toHaveLength(1);
  });

  test('asks about a sent payout of unknown outcome, and sends it again only for an unblocked user', async () => {
    const { deps, bank, since } = await withBank({
      ...{ create: [failed('UNKNOWN'), payout('ACCEPTED')], get: [failed('NOT_FOUND')] },
    });
    await dispatchPayout(deps)(step);
    await happened(deps.eventStore, registered, block());
    deps.clock.advance(600_000);
    const nowMs = deps.clock.now();
    const { providerKey } = deps;
    const asking = { stream: 'cashout-cid1', providerKey, causeEventId: 'u1', sinceMs: nowMs - 600_000 } as const;
    expect(await resolvePayout(deps)(asking)).toEqual({ askAgainAtMs: nowMs + 300_000 });
    expect([await since(), bank.asked, bank.sent.length]).toEqual([UNKNOWN, [providerKey], 1]);
    await happened(deps.eventStore, event('UserUnblocked', { userId: 'u1' }));
    await resolvePayout(deps)({ ...asking, causeEventId: 'u2' });
    expect([await since(), bank.sent.length]).toEqual([[...UNKNOWN, 'PayoutDispatched'], 2]);
  });
});

test('sends the payout after finality is reaffirmed, despite a doubt on another network', async () => {
  const { deps, bank } = await withBank({ create: [payout('ACCEPTED')] });
  await happened(deps.eventStore, event('FinalityQuestioned'), event('FinalityReaffirmed'));
  await happened(deps.eventStore, event('FinalityQuestioned', { network: 'polygon' }));
  expect(await dispatchPayout(deps)(step)).toBe('done');
  expect(bank.sent).toHaveLength(1);
});
