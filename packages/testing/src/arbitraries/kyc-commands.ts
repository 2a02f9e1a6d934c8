import fc from 'fast-check';
import type { KycSessionOpened, KycSessionStatus, RejectionReason } from '../../../../aggregates/kyc/events';
import type { KycSessionCommand, StatusReport } from '../../../../aggregates/kyc/kyc-session';
import { time } from '../samples/sample-data';
import { event } from '../samples/sample-events';
import { at, many } from './parts';

const STATUSES = ['PENDING', 'IN_PROGRESS', 'IN_REVIEW', 'APPROVED', 'APPROVED', 'REJECTED', 'EXPIRED'] as const;

/** The same few, so that a report may be of the opening that stands. */
const opened: fc.Arbitrary<KycSessionOpened> = fc
  .constantFrom(time(1), time(1), time(2))
  .map((openedAt) => event('KycSessionOpened', { openedAt }).data);

/** An approval alone meets objections. */
const report: fc.Arbitrary<StatusReport> = fc
  .tuple(
    fc.constantFrom<KycSessionStatus[]>(...STATUSES),
    fc.constantFrom<(RejectionReason | null)[]>(null, null, 'DATA_MISMATCH', 'SANCTIONS'),
  )
  .map(([status, objection]) => ({
    ...{ status, providerStatus: status, rejectionReason: null, verified: null },
    objection: status === 'APPROVED' ? objection : null,
  }));

const started = event('KycSessionStarted').data;

const START: KycSessionCommand = { type: 'StartSession', session: started };
const OPEN: KycSessionCommand = { type: 'OpenSession', opened: event('KycSessionOpened').data };

const kycCommands = many<KycSessionCommand>(
  fc.constant(START),
  fc.tuple(opened, fc.option(report)).map(([opening, said]) => ({
    ...{ type: 'OpenSession', opened: opening },
    ...(said === null ? {} : { report: said }),
  })),
  fc.tuple(report, opened, at).map(([said, opening, now]) => ({ type: 'ReportStatus', report: said, opening, now })),
  fc.record({
    type: fc.constantFrom(...(['FailStart', 'ExpireSuperseded', 'RecordErasure'] as const)),
    now: at,
  }),
  fc.tuple(opened, at).map(([opening, now]) => ({ type: 'ExpireForgotten', opening, now })),
  opened.map((opening) => ({ type: 'ReopenSession', opened: opening })),
);

export const kycSessionCommands: fc.Arbitrary<readonly KycSessionCommand[]> = fc
  .tuple(fc.constantFrom<readonly KycSessionCommand[]>([], [START], [START, OPEN]), kycCommands)
  .map(([opening, rest]) => [...opening, ...rest]);
