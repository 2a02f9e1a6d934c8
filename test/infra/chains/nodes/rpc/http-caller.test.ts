import { connectHttp, type HttpCall, urlOf } from '../../../../../infra/chains/nodes/rpc/http-caller';
import { type FaultyServer, openFaultyServer, type ServedAnswer, type ServedRequest } from '../../served/faulty-server';

const KEY = 'a-very-secret-key';

let server: FaultyServer;
let answers: ServedAnswer[];
beforeEach(async () => {
  answers = [];
  server = await openFaultyServer(() => answers.shift() ?? { body: { ok: true } });
});
afterEach(() => server.close());

const asked: HttpCall = {
  method: 'GET',
  path: '/ledgers?limit=1',
  body: null,
  largestAnswerBytes: 1_000,
  name: 'ledgers',
};

const open = (waits: number[] = []) =>
  connectHttp({
    ...{ url: `${server.url}/v1/${KEY}?tag=a`, headers: { authorization: `Bearer ${KEY}` } },
    ...{ timeoutMs: 5_000, callsPerSecond: 1_000, clock: { now: () => 0, iso: () => '' } },
    wait: async (waitMs) => void waits.push(waitMs),
  });

const pathOf = ({ path }: ServedRequest): string => path;

test('adds the path and the query to those of the endpoint', () => {
  expect(urlOf('https://node.example/v1/key?tag=a', '/ledgers?limit=1')).toBe(
    'https://node.example/v1/key/ledgers?tag=a&limit=1',
  );
});

test('returns the body with its status, also for a refusal', async () => {
  answers = [{ status: 404, body: { title: 'Not found' } }];
  const { status, body } = await open().call(asked);
  expect([status, JSON.parse(body.toString())]).toEqual([404, { title: 'Not found' }]);
  expect(server.requests.map(pathOf)).toEqual([`/v1/${KEY}/ledgers?tag=a&limit=1`]);
});

test('sends the body of a POST', async () => {
  await open().call({ ...asked, method: 'POST', body: '{"a":1}' });
  expect(server.requests[0]).toMatchObject({ method: 'POST', body: '{"a":1}' });
});

test('retries after HTTP 500, three times at most', async () => {
  answers = [{ status: 500, body: '' }];
  expect((await open().call(asked)).status).toBe(200);
  answers = Array.from({ length: 9 }, () => ({ status: 500, body: '' }));
  await expect(open().call(asked)).rejects.toMatchObject({ name: 'NodeError', isPassing: true });
  expect(server.requests).toHaveLength(2 + 3);
});

test('waits for a short Retry-After', async () => {
  const waits: number[] = [];
  const caller = open(waits);
  server.fault = 'tooManyRequests';
  const calling = caller.call(asked);
  await expect(calling).rejects.toThrow('the node limits our requests (HTTP 429)');
  expect(waits).toContain(1_000);
});

test('names no key in an error', async () => {
  server.fault = 'dropConnections';
  const said = await open()
    .call(asked)
    .catch((error: unknown) => String(error));
  expect(said).toContain(' ledgers: ');
  expect(said).not.toContain(KEY);
});

test('reads no more bytes than the call needs', async () => {
  answers = [{ body: 'x'.repeat(2_000) }];
  await expect(open().call(asked)).rejects.toThrow('The answer is larger than 1000 bytes');
});
