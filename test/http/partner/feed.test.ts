import request from 'supertest';
import { expectInvalid } from '../expect-problem';
import { httpSuite } from '../suite';

const suite = httpSuite({ fresh: true });

const ME = '/api/v1/partners/me';
const asked = (method: 'get' | 'post', path: string, owner = suite.partner) =>
  request(suite.world.app)
    [method](`${ME}${path}`)
    .set({ Authorization: `Bearer ${owner.apiKey}` });
const register = () => asked('post', '/webhook-config').send({ url: 'https://partner.example/' });

const delivery = async (): Promise<string> => {
  const { body } = await asked('post', '/webhook-config/test');
  await suite.world.project();
  return body.data.deliveryId as string;
};

describe('the pull feed', () => {
  const idsOf = ({ body }: request.Response) =>
    (body.data as { readonly position: string }[]).map(({ position }) => position);

  it('lists every notification once, oldest first, sent or not, to any key of the partner', async () => {
    await register();
    const sent = [await delivery(), await delivery(), await delivery()];
    const all = await asked('get', '/events');
    expect(idsOf(all)).toEqual(sent);
    expect(all.body.data[0]).toEqual({
      ...{ position: sent[0], id: sent[0], event: 'WEBHOOK_TEST', status: 'TEST' },
      ...{ timestamp: expect.any(String), sequence: 0, data: { requestedAt: expect.any(String) } },
    });
    const first = await asked('get', '/events?limit=1');
    expect(first.body.meta).toEqual({ nextCursor: sent[0], hasMore: true });
    expect(idsOf(await asked('get', `/events?after=${first.body.meta.nextCursor}`))).toEqual(sent.slice(1));
    expect(idsOf(await asked('get', `/events?after=${sent[2]}`))).toEqual([]);
    expect(idsOf(await asked('get', '/events?after=0'))).toEqual(sent);
  });

  it.each([
    'x',
    '-1',
    '1-',
    '1.5',
    '123456789012345678901',
    'evt_aaaaaaaaaaaaaaaaaaaaaaaaaa',
  ])('refuses %s as unknown', async (after) => {
    expectInvalid(await asked('get', `/events?after=${after}`), ['after']);
  });

  it('refuses a notification of another partner or of the other mode as unknown', async () => {
    await register();
    const theirs = await delivery();
    for (const other of [await suite.world.partner(), await suite.world.partner('live')]) {
      expectInvalid(await asked('get', `/events?after=${theirs}`, other), ['after']);
    }
  });

  describe('a cursor of the first version, a position', () => {
    const positionsOf = async (ids: readonly string[]): Promise<readonly string[]> => {
      const text = 'SELECT position_commit AS at FROM lastro.webhook_outbox WHERE delivery_id = ANY($1) ORDER BY 1';
      return (await suite.world.pool.query<{ at: string }>(text, [ids])).rows.map(({ at }) => at);
    };
    const hold = (positionsHold: boolean) =>
      suite.world.pool.query('UPDATE lastro.feed_cursors SET positions_hold = $1', [positionsHold]);
    afterEach(() => hold(true));

    it('continues after that position, with or without an event of the partner', async () => {
      await register();
      const sent = [await delivery(), await delivery(), await delivery()];
      const [first = '', second = '', third = ''] = await positionsOf(sent);
      expect(idsOf(await asked('get', `/events?after=${first}`))).toEqual(sent.slice(1));
      expect(idsOf(await asked('get', `/events?after=${first}-${first}`))).toEqual(sent.slice(1));
      expect(idsOf(await asked('get', `/events?after=${BigInt(second) - 1n}`))).toEqual(sent.slice(1));
      expect(idsOf(await asked('get', `/events?after=${third}`))).toEqual([]);
      expect(idsOf(await asked('get', '/events?after=1'))).toEqual(sent);
    });

    it('lists a late notification, also when it is the only new one', async () => {
      await register();
      const sent = [await delivery(), await delivery(), await delivery()];
      const [first = '', second = ''] = await positionsOf(sent);
      // The last one happened before all others, and was applied after them.
      await suite.world.pool.query('UPDATE lastro.feed_places SET position_commit = 0 WHERE delivery_id = $1', [
        sent[2],
      ]);
      expect(idsOf(await asked('get', `/events?after=${first}`))).toEqual(sent.slice(1));
      expect(idsOf(await asked('get', `/events?after=${second}`))).toEqual(sent.slice(2));
      expect(idsOf(await asked('get', `/events?after=${BigInt(first) - 1n}`))).toEqual(sent);
    });

    it.each(['99999999999999999999', '9223372036854775808-1'])('lists no notification after %s', async (after) => {
      await register();
      await delivery();
      const answer = await asked('get', `/events?after=${after}`);
      expect([answer.status, answer.body.data]).toEqual([200, []]);
    });

    it('is refused with a reason once the ledger has moved to another store', async () => {
      await register();
      const sent = [await delivery(), await delivery()];
      await hold(false);
      const refused = await asked('get', '/events?after=18342');
      expectInvalid(refused, ['after']);
      expect(refused.body.error.fieldErrors.after).toMatch(/event store that the ledger has left; use the id/);
      expect(idsOf(await asked('get', `/events?after=${sent[0]}`))).toEqual(sent.slice(1));
      expect(idsOf(await asked('get', '/events?after=0'))).toEqual(sent);
    });
  });
});
