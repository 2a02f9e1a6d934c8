import request from 'supertest';
import openapi from '../../../src/http/generated/ops-openapi.json';
import type { OpsPayments } from '../../../src/http/ops/payments/list.dto';
import type { OpsTimeline } from '../../../src/http/ops/payments/timeline.dto';
import type { OpsHits } from '../../../src/http/ops/search/search.dto';
import { expectInvalid, expectProblem } from '../expect-problem';
import { documentOf, jsonOf } from '../public/document';
import type { Partner, User } from '../world';
import { cashoutTo, chargedCashin, knownUser } from './known-user';
import { type OpsWorld, openOpsWorld } from './ops-world';

const { api, faultsOf } = documentOf(openapi);

const TXID = `0x${'7c'.repeat(32)}`;

let ops: OpsWorld;
let partner: Partner;
let user: User;
let cashout: string;
let cashin: string;

beforeAll(async () => {
  ops = await openOpsWorld();
  ({ partner, user } = await knownUser(ops.world, 'customer-17'));
  cashout = await cashoutTo(ops.world, user, 'payee@exemplo.com', TXID);
  cashin = await chargedCashin(ops.world, user);
});
afterAll(() => ops.close());

const get = (path: string) =>
  request(ops.app)
    .get(`/ops/v1/${path}`)
    .set({ Authorization: `Bearer ${ops.people.viewer.operatorKey}` });

const expectDocumented = (path: string, body: unknown): void => {
  const answer = api.paths[path]?.['get']?.responses['200'];
  const schema = answer === undefined ? undefined : jsonOf(answer)?.schema;
  expect([path, schema === undefined ? ['no schema'] : faultsOf(schema, body)]).toEqual([path, []]);
};

describe('the list of payments', () => {
  const list = async (query: string): Promise<OpsPayments> => (await get(`payments?mode=sandbox${query}`)).body;
  const idsOf = async (query: string) => (await list(query)).data.map(({ id }) => id);

  it('shows payments of every kind, newest first, by any filter', async () => {
    const all = await list('');
    expectDocumented('/ops/v1/payments', all);
    expect(all.data.map(({ id }) => id).sort()).toEqual([cashin, cashout].sort());
    expect(await idsOf('&kind=CASHIN')).toEqual([cashin]);
    expect(await idsOf(`&method=PIX_KEY&partnerId=${partner.partnerId}`)).toEqual([cashout]);
    expect(await idsOf('&held=true')).toEqual([]);
    expect(all.data.find(({ id }) => id === cashout)).toMatchObject({ kind: 'CASHOUT', status: 'COMPLETED' });
  });

  it('continues after the last payment of a page', async () => {
    const first = await list('&limit=1');
    const second = await list(`&limit=1&cursor=${first.meta.nextCursor}`);
    expect([first.meta.hasMore, second.meta.hasMore]).toEqual([true, false]);
    expect(
      first.data
        .concat(second.data)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([cashin, cashout].sort());
  });

  it.each([
    ['a mode that is missing', 'payments', 'mode'],
    ['a limit of 0', 'payments?mode=sandbox&limit=0', 'limit'],
    ['an unknown filter', 'payments?mode=sandbox&colour=red', 'colour'],
    ['a kind that is none', 'payments?mode=sandbox&kind=LOAN', 'kind'],
    ['a time that is none', 'payments?mode=sandbox&createdFrom=yesterday', 'createdFrom'],
    ['a cursor that is no payment', 'payments?mode=sandbox&cursor=none', 'cursor'],
    ['a cursor of the other mode', 'payments?mode=live&cursor=CASHOUT', 'cursor'],
  ])('refuses %s', async (_what, path, field) => expectInvalid(await get(path.replace('CASHOUT', cashout)), [field]));
});

describe('the search', () => {
  const hitsOf = async (text: string): Promise<OpsHits> =>
    (await get(`search?q=${encodeURIComponent(text)}`)).body.data as OpsHits;

  it.each<[string, () => string, string]>([
    ['the beginning of an id', () => cashout.slice(0, 20), 'ID'],
    ['a transaction', () => TXID, 'TRANSACTION'],
    ['a transaction in capitals', () => TXID.toUpperCase().replace('0X', '0x'), 'TRANSACTION'],
  ])('finds a payment by %s', async (_what, text, by) => {
    const { hits } = await hitsOf(text());
    expect(hits).toContainEqual(expect.objectContaining({ kind: 'CASHOUT', id: cashout, status: 'COMPLETED', by }));
  });

  it('finds a payment by its end-to-end id, its payer by the external id, a partner by its name', async () => {
    const { body } = await get(`payments/${cashout}`);
    const { endToEndId } = (body as { data: { moneyOut: readonly [{ endToEndId: string }] } }).data.moneyOut[0];
    expect((await hitsOf(endToEndId)).hits).toMatchObject([{ id: cashout, by: 'END_TO_END_ID' }]);
    expect((await hitsOf('customer-17')).hits).toMatchObject([{ kind: 'USER', id: user.userId, by: 'EXTERNAL_ID' }]);
    const { data } = (await get(`payments/${cashout}`)).body as { data: { partner: { name: string } } };
    expect((await hitsOf(data.partner.name.toUpperCase())).hits).toContainEqual(
      expect.objectContaining({ kind: 'PARTNER', id: partner.partnerId, by: 'NAME' }),
    );
  });

  it('answers in the documented shape, and finds no payment for an unknown text', async () => {
    const { body } = await get('search?q=nothing-is-called-so');
    expectDocumented('/ops/v1/search', body);
    expect(body.data).toEqual({ hits: [], hasMore: false });
  });

  it.each([
    ['two characters', 'ab'],
    ['spaces', '     '],
    ['10 kB', 'a'.repeat(10_000)],
    ['a CPF', '529.982.247-25'],
    ['a CPF without points', '52998224725'],
    ['a CNPJ', '19.131.243/0001-97'],
    ['an e-mail', 'maria@exemplo.com'],
  ])('refuses %s', async (_what, text) => expectInvalid(await get(`search?q=${encodeURIComponent(text)}`), ['q']));
});

describe('news about a payment', () => {
  const newsAfter = async (after: string, about = cashout) =>
    (await get(`live?after=${after}&about=${about}`)).body.data as { isChanged: boolean; knownTo: string };

  it('shows the events after a position, and none after the last event', async () => {
    const { body } = await get(`live?after=-1&about=${cashout}`);
    expectDocumented('/ops/v1/live', body);
    expect(body.data.isChanged).toBe(true);
    const { data } = (await get(`payments/${cashout}/timeline?order=newest&limit=1`)).body as OpsTimeline;
    expect(await newsAfter(data[0]!.position)).toMatchObject({ isChanged: false });
  });

  it('refuses an invalid position, and an unknown payment', async () => {
    expectInvalid(await get(`live?after=now&about=${cashout}`), ['after']);
    expectProblem(await get('live?after=1&about=none'), 404, 'PAYMENT_NOT_FOUND');
  });
});
