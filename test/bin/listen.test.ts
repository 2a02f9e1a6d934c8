import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http';
import { listen } from '../../src/bin/listen';

const anywhere = { HOST: '127.0.0.1', PORT: 0 };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => agent.destroy());

const answerOf = (url: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response));
    }).once('error', reject);
  });

/** Answers when it is told to. */
const heldServer = () => {
  const held: (() => void)[] = [];
  let onRequest = (): void => undefined;
  const server: Server = createServer((_request, response) => {
    held.push(() => response.end('done'));
    onRequest();
  });
  const come = () =>
    new Promise<void>((resolve) => {
      onRequest = resolve;
    });
  const answerAll = () => {
    for (const answer of held.splice(0)) answer();
  };
  return { server, come, answerAll };
};

test('a request that is under way when the server stops is answered, and its connection ends', async () => {
  const { server, come, answerAll } = heldServer();
  const { url, stop } = await listen(server, anywhere);
  const hasCome = come();
  const answer = answerOf(url);
  await hasCome;
  const stopped = stop();
  answerAll();
  expect((await answer).headers.connection).toBe('close');
  await stopped;
});

test('who asks again on the same connection while the server stops is answered too', async () => {
  const { server, come, answerAll } = heldServer();
  const { url, stop } = await listen(server, anywhere);
  const first = come();
  const kept = answerOf(url);
  await first.then(answerAll);
  expect((await kept).headers.connection).toBe('keep-alive');
  const stopped = stop();
  const second = come();
  const again = answerOf(url);
  await second.then(answerAll);
  expect((await again).headers.connection).toBe('close');
  await stopped;
});

test('a port that is taken is named', async () => {
  const { url, stop } = await listen(createServer(), anywhere);
  const PORT = Number(new URL(url).port);
  await expect(listen(createServer(), { HOST: '127.0.0.1', PORT })).rejects.toThrow(`PORT ${PORT} of HOST 127.0.0.1`);
  await stop();
});

test('the URL is one that this machine reaches', async () => {
  for (const HOST of ['0.0.0.0', 'localhost']) {
    const { url, stop } = await listen(createServer(), { HOST, PORT: 0 });
    expect(url).toMatch(HOST === 'localhost' ? /^http:\/\/localhost:\d+$/ : /^http:\/\/127\.0\.0\.1:\d+$/);
    await stop();
  }
});
