import type { OperatorCommand } from '../../../aggregates/operator/operators';
import { operators } from '../../../aggregates/operator/operators';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { time } from '../../../packages/testing/src/samples/sample-time';
import { given } from '../../given';

const now = time(0);
const [mail, otherMail] = ['ab'.repeat(32), 'ba'.repeat(32)];
const [account, otherAccount] = ['cd'.repeat(32), 'dc'.repeat(32)];

const set = (operatorName: string, by: string | null, emailHash = mail, isEmbedded = false) =>
  ({ type: 'SetEmail', operatorName, emailHash, by, isEmbedded, now }) as const satisfies OperatorCommand;
const bind = (emailHash = mail, subjectHash = account) =>
  ({ type: 'BindSubject', emailHash, subjectHash, now }) as const;

const admin = (operatorName: string) => event('OperatorAdded', { operatorName });
const wasSet = (operatorName: string, setBy: string | null, needsApproval: boolean, emailHash = mail) =>
  event('OperatorEmailSet', { operatorName, emailHash, setBy, needsApproval, setAt: now });
const approved = (operatorName: string, approvedBy: string) =>
  event('OperatorEmailApproved', { operatorName, approvedBy, approvedAt: now });
const bound = (operatorName: string, subjectHash = account) =>
  event('OperatorSubjectBound', { operatorName, subjectHash, boundAt: now });

const two = [admin('ana'), admin('eva')] as const;
const bobToo = [...two, event('OperatorAdded', { operatorName: 'bob', role: 'operator' })] as const;

describe('the e-mail address of an operator', () => {
  test('waits for a second admin, who repeats the request', () => {
    given(operators, ...bobToo)
      .when(set('bob', 'ana'))
      .then(wasSet('bob', 'ana', true));
    given(operators, ...bobToo, wasSet('bob', 'ana', true))
      .when(set('bob', 'ana'))
      .nothing();
    given(operators, ...bobToo, wasSet('bob', 'ana', true))
      .when(set('bob', 'eva'))
      .then(approved('bob', 'eva'));
  });

  test('waits again when the second admin names another address', () =>
    given(operators, ...bobToo, wasSet('bob', 'ana', true))
      .when(set('bob', 'eva', otherMail))
      .then(wasSet('bob', 'eva', true, otherMail)));

  test('waits no longer once the admin who set it is the only one', () =>
    given(operators, ...bobToo, wasSet('bob', 'ana', true), event('OperatorRevoked', { operatorName: 'eva' }))
      .when(set('bob', 'ana'))
      .then(wasSet('bob', 'ana', false)));

  test('is in force at once by the only admin, and without a key in an embedded service', () => {
    given(operators, admin('ana'))
      .when(set('ana', 'ana'))
      .then(wasSet('ana', 'ana', false));
    given(operators, ...two)
      .when(set('ana', null, mail, true))
      .then(wasSet('ana', null, false));
    given(operators, ...two)
      .when(set('ana', null))
      .rejects('NOT_PROVED');
  });

  test('belongs to one operator for ever', () => {
    const moved = [wasSet('bob', null, false), wasSet('bob', null, false, otherMail)] as const;
    const revoked = event('OperatorRevoked', { operatorName: 'bob' });
    given(operators, ...bobToo, ...moved, revoked)
      .when(set('eva', 'ana'))
      .rejects('WRONG_STATE');
    given(operators, ...bobToo, wasSet('bob', 'ana', true), wasSet('eva', 'ana', true), approved('bob', 'eva'))
      .when(set('eva', 'eva'))
      .rejects('WRONG_STATE');
  });

  test('is refused for an unknown and for a revoked operator', () => {
    given(operators, ...two)
      .when(set('kim', 'ana'))
      .rejects('NOT_FOUND');
    given(operators, ...bobToo, event('OperatorRevoked', { operatorName: 'bob' }))
      .when(set('bob', 'ana'))
      .rejects('WRONG_STATE');
  });
});

describe('the account of the identity provider', () => {
  const withMail = [...bobToo, wasSet('bob', null, false)] as const;

  test('is bound at the first sign-in, and stays', () => {
    given(operators, ...withMail)
      .when(bind())
      .then(bound('bob'));
    given(operators, ...withMail, bound('bob'))
      .when(bind())
      .nothing();
    given(operators, ...withMail, bound('bob'))
      .when(bind(mail, otherAccount))
      .rejects('SIGN_IN_REFUSED');
  });

  test.each([
    ['has no address', bobToo],
    ['has an address that waits', [...bobToo, wasSet('bob', 'ana', true)]],
    ['was revoked', [...withMail, event('OperatorRevoked', { operatorName: 'bob' })]],
    ['waits for approval', [...withMail, event('OperatorAdded', { operatorName: 'bob', needsApproval: true })]],
    ['got another address', [...withMail, wasSet('bob', null, false, otherMail)]],
  ] as const)('is refused for an operator who %s', (_what, events) =>
    given(operators, ...events)
      .when(bind())
      .rejects('SIGN_IN_REFUSED'));

  test('is bound anew after two admins set the address again, and stays with its first operator', () => {
    const again = [...withMail, bound('bob'), wasSet('bob', 'ana', true), approved('bob', 'eva')] as const;
    given(operators, ...again)
      .when(bind(mail, otherAccount))
      .then(bound('bob', otherAccount));
    given(operators, ...again, wasSet('eva', null, false, otherMail))
      .when(bind(otherMail))
      .rejects('SIGN_IN_REFUSED');
  });

  test('stays with an operator who got another key', () => {
    const back = [event('OperatorRevoked', { operatorName: 'bob' }), event('OperatorAdded', { operatorName: 'bob' })];
    given(operators, ...withMail, bound('bob'), ...back)
      .when(bind(mail, otherAccount))
      .rejects('SIGN_IN_REFUSED');
  });
});
