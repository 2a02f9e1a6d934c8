import { once } from 'node:events';
import { createRateLimits } from '../../../infra/http/rate-limits';
import { MOST_CONNECTIONS } from '../../../src/http/server';
import { NO_LIMITS } from '../../doubles/limits';
import { type Listening, listen } from '../over-socket';
import { createWorld, type HttpWorld } from '../world';

let world: HttpWorld;
let http: Listening;

beforeAll(async () => {
  world = await createWorld();
  http = await listen(world.appWith({ limits: createRateLimits({ ...NO_LIMITS, ip: 2 }) }));
});
afterAll(async () => {
  http.close();
  await world.close();
});

const GET = 'GET /api/v1/accepted-cryptos HTTP/1.1\r\nHost: localhost\r\n\r\n';

test('closes the connection of a caller after 429, and keeps all others', async () => {
  const socket = http.connection().setEncoding('utf8');
  let said = '';
  socket.on('data', (text: string) => {
    said += text;
  });
  const ended = once(socket, 'end');
  socket.write(GET.repeat(4));
  await ended;
  const answers = said
    .split(/(?=HTTP\/1\.1 )/)
    .map((answer) => [
      answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length),
      /^Connection: (\S+)/im.exec(answer)?.[1],
    ]);
  expect(answers).toEqual([
    ['200', 'keep-alive'],
    ['200', 'keep-alive'],
    ['429', 'close'],
  ]);
});

test('keeps at most the configured number of connections open', async () => {
  expect([http.server.maxConnections, MOST_CONNECTIONS]).toEqual([10_000, 10_000]);
  http.server.maxConnections = 1;
  const first = http.connection();
  await once(first, 'connect');
  const second = http.connection();
  second.on('error', () => undefined);
  await once(second, 'close');
  expect(first.destroyed).toBe(false);
  http.server.maxConnections = MOST_CONNECTIONS;
  first.destroy();
});
