import { once } from 'node:events';
import { Agent, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGate, type Gate } from '../../src/http/gate';
import { createHttpServer } from '../../src/http/server';

const MISSING = { eventStore: { ok: false, detail: 'not there yet' } };

let gate: Gate;
let server: Server;
// A single connection: a request that is not read to its end would spoil the next.
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

beforeEach(async () => {
  gate = createGate({ ids: { uuid: () => 'an-id' }, missing: () => MISSING }, 500);
  server = createHttpServer(gate.listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});
afterAll(() => agent.destroy());

const ask = async (path: string, method = 'GET', sent = '') => {
  const { port } = server.address() as AddressInfo;
  const asked = request({ port, host: '127.0.0.1', path, method, agent }).end(sent);
  const [response] = await once(asked, 'response');
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
};

test.each([
  '/health/live',
  '/api/v1/health/live',
  '/HEALTH/live/?probe=1',
  'http://any.example/health/live',
])('answers that the process is alive before it is ready: %s', async (path) => {
  const { status, body } = await ask(path);
  expect([status, body]).toEqual([200, { success: true, error: null, data: { status: 'UP' } }]);
});

test.each(['/health/ready', '/api/v1/health/ready'])('names the missing parts in readiness: %s', async (path) => {
  const { status, headers, body } = await ask(path);
  const refusal = { success: false, error: 'Not ready', code: 'SERVICE_UNAVAILABLE', requestId: 'an-id' };
  expect([status, headers['retry-after'], body]).toEqual([503, '2', { ...refusal, checks: MISSING }]);
});

test('reports the same in the health route, which always answers 200', async () => {
  const { status, body } = await ask('/health');
  expect([status, body.data]).toEqual([200, { status: 'DEGRADED', checks: MISSING }]);
});

test.each([
  ['GET', '/api/v1/users'],
  ['POST', '/api/v1/cashout/quote'],
  ['POST', '/health/live'],
  ['GET', '/no/such/route'],
  ['GET', '/health/live/further'],
])('refuses everything else with a retry time: %s %s', async (method, path) => {
  const { status, headers, body } = await ask(path, method);
  expect([status, headers['retry-after'], headers['x-request-id']]).toEqual([503, '2', 'an-id']);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(body).toEqual({
    ...{ success: false, code: 'SERVICE_UNAVAILABLE', requestId: 'an-id' },
    error: 'The service is starting: repeat the request',
  });
});

test('delays neither the sender of an unread body nor the next request', async () => {
  expect((await ask('/api/v1/users', 'POST', 'x'.repeat(3_000_000))).status).toBe(503);
  expect((await ask('/health/live')).status).toBe(200);
});

test('answers during the start by the gate or by the app, on the same connections', async () => {
  const asked: Promise<{ readonly status?: number }>[] = [];
  for (let count = 0; count < 200; count += 1) {
    asked.push(ask('/api/v1/users'));
    if (count === 100) await asked[50];
    if (count === 100) gate.open((_request, response) => response.writeHead(204).end());
  }
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect([...new Set(statuses)]).toEqual([503, 204]);
  expect((await ask('/health/live')).status).toBe(204);
});

/** An app that has one request and answers it on command. */
const appThatHolds = () => {
  const asked = new Promise<() => void>((resolve) => {
    gate.open((_request, response) => resolve(() => response.writeHead(204).end()));
  });
  return asked;
};

test('refuses new requests once it is closed, and waits for those that the app has accepted', async () => {
  const taken = appThatHolds();
  const answered = ask('/api/v1/users');
  const answer = await taken;
  let isShut = false;
  const shut = gate.shut().then(() => {
    isShut = true;
  });
  const { port } = server.address() as AddressInfo;
  const refused = await fetch(`http://127.0.0.1:${port}/api/v1/users`, { headers: { connection: 'close' } });
  expect([refused.status, isShut]).toEqual([503, false]);
  answer();
  expect((await answered).status).toBe(204);
  await shut;
});

test('ends the connections that the app does not answer when it is closed', async () => {
  const taken = appThatHolds();
  const answered = ask('/api/v1/users');
  await Promise.all([taken, expect(answered).rejects.toThrow(/socket hang up/), taken.then(() => gate.shut())]);
});

test('opens again after it was closed', async () => {
  await gate.shut();
  expect((await ask('/api/v1/users')).status).toBe(503);
  gate.open((_request, response) => response.writeHead(204).end());
  expect((await ask('/api/v1/users')).status).toBe(204);
});
