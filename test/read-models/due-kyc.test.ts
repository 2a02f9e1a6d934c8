import { rowAfter } from '../../packages/testing/src/ledger/memory/memory-rows';
import { time } from '../../packages/testing/src/samples/sample-data';
import { recorded } from '../../packages/testing/src/samples/sample-events';
import { accounts } from '../../projections/accounts';
import { kycSessionsProjection } from '../../projections/kyc-sessions';
import type { DueQuery } from '../../read-models/due/due-query';
import { dueWork } from '../../read-models/due/due-work';
import { type KycSessionRow, kycSessions } from '../../read-models/users/kyc-sessions';
import { type UserRow, users } from '../../read-models/users/users';
import { row } from '../given';
import { readModels } from '../stores/stored-rows';

const models = readModels();

const work = dueWork({ graceSeconds: {}, ceilingSeconds: 86_400 });
const session = rowAfter(kycSessionsProjection, kycSessions, recorded('KycSessionStarted'));
const person = rowAfter(accounts, users, recorded('UserRegistered'));

const stored = (session_id: string, columns: Partial<KycSessionRow> = {}) =>
  row(kycSessions, { ...session, session_id, ...columns });
const userOf = (columns: Partial<UserRow> = {}) => row(users, { ...person, ...columns });

interface Due {
  readonly key: string;
  readonly payload: object;
}
const dueOf = async (kind: 'poll-kyc' | 'follow-kyc' | 'erase-kyc'): Promise<readonly Due[]> => {
  const { text, values }: Pick<DueQuery<unknown>, 'text' | 'values'> = work[kind](time(99));
  return models.query<Due>(text, values);
};

test('lists open sessions ten seconds after their last change, earliest first', async () => {
  await models.store(
    userOf(),
    stored('late', { updated_at: time(5), status: 'IN_REVIEW' }),
    stored('early', { updated_at: time(1) }),
    stored('over', { status: 'REJECTED' }),
    stored('just changed', { updated_at: time(90) }),
  );
  expect((await dueOf('poll-kyc')).map(({ payload }) => payload)).toEqual([
    { sessionId: 'early', sinceMs: Date.parse(time(1)) },
    { sessionId: 'late', sinceMs: Date.parse(time(5)) },
  ]);
});

test('lists a change once, with the payload of the command', async () => {
  const change = { status: 'APPROVED', status_revision: 2, status_event_id: 'e2' } as const;
  await models.store(userOf(), stored('s1', change), stored('followed', { ...change, followed_revision: 2 }));
  const payload = { userId: 'u1', sessionId: 's1', number: 1, revision: 2, status: 'APPROVED', causeEventId: 'e2' };
  expect(await dueOf('follow-kyc')).toMatchObject([{ key: 'e2', payload }]);
});

test('lists only the erasure of the sessions of an erased user', async () => {
  await models.store(
    userOf({ erased: true }),
    stored('open'),
    stored('over', { status: 'APPROVED', updated_at: time(7) }),
    stored('forgotten', { data_erased_at: time(9) }),
    stored('of somebody else', { user_id: 'u2' }),
  );
  expect((await dueOf('erase-kyc')).map(({ payload }) => payload)).toEqual([
    { sessionId: 'open' },
    { sessionId: 'over' },
  ]);
  const others = [...(await dueOf('poll-kyc')), ...(await dueOf('follow-kyc'))].map(({ payload }) => payload);
  expect(others.map((payload) => 'sessionId' in payload && payload.sessionId)).toEqual([
    ...['of somebody else', 'of somebody else'],
  ]);
});
