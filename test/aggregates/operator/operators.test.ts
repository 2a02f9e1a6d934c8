import type { OperatorRole } from '../../../aggregates/operator/events';
import { MOST_OPERATORS, type OperatorCommand, operators } from '../../../aggregates/operator/operators';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { time } from '../../../packages/testing/src/samples/sample-time';
import { given } from '../../given';

const now = time(0);
const add = (operatorName: string, by: string | null, more: { role?: OperatorRole; isEmbedded?: boolean } = {}) =>
  ({
    ...{ type: 'AddOperator', operatorName, role: 'operator', keyHash: 'ef'.repeat(32), by, isEmbedded: false, now },
    ...more,
  }) as const satisfies OperatorCommand;
const approve = (operatorName: string, by: string, role: OperatorRole = 'admin') =>
  ({ type: 'ApproveOperator', operatorName, role, by, now }) as const;
const revoke = (operatorName: string, by: string | null) =>
  ({ type: 'RevokeOperator', operatorName, by, now }) as const;

const admin = (operatorName: string, more: object = {}) => event('OperatorAdded', { operatorName, ...more });
const added = (operatorName: string, addedBy: string | null, needsApproval = false) =>
  event('OperatorAdded', {
    ...{ operatorName, role: 'operator', keyHash: 'ef'.repeat(32), addedBy, needsApproval, addedAt: now },
  });

test('adds the first operator without a key', () => given(operators).when(add('bob', null)).then(added('bob', null)));

test('rejects an operator without a key after the first admin', () =>
  given(operators, admin('ana')).when(add('bob', null)).rejects('NOT_PROVED'));

test('adds without a key in an embedded service', () =>
  given(operators, admin('ana'))
    .when(add('bob', null, { isEmbedded: true }))
    .then(added('bob', null)));

test('lets the only admin add alone, and two admins only together', () => {
  given(operators, admin('ana')).when(add('bob', 'ana')).then(added('bob', 'ana'));
  given(operators, admin('ana'), admin('eva'))
    .when(add('bob', 'ana'))
    .then(added('bob', 'ana', true));
});

test.each([
  ['waits for approval', admin('eva', { needsApproval: true })],
  ['was revoked', event('OperatorRevoked', { operatorName: 'eva' })],
  ['has another role', event('OperatorAdded', { operatorName: 'eva', role: 'approver' })],
])('does not count an admin who %s as the second', (_what, last) =>
  given(operators, admin('ana'), admin('eva'), last).when(add('bob', 'ana')).then(added('bob', 'ana')));

describe('a key that waits', () => {
  const waiting = [admin('ana'), admin('eva'), admin('bob', { addedBy: 'ana', needsApproval: true })] as const;

  test('is approved by another admin, once', () => {
    const approved = event('OperatorApproved', { operatorName: 'bob', approvedBy: 'eva', approvedAt: now });
    given(operators, ...waiting)
      .when(approve('bob', 'eva'))
      .then(approved);
    given(operators, ...waiting, approved)
      .when(approve('bob', 'eva'))
      .nothing();
  });

  test.each([
    ['by the admin who added it', 'bob', 'ana', 'WRONG_STATE'],
    ['by itself', 'bob', 'bob', 'WRONG_STATE'],
    ['before it was added', 'kim', 'eva', 'NOT_FOUND'],
  ] as const)('is not approved %s', (_what, name, by, code) =>
    given(operators, ...waiting)
      .when(approve(name, by))
      .rejects(code));

  test('is not approved after it was revoked', () =>
    given(operators, ...waiting, event('OperatorRevoked', { operatorName: 'bob' }))
      .when(approve('bob', 'eva'))
      .rejects('WRONG_STATE'));
});

describe('a name', () => {
  test('belongs to one person, who gets a second key after the first was revoked', () => {
    given(operators, admin('ana'), added('bob', 'ana')).when(add('bob', 'ana')).rejects('WRONG_STATE');
    const revoked = event('OperatorRevoked', { operatorName: 'bob' });
    given(operators, admin('ana'), added('bob', 'ana'), revoked).when(add('bob', 'ana')).then(added('bob', 'ana'));
  });

  test.each(['', 'Ana', 'a b', '-a', 'a'.repeat(41), 'ana\n', 'é', '__proto__'])('may not be %j', (name) =>
    given(operators).when(add(name, null)).rejects('VALIDATION_ERROR'));

  test('is refused above the limit of names', () => {
    const many = Array.from({ length: MOST_OPERATORS }, (_, n) => admin(`admin-${n}`));
    given(operators, ...many)
      .when(add('bob', 'admin-0'))
      .rejects('LIMIT_EXCEEDED');
  });
});

test('revokes a key once', () => {
  const revoked = event('OperatorRevoked', { operatorName: 'bob', revokedBy: 'ana', revokedAt: now });
  given(operators, admin('ana'), added('bob', 'ana')).when(revoke('bob', 'ana')).then(revoked);
  given(operators, admin('ana'), added('bob', 'ana'), revoked).when(revoke('bob', 'ana')).nothing();
});

test('refuses to revoke the last admin or an unknown operator', () => {
  given(operators, admin('ana'), added('bob', 'ana')).when(revoke('ana', 'ana')).rejects('WRONG_STATE');
  given(operators, admin('ana')).when(revoke('kim', 'ana')).rejects('NOT_FOUND');
});

test('approves the named role alone', () => {
  const waiting = event('OperatorAdded', { operatorName: 'bob', role: 'admin', addedBy: 'ana', needsApproval: true });
  const two = [admin('ana'), admin('eva'), waiting] as const;
  given(operators, ...two)
    .when(approve('bob', 'eva', 'viewer'))
    .rejects('WRONG_STATE');
  given(operators, ...two)
    .when(approve('bob', 'eva', 'admin'))
    .then(event('OperatorApproved', { operatorName: 'bob', approvedBy: 'eva', approvedAt: now }));
  given(operators, ...two, event('OperatorApproved', { operatorName: 'bob', approvedBy: 'eva', approvedAt: now }))
    .when(approve('bob', 'eva', 'viewer'))
    .rejects('WRONG_STATE');
});
