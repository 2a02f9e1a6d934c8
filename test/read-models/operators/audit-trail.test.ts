import { memoHashOf } from '../../../aggregates/deposit/matching';
import type { Recorded } from '../../../aggregates/events';
import { memoryRows, rowAfter } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { event, metadata, recordAll } from '../../../packages/testing/src/samples/sample-events';
import { auditTrailProjection } from '../../../projections/audit-trail';
import { depositsProjection } from '../../../projections/deposits';
import { webhookOutboxProjection } from '../../../projections/webhook-outbox';
import { deposits } from '../../../read-models/matching/deposits';
import {
  type AuditPlace,
  auditTrail,
  findAuditPlace,
  findLastOfType,
  findStreams,
  listEventsAbout,
} from '../../../read-models/operators/audit-trail';
import type { Query } from '../../../read-models/table';
import { webhookOutbox } from '../../../read-models/webhooks/webhook-outbox';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

const PAGE = { limit: 100, after: null };
const payment = (intentId: string) => ({ streams: [`cashout-${intentId}`], ids: [intentId] });

const remember = (events: readonly Recorded[]) =>
  models.store(...events.map((each) => row(auditTrail, rowAfter(auditTrailProjection, auditTrail, each))));

test('lists every event of a payment in order: quote, intent, deposits and outcomes of webhooks', async () => {
  const other = { intentId: 'cid2', quoteId: 'q2' };
  const history = recordAll([
    event('UserRegistered'),
    event('QuoteIssued'),
    event('QuoteIssued', other),
    event('CashoutIntentCreated'),
    event('CashoutIntentCreated', other),
    event('DepositObserved'),
    event('DepositObserved', { depositId: 'ethereum:0xd9:0' }),
    event('DepositFinalised'),
    event('DepositClaimed'),
    event('DepositAccepted'),
    event('DepositMatched'),
  ]);
  const accepted = history.find(({ type }) => type === 'DepositAccepted')!;
  const told = rowAfter(webhookOutboxProjection, webhookOutbox, accepted);
  const outcomes = recordAll([event('WebhookDelivered', { deliveryId: told.delivery_id }), event('WebhookDelivered')]);
  const later = outcomes.map((outcome, index) => ({
    ...outcome,
    id: `later-${index}`,
    position: { commit: BigInt(100 + index), prepare: 0n },
  }));
  await remember([...history, ...later]);
  await models.store(row(webhookOutbox, told));

  const listed = await listEventsAbout(models.query, payment('cid1'), PAGE);
  expect(listed.map(({ type }) => type)).toEqual([
    'QuoteIssued',
    'CashoutIntentCreated',
    'DepositObserved',
    'DepositFinalised',
    'DepositClaimed',
    'DepositAccepted',
    'DepositMatched',
    'WebhookDelivered',
  ]);
  expect(listed[0]).toEqual(rowAfter(auditTrailProjection, auditTrail, history[1]!));
});

describe('the list of a payment', () => {
  const typesAbout = async (id = 'cid1') =>
    (await listEventsAbout(models.query, payment(id), PAGE)).map(({ type, deposit_id: deposit, actor_id: actor }) =>
      [type, deposit ?? actor].join(' '),
    );
  const depositRows = (...events: readonly Recorded[]) => {
    const rows = memoryRows(depositsProjection);
    events.forEach(rows.apply);
    return models.store(...rows.all(deposits).map((each) => row(deposits, each)));
  };
  const at = (depositId: string, memos: readonly string[]) => ({ depositId, memos });
  const hashed = `sha256:${memoHashOf('lastro:cid1')}`;

  test.each([
    ['refused', ['lastro:cid1'], ['DepositFinalised', 'DepositUnmatched']],
    ['refused with two memos', ['lastro:cid2', 'lastro:cid1'], ['DepositFinalised', 'DepositUnmatched']],
    ['refused with the hash of its memo', [hashed], ['DepositFinalised', 'DepositUnmatched']],
    ['reverted', ['lastro:cid1'], ['DepositObserved', 'DepositReverted']],
    ['not final yet', ['lastro:cid1'], ['DepositObserved']],
  ] as const)('has every event of a deposit that names it and is %s', async (_case, memos, types) => {
    const named = types.map((type) => event(type, at('ethereum:0xd7:0', memos)));
    const other = types.map((type) => event(type, at('ethereum:0xd8:0', ['lastro:cid9'])));
    const history = recordAll([event('CashoutIntentCreated'), ...named, ...other]);
    await remember(history);
    await depositRows(...history);
    expect(await typesAbout()).toEqual([
      'CashoutIntentCreated payouts',
      ...types.map((type) => `${type} ethereum:0xd7:0`),
    ]);
  });

  test('has the KYC decision before it, with its cause and its actor', async () => {
    const actors = ['sys', 'early', 'provider', 'ana', 'u1', 'late'];
    const history = recordAll(
      [
        ...[event('UserRegistered'), event('KycStatusChanged', { status: 'SUBMITTED' })],
        ...[event('KycSessionStatusChanged'), event('KycStatusChanged'), event('CashoutIntentCreated')],
        event('KycStatusChanged', { status: 'REJECTED' }),
      ],
      (index) =>
        metadata({ actor: { kind: 'operator', id: actors[index]! }, ...(index === 3 ? { $causationId: 'id2' } : {}) }),
    );
    await remember(history.map((each, index) => ({ ...each, id: `id${index}` })));
    expect(await typesAbout()).toEqual([
      'KycSessionStatusChanged provider',
      'KycStatusChanged ana',
      'CashoutIntentCreated u1',
    ]);
  });
});

test('lists no event of an unknown payment', async () => {
  expect(await listEventsAbout(models.query, payment('cid9'), PAGE)).toEqual([]);
});

describe('the list of an id', () => {
  const typesAbout = async (asked: Parameters<typeof listEventsAbout>[1], page = PAGE) =>
    (await listEventsAbout(models.query, asked, page)).map(({ type }) => type);

  test('has the operator, time and reason of a KYC decision', async () => {
    const decided = { ...metadata(), actor: { kind: 'operator', id: 'ana' } as const, reason: 'documents seen' };
    await remember(
      recordAll(
        [event('UserRegistered'), event('UserRegistered', { userId: 'u2' }), event('KycStatusChanged')],
        () => decided,
      ),
    );
    const [, approval] = await listEventsAbout(models.query, { streams: ['user-u1'], ids: ['u1'] }, PAGE);
    expect(approval).toMatchObject({ type: 'KycStatusChanged', actor_id: 'ana', reason: 'documents seen' });
    expect(await findLastOfType(models.query, 'user-u1', 'KycStatusChanged')).toEqual(approval);
    expect(await findLastOfType(models.query, 'user-u2', 'KycStatusChanged')).toBeNull();
  });

  test('has events of other streams about a deposit', async () => {
    await remember(recordAll([event('DepositObserved'), event('DepositAccepted'), event('UserRegistered')]));
    const { depositId } = event('DepositObserved').data;
    const asked = { streams: [`deposit-${depositId}`], ids: [depositId] };
    expect(await typesAbout(asked)).toEqual(['DepositObserved', 'DepositAccepted']);
  });

  test('is paged, with each event once', async () => {
    const kinds = [event('UserRegistered'), event('UserBlocked'), event('UserUnblocked'), event('UserBlocked')];
    await remember(recordAll(kinds));
    const seen: string[] = [];
    for (let after: AuditPlace | null = null; ; ) {
      const [next] = await listEventsAbout(models.query, { streams: ['user-u1'], ids: [] }, { limit: 1, after });
      if (next === undefined) break;
      seen.push(next.type);
      after = await findAuditPlace(models.query, next.event_id);
    }
    expect(seen).toEqual(kinds.map(({ type }) => type));
    expect(await findAuditPlace(models.query, 'nothing')).toBeNull();
  });
});

describe('the beginning of a name in the search for streams', () => {
  const find = async (beginnings: readonly string[], limit = 100, after: string | null = null) =>
    (await findStreams(models.query, beginnings, { limit, after })).map(({ stream }) => stream);
  const users = ['ab', 'abc', 'abd', 'b%', 'b_', 'Ab', 'abç'].map((userId) => event('UserRegistered', { userId }));
  beforeEach(() => remember(recordAll([...users, event('UserBlocked', { userId: 'abc' }), event('LinkCreated')])));

  test.each([
    [['user-ab'], ['user-ab', 'user-abc', 'user-abd', 'user-abç']],
    [['user-abc', 'partner-abc'], ['user-abc']],
    [['user-b%'], ['user-b%']],
    [['user-b_'], ['user-b_']],
    [['user-x'], []],
  ])('%j', async (beginnings, found) => {
    expect(await find(beginnings)).toEqual(found);
  });

  test('finds streams by an index at any length of the log', async () => {
    await models.query(
      `INSERT INTO lastro.audit_trail
         SELECT (jsonb_populate_record(NULL::lastro.audit_trail,
                   to_jsonb(t) || jsonb_build_object('event_id', 'e' || n, 'stream', 'cashout-' || n))).*
           FROM (SELECT * FROM lastro.audit_trail WHERE revision = 0 LIMIT 1) t, generate_series(1, 3000) n`,
      [],
    );
    await models.query('ANALYZE lastro.audit_trail', []);
    const plan: string[] = [];
    const explain: Query = async (text, values) => {
      const lines = await models.query<{ readonly 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
      plan.push(...lines.map((line) => line['QUERY PLAN']));
      return [];
    };
    await findStreams(explain, ['cashout-1', 'user-1'], { limit: 5, after: null });
    expect(plan.join('\n')).toContain('audit_trail_streams');
    expect(plan.join('\n')).not.toContain('Seq Scan');
  });
});
