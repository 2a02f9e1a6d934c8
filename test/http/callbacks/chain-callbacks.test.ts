import request from 'supertest';
import { chainSource } from '../../../infra/callbacks/chain-source';
import { signedHeaders } from '../../../infra/callbacks/schemes/own';
import { expectProblem } from '../expect-problem';
import { type Listening, listen } from '../over-socket';
import { workOff } from '../user/pay-on-chain';
import { createWorld, type HttpWorld } from '../world';

const SECRETS = ['the newer secret of it', 'the older secret of it'] as const;

let world: HttpWorld;
let http: Listening;
const stored: number[] = [];

beforeAll(async () => {
  world = await createWorld();
  const sources = [chainSource('indexer', SECRETS, world.clock)];
  http = await listen(
    world.appWith({ callbacks: { ...world.deps.callbacks, sources, onStored: () => void stored.push(1) } }),
  );
});
beforeEach(async () => {
  stored.length = 0;
  await world.pool.query('TRUNCATE lastro.callbacks');
});
afterAll(async () => {
  http.close();
  await world.close();
});

const call = (said: object, secret: string = SECRETS[0]) => {
  const body = JSON.stringify(said);
  return request(http.server)
    .post('/webhooks/chain/indexer')
    .set({ 'content-type': 'application/json', ...signedHeaders(secret, Buffer.from(body), world.clock.now()) })
    .serialize((text: unknown) => text as string)
    .send(body);
};
const seen = (txHash: string) => ({ network: 'ethereum', txHash });
const keys = async () => {
  const { rows } = await world.pool.query<{ readonly hints: readonly { readonly key: string }[] }>(
    'SELECT hints FROM lastro.callbacks ORDER BY received_at',
  );
  return rows.flatMap(({ hints }) => hints.map(({ key }) => key));
};

describe('a callback of a chain source', () => {
  test('is stored once with its transactions, one or at most 100', async () => {
    for (const count of [1, 2])
      expect([count, (await call(seen('0xa1'), SECRETS[count - 1])).status]).toEqual([count, 200]);
    expect(await keys()).toEqual(['ethereum:0xa1']);
    const items = Array.from({ length: 101 }, (_, index) => seen(`0xb${index}`));
    expect((await call({ items })).status).toBe(200);
    expect([(await keys()).length, (await keys()).at(-1)]).toEqual([101, 'ethereum:0xb99']);
  });

  test.each([
    [{}],
    [{ items: [] }],
    [{ items: [null, 7, 'text', {}] }],
    [{ network: 'ethereum', txHash: 7 }],
  ])('is stored without work when it has no transaction: %j', async (said) => {
    expect((await call(said)).status).toBe(200);
    expect([await keys(), stored]).toEqual([[], []]);
  });

  test('is refused with 401 when another secret signed it, and with 413 above 1 MiB', async () => {
    expectProblem(await call(seen('0xa1'), 'somebody else'), 401, 'UNAUTHORIZED');
    expectProblem(await call({ ...seen('0xa1'), more: 'x'.repeat(1024 * 1024) }), 413, 'PAYLOAD_TOO_LARGE');
    expect(await keys()).toEqual([]);
  });

  test('becomes one hint of its network, without transactions that are not watched', async () => {
    const txHash = `0x${'5c'.repeat(32)}`;
    await call({ items: [seen(txHash), seen(txHash), seen('0xa1'), { network: 'base', txHash }] });
    await workOff(world, 0);
    const hints = await world.pool.query('SELECT network, txid, told_by, tries FROM lastro.chain_hints');
    expect(hints.rows).toEqual([{ network: 'ethereum', txid: txHash, told_by: 'chain/indexer', tries: 0 }]);
  });
});
