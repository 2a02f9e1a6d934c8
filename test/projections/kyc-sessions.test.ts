import { sealed, time } from '../../packages/testing/src/samples/sample-data';
import { recorded } from '../../packages/testing/src/samples/sample-events';
import { kycSessionsProjection } from '../../projections/kyc-sessions';
import { type KycSessionRow, kycSessions } from '../../read-models/users/kyc-sessions';
import { givenRows, row } from '../given';

const session: KycSessionRow = {
  session_id: 's1',
  partner_id: 'p1',
  mode: 'sandbox',
  user_id: 'u1',
  session_number: 1,
  person_type: 'PF',
  provider: 'sandbox',
  status: 'PENDING',
  document_masked: '***.***.***-35',
  external_user_id: { ...sealed('u1') },
  web_view_url: null,
  rejection_reason: null,
  created_at: time(0),
  updated_at: time(0),
  completed_at: null,
  synced_at: null,
  status_revision: 0,
  followed_revision: -1,
  status_event_id: 'id-KycSessionStarted',
  data_erased_at: null,
};

const given = () => givenRows(kycSessionsProjection, row(kycSessions, session));
const then = (columns: Partial<KycSessionRow>) => row(kycSessions, { ...session, ...columns });

test('KycSessionStarted makes a session that the user does not follow yet', () =>
  givenRows(kycSessionsProjection).when(recorded('KycSessionStarted')).thenRows(then({})));

test('KycSessionOpened stores the link', () =>
  given()
    .when(recorded('KycSessionOpened'))
    .thenRows(then({ web_view_url: { ...sealed('u1') }, updated_at: time(1), synced_at: time(1) })));

test('KycSessionStatusChanged makes a change that the user must follow, and ends a session', () => {
  const changed = {
    updated_at: time(9),
    synced_at: time(9),
    status_revision: 2,
    status_event_id: 'id-KycSessionStatusChanged',
  };
  given()
    .when(recorded('KycSessionStatusChanged', {}, { revision: 2 }))
    .thenRows(then({ ...changed, status: 'APPROVED', completed_at: time(9) }));
  given()
    .when(recorded('KycSessionStatusChanged', { status: 'IN_REVIEW', rejectionReason: 'PEP' }, { revision: 2 }))
    .thenRows(then({ ...changed, status: 'IN_REVIEW', rejection_reason: 'PEP' }));
});

test('KycSessionStatusChanged by our own decision is no answer of the provider', () =>
  given()
    .when(recorded('KycSessionStatusChanged', { status: 'EXPIRED', providerStatus: null }, { revision: 2 }))
    .thenRows(
      then({
        ...{ status: 'EXPIRED', completed_at: time(9), updated_at: time(9) },
        ...{ status_revision: 2, status_event_id: 'id-KycSessionStatusChanged' },
      }),
    ));

test('KycSessionFollowed records how far the user follows', () =>
  given()
    .when(recorded('KycSessionFollowed'))
    .thenRows(then({ followed_revision: 2 })));

test('KycSessionFollowed of an older status that comes late changes no row', () => {
  const followed = then({ status_revision: 4, followed_revision: 4 });
  givenRows(kycSessionsProjection, followed).when(recorded('KycSessionFollowed')).thenRows(followed);
});

test('KycDataErased records when the provider erased the data', () =>
  given()
    .when(recorded('KycDataErased'))
    .thenRows(then({ data_erased_at: time(90) })));

test.each([
  ...(['UserRegistered', 'WalletLinked', 'WalletChanged', 'ExternalIdChanged', 'KycStatusChanged'] as const),
  ...(['UserBlocked', 'UserUnblocked', 'PersonalDataOpened', 'SubjectErased', 'FiscalKeyDestroyed'] as const),
])('%s changes no row', (type) => given().when(recorded(type)).unchanged());
