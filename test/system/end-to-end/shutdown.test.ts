import { once } from 'node:events';
import { get } from 'node:http';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { NO_LIMITS } from '../../doubles/limits';
import { type Receiver, startReceiver } from '../../stores/receiver';
import { openIntent, registerApprovedUser, sendPayment } from './support/pay';
import { ask, demoKeyOf, type RunningProcess, startProgram, temporaryDataDir } from './support/run-service';

jest.setTimeout(360_000);

/** Begins a request whose body never comes: the service has it in flight until it cuts it off. */
const beginRequest = async ({ url }: RunningProcess, token: string): Promise<net.Socket> => {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const head = [`authorization: Bearer ${token}`, 'content-type: application/json', 'content-length: 100'];
  const lines = ['POST /api/v1/cashout/quote HTTP/1.1', `host: ${hostname}`, 'expect: 100-continue', ...head, '', '{'];
  socket.write(lines.join('\r\n'));
  // The service says that it goes on with the request.
  await once(socket, 'data');
  return socket;
};

/** Resolves when the service takes no connection any more: it has begun to stop. */
const refusesConnections = async ({ url }: RunningProcess): Promise<void> => {
  const { hostname, port } = new URL(url);
  for (;;) {
    const socket = net.connect(Number(port), hostname);
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (!isOpen) return;
  }
};

describe('A service at its stop', () => {
  const { dataDir, remove } = temporaryDataDir();
  const environment = { DATA_DIR: dataDir, WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' };
  let service: RunningProcess;
  let hanging: Receiver;

  beforeAll(async () => {
    hanging = await startReceiver(() => undefined);
    service = await startProgram('start', environment);
  });
  afterAll(async () => {
    await service.stop();
    await hanging.stop();
    remove();
  });

  test('pays nothing more at once, and exits with 0 in time despite running requests', async () => {
    const key = demoKeyOf(service);
    const { token } = await registerApprovedUser(service, key, 'user-1');
    const intent = await openIntent(service, token, { key: 'payee@loja.example', name: 'LOJA' });
    const webhooks = `${service.url}/api/v1/partners/me/webhook-config`;
    await ask(webhooks, { token: key, body: { url: hanging.url } });
    await ask(`${webhooks}/test`, { token: key, body: {} });
    await hanging.hasReceived(1);
    await beginRequest(service, token);
    const announced = service.stdout().length;
    service.child.kill('SIGTERM');
    await refusesConnections(service);
    await sendPayment(service, intent);
    expect([await service.exited, service.stdout().slice(announced)]).toEqual([0, expect.any(String)]);
    // The next process finds the payment untouched.
    service = await startProgram('start', environment);
    const url = `${service.url}/api/v1/cashout/intent/${intent.intentId}`;
    expect((await ask<{ status: string }>(url, { token })).body.data.status).toBe('PENDING');
  });
});

const EVERY_MS = 50;
const AT_ONCE = 10;

/** Sends a request on a new connection; resolves with its status, or the code of its error. */
const askAnew = (url: string): Promise<number | string> =>
  new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    }).once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });

/** Opens 200 connections a second until readiness says that there is no sense in it any more. */
const openUntilNotReady = async ({ url }: RunningProcess): Promise<readonly (number | string)[]> => {
  const asked: Promise<number | string>[] = [];
  let isReady = true;
  while (isReady) {
    for (let count = 0; count < AT_ONCE; count += 1) asked.push(askAnew(`${url}/api/v1/accepted-cryptos`));
    isReady = (await askAnew(`${url}/health/ready`)) !== 503;
    await pause(EVERY_MS);
  }
  return Promise.all(asked);
};

test('loses none of 200 new connections a second', async () => {
  const { dataDir, remove } = temporaryDataDir();
  const environment = { DATA_DIR: dataDir, DRAIN_MS: '5000', RATE_LIMITS: JSON.stringify(NO_LIMITS) };
  const service = await startProgram('start', environment);
  const opened = openUntilNotReady(service);
  await pause(EVERY_MS);
  service.child.kill('SIGTERM');
  expect(new Set(await opened)).toEqual(new Set([200]));
  expect(await service.exited).toBe(0);
  remove();
});
