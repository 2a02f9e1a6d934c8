import type { LedgerEvent } from '../../../../aggregates/events';
import { matchDeposit, type Proposal } from '../../../../commands/deposit/match-deposit';
import { createSnapshots } from '../../../../commands/handling/reading/snapshots';
import { requestPayout } from '../../../../commands/payout/request-payout';
import { isHeld } from '../../../../commands/watching/judging/is-held';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { core, happened, typesOf } from '../../../core';
import { step, withPaidIntent } from '../../../samples/paid-intent';

const depositId = 'ethereum:0xd1:0';
const proposals: readonly Proposal[] = [
  { verdict: 'MATCH', depositId, intentId: 'cid1', causeEventId: 'final1' },
  {
    ...{ verdict: 'UNMATCHED', depositId, reason: 'NO_MEMO', candidates: [] },
    ...{ inTime: false, ruleVersion: 1, causeEventId: 'final1' },
  },
];
const held: readonly (readonly [string, readonly LedgerEvent[]])[] = [
  ['questioned', [event('FinalityQuestioned')]],
  ['violated', [event('FinalityQuestioned'), event('FinalityViolated')]],
  ['accepted and not judged again yet', [event('FinalityViolated'), event('FinalityAccepted')]],
  ['reaffirmed, and the deposit is lost', [event('DepositsLost'), event('FinalityReaffirmed')]],
];

describe.each(held)('finality is %s', (_name, history) => {
  test.each(proposals)('keeps a deposit unresolved ($verdict), and asks again later', async (proposal) => {
    const deps = core();
    await happened(deps.eventStore, event('CashoutIntentCreated'), event('DepositFinalised'), ...history);
    expect(await matchDeposit(deps)(proposal)).toEqual({ askAgainAtMs: deps.clock.now() + 10_000 });
    expect(await typesOf(deps.eventStore, `deposit-${depositId}`)).toEqual(['DepositFinalised']);
  });

  test('requests no payout, and asks again later', async () => {
    const deps = await withPaidIntent();
    await happened(deps.eventStore, ...history);
    expect(await requestPayout(deps)(step)).toEqual({ askAgainAtMs: deps.clock.now() + 60_000 });
    expect(await typesOf(deps.eventStore, 'cashout-cid1')).not.toContain('PayoutRequested');
  });
});

test('continues everything after the reaffirmation', async () => {
  const deps = core();
  const history = [event('FinalityQuestioned'), event('FinalityReaffirmed')];
  await happened(deps.eventStore, event('CashoutIntentCreated'), event('DepositFinalised'), ...history);
  expect(await matchDeposit(deps)(proposals[0]!)).toBe('done');
  expect(await requestPayout(deps)(step)).toBe('done');
  expect(await typesOf(deps.eventStore, 'cashout-cid1')).toContain('PayoutRequested');
});

test('holds no deposit because of a doubt about another network', async () => {
  const deps = core();
  await happened(deps.eventStore, event('FinalityQuestioned', { network: 'polygon' }));
  expect([await isHeld(deps, depositId), await isHeld(deps, 'polygon:0xd1:0')]).toEqual([false, true]);
});

test('reads a long stream once, and then only its new events', async () => {
  const deps = { ...core(), snapshots: createSnapshots() };
  await happened(deps.eventStore, ...Array<LedgerEvent>(60).fill(event('WatermarkReached')));
  const readStream = jest.fn(deps.eventStore.readStream);
  const counted = { ...deps, eventStore: { ...deps.eventStore, readStream } };
  await isHeld(counted, depositId);
  await happened(deps.eventStore, event('FinalityQuestioned'));
  expect(await isHeld(counted, depositId)).toBe(true);
  expect(readStream.mock.calls.map(([, from]) => from)).toEqual([0, 60]);
});
