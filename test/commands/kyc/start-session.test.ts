import { isRejection } from '../../../aggregates/rejection';
import { historyOf } from '../../../commands/handling/reading/read-stream';
import { syncSession } from '../../../commands/kyc/sync-session';
import { takeAnswer } from '../../../commands/kyc/take-answer';
import type { KycAnswer, KycProvider } from '../../../commands/ports/providers/kyc-provider';
import { failure } from '../../../infra/providers/failures';
import { asking } from '../../core';
import { answered, kycWorld } from './kyc-world';

const typesIn = async ({ eventStore }: ReturnType<typeof kycWorld>, sessionId: string) =>
  (await historyOf(eventStore, { category: 'kycSession' } as never, sessionId)).map(({ type }) => type);

test('registers the user and records the session, with a sealed link, before it asks the provider', async () => {
  const world = kycWorld();
  const { sessionId, state } = await world.startOf('40442820135');
  expect(await typesIn(world, sessionId)).toEqual(['KycSessionStarted', 'KycSessionOpened']);
  if (state.status === 'NONE' || state.opened?.webViewUrl == null) throw new Error('no session');
  expect(state).toMatchObject({ status: 'PENDING', facts: { documentMasked: '***.***.***-35', number: 1 } });
  expect(await world.vault.open(state.opened.webViewUrl)).toContain('https://sandbox.invalid/');
  expect(JSON.stringify(state)).not.toMatch(/40442820135|1990-02-28|Ana\b|sandbox\.invalid/);
});

test('refuses a second session of the user while the first is open, without a time to wait', async () => {
  const world = kycWorld();
  await world.startOf('40442820135');
  await expect(world.startOf('40442820135', 'ana', 'second')).rejects.toMatchObject({
    rejection: { code: 'CONCURRENT_OPERATION', isLasting: true },
  });
});

test.each([
  ['lets a person in review for a wrong declaration declare again', '11144477735', 'begins'],
  ['refuses a second session of a person on a sanctions list', '98302514705', 'CONCURRENT_OPERATION'],
])('%s', async (_name, document, outcome) => {
  const world = kycWorld();
  const { sessionId } = await world.startOf(document);
  world.clock.advance(6_000);
  await syncSession(world.deps)({ sessionId }, asking('sync'));
  const again = world.startOf('40442820135', 'ana', 'again').then(
    () => 'begins',
    (error: unknown) => (isRejection(error) ? error.rejection.code : error),
  );
  expect(await again).toBe(outcome);
});

test('starts one of two simultaneous sessions', async () => {
  const world = kycWorld();
  const both = await Promise.allSettled([1, 2].map((n) => world.startOf('40442820135', 'ana', `at once ${n}`)));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test.each(['AUTH', 'INSUFFICIENT_FUNDS'] as const)('alerts when the provider refuses a start with %s', async (code) => {
  const world = kycWorld({ start: async () => failure('sandbox', 'UNAVAILABLE', code, 'no') });
  await expect(world.startOf('40442820135')).rejects.toMatchObject({ rejection: { code: 'PROVIDER_FAILURE' } });
  expect(world.alerts).toEqual([{ what: 'A KYC provider refuses our account', facts: { provider: 'sandbox', code } }]);
});

test('stays PENDING when the outcome of the start is unknown', async () => {
  const { state } = await kycWorld().startOf('52998224725');
  expect(state).toMatchObject({ status: 'PENDING', opened: null });
});

test.each([
  ['an id of the other mode', answered({ providerSessionId: 'real_1' })],
  ['a state that is none', answered({ state: 'DONE' as never })],
  ['an enormous answer', answered({ providerStatus: 'x'.repeat(5_000) })],
])('stays unopened after %s', async (_name, answer) => {
  const { state } = await kycWorld({ start: async () => answer }).startOf('40442820135');
  expect(state).toMatchObject({ status: 'PENDING', opened: null });
});

test('opens a session and reports its status in one append, once', async () => {
  const world = kycWorld({ start: async () => failure('sandbox', 'UNKNOWN', 'TIMEOUT', 'no answer') });
  const { sessionId } = await world.startOf('52998224725');
  const take = (state: KycAnswer['state']) => {
    const answer = answered({ state });
    if (!answer.ok) throw new Error('no answer');
    return takeAnswer(world.deps)({ sessionId, answer: answer.value, context: asking('one command'), opening: null });
  };
  expect((await take('IN_PROGRESS'))?.state).toMatchObject({ status: 'IN_PROGRESS', opened: { sessionId } });
  await take('IN_PROGRESS');
  const events = await world.eventStore.readStream(`kycSession-${sessionId}`);
  expect(events.map(({ type }) => type)).toEqual(['KycSessionStarted', 'KycSessionOpened', 'KycSessionStatusChanged']);
});

test.each([
  ['sandbox', 'KYC_PEP'],
  ['live', undefined],
] as const)('keeps in %s the scenario with the session and sends it to the provider: %s', async (mode, scenario) => {
  const handed: unknown[] = [];
  const providerSessionId = { sandbox: 'sbx_kyc_1', live: 'live_1' }[mode];
  const start: KycProvider['start'] = async (_context, asked) => {
    handed.push(asked.scenario);
    return answered({ providerSessionId });
  };
  const world = kycWorld({ mode, start }, mode);
  const { sessionId, state } = await world.startOf('40442820135', 'ana', 'start', { scenario: 'KYC_PEP' });
  const [begun] = await world.eventStore.readStream(`kycSession-${sessionId}`);
  expect([...handed, (begun?.data as { readonly scenario?: string }).scenario]).toEqual([scenario, scenario]);
  // The later state of the session omits the scenario.
  expect(JSON.stringify(state)).not.toContain('KYC_PEP');
});
