import { cashout } from '../../aggregates/cashout/cashout';
import { deposit } from '../../aggregates/deposit/deposit';
import { matchDeposit, type Proposal } from '../../commands/deposit/match-deposit';
import { createKnownStreams } from '../../commands/handling/reading/known-streams';
import { recalledStateOf } from '../../commands/handling/reading/read-stream';
import { event } from '../../packages/testing/src/samples/sample-events';
import { core, happened, typesOf } from '../core';

const depositId = 'ethereum:0xd1:0';
const match: Proposal = { verdict: 'MATCH', depositId, intentId: 'cid1', causeEventId: 'final1' };
const unmatched: Proposal = {
  verdict: 'UNMATCHED',
  depositId,
  reason: 'NO_MEMO',
  candidates: [],
  inTime: false,
  ruleVersion: 1,
  causeEventId: 'final1',
};
const FINAL = ['DepositObserved', 'DepositFinalised'];

/** An open intent and a deposit, and a store that records its reads, except those of the watcher's stream. */
const withDeposit = async (memos: readonly string[] = event('DepositFinalised').data.memos) => {
  const deps = core();
  await happened(deps.eventStore, event('CashoutIntentCreated'), event('DepositObserved', { memos }));
  const reads: string[] = [];
  const readStream: typeof deps.eventStore.readStream = (name, from) => {
    if (!name.startsWith('watcher-')) reads.push(name);
    return deps.eventStore.readStream(name, from);
  };
  const finalise = () => happened(deps.eventStore, event('DepositFinalised', { memos }));
  const know = async (): Promise<void> => {
    await recalledStateOf(deps, deposit, depositId);
    await recalledStateOf(deps, cashout, 'cid1');
  };
  const streams = async () => ({
    deposit: await typesOf(deps.eventStore, `deposit-${depositId}`),
    intent: await typesOf(deps.eventStore, 'cashout-cid1'),
  });
  return { deps: { ...deps, eventStore: { ...deps.eventStore, readStream } }, reads, finalise, know, streams };
};

const MATCHED = {
  deposit: [...FINAL, 'DepositClaimed', 'DepositMatched'],
  intent: ['CashoutIntentCreated', 'DepositAccepted'],
};

test('reads no stream that this process knows', async () => {
  const { deps, reads, finalise, know, streams } = await withDeposit();
  await finalise();
  await know();
  reads.length = 0;
  await matchDeposit(deps)(match);
  expect(reads).toEqual([]);
  expect(await streams()).toEqual(MATCHED);
});

test('leaves a deposit without a named intent, and reads no intent', async () => {
  const { deps, reads, finalise, know, streams } = await withDeposit([]);
  await finalise();
  await know();
  reads.length = 0;
  await matchDeposit(deps)(unmatched);
  expect(reads).toEqual([]);
  expect((await streams()).deposit).toEqual([...FINAL, 'DepositUnmatched']);
});

test.each([
  ['a match goes on', match],
  ['a wrong proposal to leave it is seen through', unmatched],
])('%s although this process knows only the observation', async (_what, proposal) => {
  const { deps, finalise, know, streams } = await withDeposit();
  await know();
  await finalise();
  await matchDeposit(deps)(proposal);
  expect(await streams()).toEqual(MATCHED);
});

test('keeps the match of another process', async () => {
  const { deps, finalise, know, streams } = await withDeposit();
  await finalise();
  await know();
  await matchDeposit({ ...deps, knownStreams: createKnownStreams() })(match);
  await matchDeposit(deps)(match);
  await matchDeposit(deps)({ ...match, causeEventId: 'another' });
  await matchDeposit(deps)(unmatched);
  expect(await streams()).toEqual(MATCHED);
});

test('releases the claim when another process has let the intent expire', async () => {
  const { deps, finalise, know, streams } = await withDeposit();
  await finalise();
  await know();
  await happened(deps.eventStore, event('CashoutExpired'));
  await matchDeposit(deps)(match);
  expect(await streams()).toEqual({
    deposit: [...FINAL, 'DepositClaimed', 'DepositReleased'],
    intent: ['CashoutIntentCreated', 'CashoutExpired'],
  });
});

test('claims no deposit that another process has left unmatched', async () => {
  const { deps, finalise, know, streams } = await withDeposit();
  await finalise();
  await know();
  await happened(deps.eventStore, event('CashoutExpired'));
  await matchDeposit({ ...deps, knownStreams: createKnownStreams() })(match);
  const left = { deposit: [...FINAL, 'DepositUnmatched'], intent: ['CashoutIntentCreated', 'CashoutExpired'] };
  expect(await streams()).toEqual(left);
  await matchDeposit(deps)(match);
  expect(await streams()).toEqual(left);
});
