import { refusedDeposit } from '../../packages/testing/src/samples/refused-deposit';
import { time } from '../../packages/testing/src/samples/sample-data';
import { metadata, recorded } from '../../packages/testing/src/samples/sample-events';
import { deliveryIdOf } from '../../projections/notifications';
import { webhookOutboxProjection } from '../../projections/webhook-outbox';
import { type OutboxDestinationRow, outboxDestinations } from '../../read-models/webhooks/outbox-destinations';
import { type WebhookOutboxRow, webhookOutbox } from '../../read-models/webhooks/webhook-outbox';
import { type GivenRow, givenRows, row } from '../given';

const destination: OutboxDestinationRow = { owner: 'p1:sandbox', url: 'https://partner.example/hook', events: [] };
const place = { revision: 4, position: { commit: 70n, prepare: 71n } };
const unsent = (told: WebhookOutboxRow) => row(webhookOutbox, { ...told, status: 'UNSENT', destination_url: null });
const to = (columns: Partial<OutboxDestinationRow> = {}): GivenRow =>
  row(outboxDestinations, { ...destination, ...columns });
const given = (columns: Partial<OutboxDestinationRow> = {}) => givenRows(webhookOutboxProjection, to(columns));

describe('a deposit that does not pay the intent that it names', () => {
  const event_id = 'id-DepositUnmatched';
  const told: WebhookOutboxRow = {
    ...{ delivery_id: deliveryIdOf(event_id), event_id, partner_id: 'p1', mode: 'sandbox', event: 'DEPOSIT_UNMATCHED' },
    ...{ correlation_key: 'cid1', destination_url: destination.url, status: 'PENDING', external_user_id: null },
    ...{ position_commit: '70', position_prepare: '71', created_at: time(500), finished_at: null, replays: 0 },
    body: JSON.stringify({
      ...{ id: deliveryIdOf(event_id), event: 'DEPOSIT_UNMATCHED', intentId: 'cid1', status: 'UNMATCHED' },
      ...{ timestamp: time(500), sequence: 4 },
      data: {
        ...{ depositId: 'ethereum:0xd1:0', intentId: 'cid1', txHash: '0xd1', chain: 'ethereum', asset: 'USDC' },
        ...{ amount: '24', amountBaseUnits: '24000000', label: 'UNDERPAID' },
      },
    }),
  };
  const named = { events: ['DEPOSIT_UNMATCHED'] };
  const ofNobody = { ...place, metadata: metadata({ partnerId: null, mode: null }) };

  test('DepositUnmatched notifies DEPOSIT_UNMATCHED to the owner of the intent, when the filter names it', () => {
    given(named)
      .when(recorded('DepositUnmatched', {}, ofNobody))
      .thenRows(to(named), row(webhookOutbox, told));
    given()
      .when(recorded('DepositUnmatched', {}, ofNobody))
      .thenRows(to(), unsent(told));
  });
  test('DepositUnmatched of an asset that the catalog lacks has no decimal amount', () => {
    const { symbol: _symbol, decimals: _decimals, ...unknown } = refusedDeposit;
    const { rows } = given(named).when(recorded('DepositUnmatched', { refused: unknown }, ofNobody));
    const { data } = JSON.parse(rows.get(webhookOutbox, told.delivery_id)?.body ?? '{}');
    expect(data).toMatchObject({ asset: '0xcc', amountBaseUnits: '24000000' });
    expect(data).not.toHaveProperty('amount');
  });
  test('DepositUnmatched that names two intents notifies each owner once, with its own references', () => {
    const [first] = refusedDeposit.intents;
    const second = { intentId: 'cid2', partnerId: 'p2', mode: 'live', label: 'AMBIGUOUS', reference: 'r2' } as const;
    const refused = { ...refusedDeposit, intents: [first!, second] };
    const { rows } = given(named).when(recorded('DepositUnmatched', { refused }, ofNobody));
    const sent = rows.all(webhookOutbox).map(({ partner_id, mode, correlation_key, body }) => ({
      ...{ partner_id, mode, correlation_key, reference: JSON.parse(body).reference },
    }));
    expect(sent).toHaveLength(2);
    expect(sent).toEqual(
      expect.arrayContaining([
        { partner_id: 'p1', mode: 'sandbox', correlation_key: 'cid1', reference: undefined },
        { partner_id: 'p2', mode: 'live', correlation_key: 'cid2', reference: 'r2' },
      ]),
    );
  });
  test('DepositReleased notifies the same, with its label', () => {
    const refused = { ...refusedDeposit, intents: [{ ...refusedDeposit.intents[0]!, label: 'LATE' as const }] };
    const { rows } = given(named).when(recorded('DepositReleased', { refused }, ofNobody));
    expect(rows.all(webhookOutbox)).toMatchObject([{ event: 'DEPOSIT_UNMATCHED', correlation_key: 'cid1' }]);
  });
});

test.each([
  ...(['DepositObserved', 'DepositFinalised', 'DepositReverted', 'DepositClaimed', 'DepositMatched'] as const),
  ...([
    'DepositReleased',
    'DepositResolutionProposed',
    'DepositProposalWithdrawn',
    'DepositWrittenOff',
    'DepositRefunded',
  ] as const),
])('%s without a refused intent notifies no partner', (type) => given().when(recorded(type)).unchanged());
