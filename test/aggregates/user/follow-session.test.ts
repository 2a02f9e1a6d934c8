import { fold } from '../../../aggregates/decider';
import type { KycSessionStatus } from '../../../aggregates/kyc/events';
import type { UserEvent } from '../../../aggregates/user/events';
import { user } from '../../../aggregates/user/user';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';

type Step = readonly [number: number, revision: number, status: KycSessionStatus];

const registered: UserEvent = event('UserRegistered');
const operator = (status: 'APPROVED' | 'REJECTED'): UserEvent => event('KycStatusChanged', { status });

/** KYC status after each step. */
const after = (steps: readonly (Step | UserEvent)[], first: readonly UserEvent[] = [registered]) => {
  const history = [...first];
  return steps.map((step) => {
    if ('type' in step) history.push(step);
    else {
      const [number, revision, status] = step;
      const session = { sessionId: `s${number}`, number, revision, status };
      history.push(
        ...user.decide(fold(user, history), { type: 'FollowKycSession', userId: 'u1', session, now: time(1) }),
      );
    }
    const state = fold(user, history);
    return 'kyc' in state ? state.kyc : null;
  });
};

test('follows the session of a user', () => {
  expect(
    after([
      [1, 0, 'PENDING'],
      [1, 2, 'IN_PROGRESS'],
      [1, 3, 'IN_REVIEW'],
      [1, 4, 'APPROVED'],
    ]),
  ).toEqual([...['PENDING', 'SUBMITTED', 'SUBMITTED', 'APPROVED']]);
});

test('keeps an approval at a new or expired session, and ends it at a rejection', () => {
  expect(
    after([
      [1, 2, 'APPROVED'],
      [2, 0, 'PENDING'],
      [2, 3, 'EXPIRED'],
      [3, 0, 'PENDING'],
      [3, 2, 'REJECTED'],
    ]),
  ).toEqual([...['APPROVED', 'APPROVED', 'APPROVED', 'APPROVED', 'REJECTED']]);
});

test('ends an approval that its session withdraws, also after a later session', () => {
  expect(
    after([
      [1, 2, 'APPROVED'],
      [1, 3, 'EXPIRED'],
    ]),
  ).toEqual(['APPROVED', 'PENDING']);
  expect(
    after([
      [1, 2, 'APPROVED'],
      [2, 0, 'PENDING'],
      [1, 3, 'EXPIRED'],
    ]).at(-1),
  ).toBe('PENDING');
});

test('keeps the decision of an operator until a session decides otherwise', () => {
  expect(after([[1, 0, 'PENDING'], operator('APPROVED'), [1, 3, 'EXPIRED']]).at(-1)).toBe('APPROVED');
  expect(after([[1, 2, 'APPROVED'], operator('REJECTED'), [1, 2, 'APPROVED']]).at(-1)).toBe('REJECTED');
});

test('ignores a late or repeated report', () => {
  expect(
    after([
      [1, 4, 'REJECTED'],
      [1, 2, 'IN_PROGRESS'],
      [1, 4, 'REJECTED'],
    ]),
  ).toEqual([...['REJECTED', 'REJECTED', 'REJECTED']]);
});

test('follows the session of a blocked user too', () => {
  const blocked: UserEvent = event('UserBlocked');
  expect(after([[1, 2, 'APPROVED']], [registered, blocked])).toEqual(['APPROVED']);
});
