import type { KycSessionStatus } from '../../../aggregates/kyc/events';
import { kycSession, type StatusReport } from '../../../aggregates/kyc/kyc-session';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const started = event('KycSessionStarted');
const opened = event('KycSessionOpened');
const changed = (status: KycSessionStatus, previousStatus: KycSessionStatus = 'PENDING') =>
  event('KycSessionStatusChanged', { status, previousStatus, changedAt: time(9) });
const report = (status: KycSessionStatus, changes: Partial<StatusReport> = {}) =>
  ({
    type: 'ReportStatus',
    opening: opened.data,
    now: time(9),
    report: { status, providerStatus: 'Said', rejectionReason: null, verified: null, objection: null, ...changes },
  }) as const;

test('starts a session once', () => {
  const start = { type: 'StartSession', session: started.data } as const;
  given(kycSession).when(start).then(started);
  given(kycSession, started).when(start).rejects('CONCURRENT_OPERATION');
});

test.each<[KycSessionStatus, KycSessionStatus, boolean]>([
  ['PENDING', 'PENDING', false],
  ['PENDING', 'IN_PROGRESS', true],
  ['IN_PROGRESS', 'PENDING', false],
  ['IN_REVIEW', 'IN_PROGRESS', false],
  ['IN_REVIEW', 'APPROVED', true],
  ['APPROVED', 'IN_REVIEW', false],
  ['APPROVED', 'REJECTED', true],
  ['APPROVED', 'EXPIRED', true],
  ['REJECTED', 'APPROVED', false],
  ['EXPIRED', 'APPROVED', false],
])('moves a session from %s to %s: %s', (from, to, moves) => {
  const before = from === 'PENDING' ? [started, opened] : [started, opened, changed(from)];
  const decision = given(kycSession, ...before).when(report(to));
  if (!moves) decision.nothing();
  else
    decision.then(
      event('KycSessionStatusChanged', {
        ...{ status: to, previousStatus: from, providerStatus: 'Said', verified: null, changedAt: time(9) },
      }),
    );
});

test('moves an approval with an objection to review', () => {
  given(kycSession, started, opened)
    .when(report('APPROVED', { objection: 'DATA_MISMATCH' }))
    .then(
      event('KycSessionStatusChanged', {
        ...{ status: 'IN_REVIEW', previousStatus: 'PENDING', providerStatus: 'Said', verified: null },
        rejectionReason: 'DATA_MISMATCH',
      }),
    );
});

test('keeps the identity for the tax obligation only with an approval', () => {
  const identity = { sealed: 2, subjectId: 'fiscal:u1', box: 'Ym94', commitment: 'Yw==' } as const;
  const said = { previousStatus: 'PENDING', providerStatus: 'Said', verified: null, changedAt: time(9) } as const;
  const before = given(kycSession, started, opened);
  before
    .when(report('APPROVED', { identity }))
    .then(event('KycSessionStatusChanged', { ...said, status: 'APPROVED', identity }));
  before
    .when(report('APPROVED', { identity, objection: 'PEP' }))
    .then(event('KycSessionStatusChanged', { ...said, status: 'IN_REVIEW', rejectionReason: 'PEP' }));
});

test('opens a session once under one id, and does not fail its start afterwards', () => {
  given(kycSession, started, opened)
    .when({ type: 'FailStart', now: time(9) })
    .nothing();
  given(kycSession, started).when({ type: 'OpenSession', opened: opened.data }).then(opened);
  given(kycSession, started, opened).when({ type: 'OpenSession', opened: opened.data }).nothing();
  const { report: said } = report('IN_REVIEW');
  const reported = { status: 'IN_REVIEW', previousStatus: 'PENDING', providerStatus: 'Said', verified: null } as const;
  given(kycSession, started)
    .when({ type: 'OpenSession', opened: opened.data, report: said })
    .then(opened, event('KycSessionStatusChanged', { ...reported, changedAt: opened.data.openedAt }));
});

test('ignores a report about an earlier opening, or before the first one', () => {
  const again = event('KycSessionOpened', { openedAt: time(20) });
  given(kycSession, started, opened, changed('EXPIRED'), again, changed('PENDING', 'EXPIRED'))
    .when(report('EXPIRED'))
    .nothing();
  given(kycSession, started).when(report('APPROVED')).nothing();
});

test('ends an approval only when the person is on a sanctions list', () => {
  const approved = given(kycSession, started, opened, changed('APPROVED'));
  approved.when(report('APPROVED', { objection: 'SANCTIONS' })).then(
    event('KycSessionStatusChanged', {
      ...{ status: 'REJECTED', previousStatus: 'APPROVED', providerStatus: 'Said', verified: null },
      rejectionReason: 'SANCTIONS',
    }),
  );
  // A provider may have deleted the verified data, and operators have reviewed politically exposed persons.
  for (const objection of ['DATA_MISMATCH', 'PEP'] as const) approved.when(report('APPROVED', { objection })).nothing();
});

test('records an objection in review once', () => {
  const objected = event('KycSessionStatusChanged', {
    ...{ status: 'IN_REVIEW', previousStatus: 'IN_REVIEW', providerStatus: 'Said', verified: null },
    rejectionReason: 'PEP',
  });
  const inReview = [started, opened, changed('IN_REVIEW')];
  given(kycSession, ...inReview)
    .when(report('APPROVED', { objection: 'PEP' }))
    .then(objected);
  given(kycSession, ...inReview, objected)
    .when(report('APPROVED', { objection: 'PEP' }))
    .nothing();
});

test('expires a forgotten session while it is open, and not after a new opening', () => {
  const forgotten = { type: 'ExpireForgotten', opening: opened.data, now: time(9) } as const;
  const expired = { status: 'EXPIRED', previousStatus: 'IN_PROGRESS', rejectionReason: 'FORGOTTEN' } as const;
  given(kycSession, started, opened, changed('IN_PROGRESS'))
    .when(forgotten)
    .then(event('KycSessionStatusChanged', { ...expired, providerStatus: null, verified: null }));
  given(kycSession, started, opened, changed('APPROVED')).when(forgotten).nothing();
  given(kycSession, started, opened, event('KycSessionOpened', { openedAt: time(20) }))
    .when(forgotten)
    .nothing();
});

test('reopens an expired session unless its provider lacks it', () => {
  const again = event('KycSessionOpened', { openedAt: time(20) });
  const reopen = { type: 'ReopenSession', opened: again.data } as const;
  const expired = (rejectionReason: 'START_FAILED' | 'FORGOTTEN' | null) =>
    event('KycSessionStatusChanged', { status: 'EXPIRED', rejectionReason });
  const pending = { status: 'PENDING', previousStatus: 'EXPIRED', rejectionReason: null } as const;
  const anew = { ...pending, providerStatus: null, verified: null, changedAt: time(20) };
  given(kycSession, started, opened, expired(null)).when(reopen).then(again, event('KycSessionStatusChanged', anew));
  given(kycSession, started, opened, expired('FORGOTTEN')).when(reopen).rejects('SESSION_ENDED');
  given(kycSession, started, expired('START_FAILED')).when(reopen).rejects('SESSION_ENDED');
  // The answer to the start came after its end.
  given(kycSession, started, expired('START_FAILED'), opened)
    .when(reopen)
    .then(again, event('KycSessionStatusChanged', anew));
});

test('expires a superseded session before its end, and not after it', () => {
  const superseded = { type: 'ExpireSuperseded', now: time(9) } as const;
  const expired = { status: 'EXPIRED', rejectionReason: null, providerStatus: null, verified: null } as const;
  given(kycSession, started, opened)
    .when(superseded)
    .then(event('KycSessionStatusChanged', { ...expired, previousStatus: 'PENDING' }));
  given(kycSession, started, opened, changed('IN_PROGRESS'))
    .when(superseded)
    .then(event('KycSessionStatusChanged', { ...expired, previousStatus: 'IN_PROGRESS' }));
  for (const status of ['IN_REVIEW', 'APPROVED', 'REJECTED', 'EXPIRED'] as const)
    given(kycSession, started, opened, changed(status)).when(superseded).nothing();
  given(kycSession).when(superseded).rejects('SESSION_NOT_FOUND');
});

test('records an erasure once, and rejects an unknown session with SESSION_NOT_FOUND', () => {
  const erase = { type: 'RecordErasure', now: time(90) } as const;
  given(kycSession, started).when(erase).then(event('KycDataErased'));
  given(kycSession, started, event('KycDataErased')).when(erase).nothing();
  given(kycSession).when(erase).rejects('SESSION_NOT_FOUND');
});
