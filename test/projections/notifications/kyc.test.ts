import { sealed, time } from '../../../packages/testing/src/samples/sample-data';
import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { deliveryIdOf } from '../../../projections/notifications';
import { webhookOutboxProjection } from '../../../projections/webhook-outbox';
import { outboxDestinations } from '../../../read-models/webhooks/outbox-destinations';
import { bodyWith, type WebhookOutboxRow, webhookOutbox } from '../../../read-models/webhooks/webhook-outbox';
import { givenRows, row } from '../../given';

const destination = { owner: 'p1:sandbox', url: 'https://partner.example/hook', events: [] };
const given = () => givenRows(webhookOutboxProjection, row(outboxDestinations, destination));
const place = { revision: 4, position: { commit: 70n, prepare: 71n } };
const kyc = { externalUserId: null, type: 'PF', provider: 'sandbox' };

const told = (type: string, event: string, status: string, data: object): WebhookOutboxRow => {
  const id = deliveryIdOf(`id-${type}`);
  return {
    delivery_id: id,
    event_id: `id-${type}`,
    partner_id: 'p1',
    mode: 'sandbox',
    event,
    correlation_key: 's1',
    body: JSON.stringify({ id, event, sessionId: 's1', status, timestamp: time(500), sequence: 4, data }),
    destination_url: destination.url,
    status: 'PENDING',
    position_commit: '70',
    position_prepare: '71',
    created_at: time(500),
    finished_at: null,
    replays: 0,
    external_user_id: { ...sealed('u1') },
  };
};

const thenTold = (outbox: WebhookOutboxRow) => [row(outboxDestinations, destination), row(webhookOutbox, outbox)];

test('KycSessionStarted notifies KYC_PENDING, with null as the previous status', () => {
  const data = { ...kyc, status: 'PENDING', previousStatus: null, documentMasked: '***.***.***-35' };
  given()
    .when(recorded('KycSessionStarted', {}, place))
    .thenRows(...thenTold(told('KycSessionStarted', 'KYC_PENDING', 'PENDING', data)));
});

test('KycSessionStatusChanged notifies the status and its reason', () => {
  const why = { documentMasked: '***.***.***-35', rejectionReason: 'LIVENESS', completedAt: time(9) };
  const data = { ...kyc, status: 'REJECTED', previousStatus: 'PENDING', ...why };
  given()
    .when(recorded('KycSessionStatusChanged', { status: 'REJECTED', rejectionReason: 'LIVENESS' }, place))
    .thenRows(...thenTold(told('KycSessionStatusChanged', 'KYC_REJECTED', 'REJECTED', data)));
});

test('KycSessionStatusChanged of the reason alone notifies no partner', () =>
  given()
    .when(recorded('KycSessionStatusChanged', { status: 'IN_REVIEW', previousStatus: 'IN_REVIEW' }, place))
    .unchanged());

test('writes the external id into the data of the body and next to it', () => {
  const { body } = told('KycSessionStarted', 'KYC_PENDING', 'PENDING', { ...kyc, status: 'PENDING' });
  const sent = JSON.parse(bodyWith(body, 'a"na$&')) as { data: { externalUserId: string }; externalUserId: string };
  expect([sent.data.externalUserId, sent.externalUserId]).toEqual(['a"na$&', 'a"na$&']);
});
