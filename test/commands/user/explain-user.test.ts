import type { UserEvent } from '../../../aggregates/user/events';
import { commandIdOf } from '../../../commands/handling/deterministic-ids';
import { explainUser } from '../../../commands/user/explain-user';
import { createMemoryEventStore } from '../../../infra/event-store/memory';
import { event, metadata } from '../../../packages/testing/src/samples/sample-events';
import { time } from '../../../packages/testing/src/samples/sample-time';

const byAna = metadata({ at: time(7), actor: { kind: 'operator', id: 'ana' }, reason: 'documents seen' });

const explained = async (...history: readonly UserEvent[]) => {
  const eventStore = createMemoryEventStore();
  const proposed = history.map((each, index) => ({
    ...each,
    id: commandIdOf('history', String(index)),
    metadata: byAna,
  }));
  await eventStore.append('user-u1', 'no_stream', proposed);
  return explainUser({ eventStore })('u1');
};

const registered = event('UserRegistered');
const approved = event('KycStatusChanged');
const said = `since ${time(7)} by operator:ana (documents seen)`;

test.each<[string, string, string, readonly UserEvent[]]>([
  ['a registration', 'ACTIVE', 'KYC is PENDING, as at the registration.', [registered]],
  ['a decision of an operator', 'ACTIVE', `KYC is APPROVED, ${said}.`, [registered, approved]],
  [
    'a KYC session',
    'ACTIVE',
    `KYC is APPROVED, ${said}, after KYC session s1.`,
    [registered, event('KycSessionFollowed'), approved],
  ],
  ['a block', 'BLOCKED', `KYC is APPROVED, ${said}.`, [registered, approved, event('UserBlocked')]],
  ['an erasure', 'ERASED', `The user was erased ${said}.`, [registered, event('UserBlocked'), event('SubjectErased')]],
])('explains a user after %s as %s: %s', async (_after, status, because, history) =>
  expect(await explained(...history)).toMatchObject({ userId: 'u1', status, because }));

test('names the hold on the payments of a user, and the step that ends it', async () => {
  const { heldBy, movesWhen } = await explained(registered, event('UserBlocked'));
  expect(heldBy).toEqual([
    `Blocked ${said}: all payments of the user are stopped`,
    'Without KYC APPROVED the user cannot quote, create or withdraw',
  ]);
  expect(movesWhen.join(' ')).toMatch(/unblocks the user.*KYC APPROVED: a session is approved/);
  expect((await explained(registered, approved)).heldBy).toEqual([]);
});

test('refuses an unknown user', async () => {
  const unknown = explainUser({ eventStore: createMemoryEventStore() })('u9');
  await expect(unknown).rejects.toMatchObject({ rejection: { code: 'USER_NOT_FOUND' } });
});
