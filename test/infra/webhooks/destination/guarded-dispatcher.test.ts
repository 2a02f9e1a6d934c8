import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Agent, request } from 'undici';
import { createAddressPolicy } from '../../../../infra/webhooks/destination/address-guard';
import { createGuardedDispatcher } from '../../../../infra/webhooks/destination/guarded-dispatcher';
import type { ResolveHost } from '../../../../infra/webhooks/destination/host-resolver';
import { type Answer, type Receiver, startReceiver } from '../../../stores/receiver';
import { CERTIFICATE, CERTIFICATE_KEY } from '../certificate';

const NOT_PUBLIC = 'blocked: hooks.example.com resolves to an address that is not public';

const open: Agent[] = [];
let canary: Receiver;

beforeAll(async () => {
  canary = await startReceiver();
});
afterAll(() => canary.stop());
afterEach(() => Promise.all(open.splice(0).map((dispatcher) => dispatcher.destroy())));

const guarded = (allowCidrs: readonly string[], resolveHost: ResolveHost) => {
  const policy = createAddressPolicy(allowCidrs);
  const options = { policy, resolveHost, connectTimeoutMs: 3_000, certificateAuthorities: [CERTIFICATE] };
  const dispatcher = createGuardedDispatcher(options);
  open.push(dispatcher);
  return dispatcher;
};

const answersOf = (...answers: readonly (readonly string[])[]) => {
  const left = [...answers];
  return jest.fn<Promise<readonly string[]>, [string]>(async () => left.shift() ?? []);
};

const dial = async (dispatcher: Agent, url: string) => {
  const answer = await request(url, { dispatcher, method: 'POST', body: 'canary' });
  await answer.body.dump();
  // The connection is free a turn after its answer has ended.
  await nextTurn();
  return answer.statusCode;
};

describe('A destination that is not public', () => {
  test.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '127.1',
    '0177.0.0.1',
    '0',
    '0.0.0.0',
    '①②⑦.⓪.⓪.①',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
  ])('gets no connection when the URL has the literal %s', async (host) => {
    const resolveHost = answersOf(['127.0.0.1']);
    for (const protocol of ['http', 'https']) {
      await expect(dial(guarded([], resolveHost), `${protocol}://${host}:${canary.port}/`)).rejects.toThrow(
        /^blocked: \S+ resolves to an address that is not public$/,
      );
    }
    expect([canary.connections(), resolveHost.mock.calls]).toEqual([0, []]);
  });

  test.each([
    ['one private address', ['127.0.0.1'], NOT_PUBLIC],
    ['a mapped one', ['::ffff:127.0.0.1'], NOT_PUBLIC],
    ['a private address behind public ones', ['1.1.1.1', '2606:4700::1111', '127.0.0.1'], NOT_PUBLIC],
    ['a private address before a public one', ['10.0.0.1', '1.1.1.1'], NOT_PUBLIC],
    ['something that is no address', ['localhost'], NOT_PUBLIC],
    ['nothing', [], 'blocked: hooks.example.com has no address'],
  ])('gets no connection when its name resolves to %s, and the error hides that address', async (_what, addresses, said) => {
    const dispatcher = guarded([], answersOf(addresses));
    const refusal = await dial(dispatcher, `https://hooks.example.com:${canary.port}/`).catch(
      (error: unknown) => error,
    );
    expect((refusal as Error).message).toBe(said);
    expect(canary.connections()).toBe(0);
  });

  it('is reported when a public address is used with another port or over http', async () => {
    for (const url of ['http://1.1.1.1/', 'https://1.1.1.1:8443/', 'http://1.1.1.1:443/']) {
      await expect(dial(guarded([], answersOf()), url)).rejects.toThrow('blocked: https on port 443 only');
    }
  });

  it('gets no connection when its name does not resolve', async () => {
    const dispatcher = guarded([], async () => Promise.reject(new Error('does not resolve')));
    await expect(dial(dispatcher, 'https://hooks.example.com/')).rejects.toThrow('does not resolve');
  });
});

/** Answers and hangs up, so that every request needs a connection of its own. */
const hangingUp: Answer = (response) => response.writeHead(200, { connection: 'close' }).end();

describe('Each new connection', () => {
  it('refuses a name that changed its address between two connections', async () => {
    const receiver = await startReceiver(hangingUp);
    const resolveHost = answersOf(['127.0.0.1'], ['10.0.0.1', '127.0.0.1'], ['127.0.0.1']);
    const dispatcher = guarded(['127.0.0.1/32'], resolveHost);
    const url = `http://hooks.example.com:${receiver.port}/`;
    expect(await dial(dispatcher, url)).toBe(200);
    await expect(dial(dispatcher, url)).rejects.toThrow(NOT_PUBLIC);
    expect(receiver.connections()).toBe(1);
    expect(await dial(dispatcher, url)).toBe(200);
    expect([receiver.connections(), resolveHost.mock.calls.length]).toEqual([2, 3]);
    await receiver.stop();
  });

  it('keeps the checked address for all its requests, after a change of the name too', async () => {
    const receiver = await startReceiver();
    const resolveHost = answersOf(['127.0.0.1'], ['10.0.0.1']);
    const dispatcher = guarded(['127.0.0.1/32'], resolveHost);
    const url = `http://hooks.example.com:${receiver.port}/`;
    for (let count = 0; count < 5; count += 1) expect(await dial(dispatcher, url)).toBe(200);
    expect([receiver.connections(), resolveHost.mock.calls.length]).toEqual([1, 1]);
    await receiver.stop();
  });

  it('resolves the name again after a hundred requests, on a busy connection too', async () => {
    const receiver = await startReceiver();
    const resolveHost = answersOf(['127.0.0.1'], ['10.0.0.1']);
    const dispatcher = guarded(['127.0.0.1/32'], resolveHost);
    const url = `http://hooks.example.com:${receiver.port}/`;
    const dialMany = async () => {
      for (let count = 0; count < 200; count += 1) await dial(dispatcher, url);
    };
    await expect(dialMany()).rejects.toThrow(NOT_PUBLIC);
    // The one under way when the count is full is still answered.
    expect([receiver.connections(), receiver.received.length]).toEqual([1, 101]);
    await receiver.stop();
  });

  it('never carries requests for another name with the same address', async () => {
    const receiver = await startReceiver();
    const resolveHost = answersOf(['127.0.0.1'], ['10.0.0.1']);
    const dispatcher = guarded(['127.0.0.1/32'], resolveHost);
    expect(await dial(dispatcher, `http://hooks.example.com:${receiver.port}/`)).toBe(200);
    await expect(dial(dispatcher, `http://other.example.com:${receiver.port}/`)).rejects.toThrow(
      'an address that is not public',
    );
    await receiver.stop();
  });

  it('resolves the name once and uses exactly the checked addresses', async () => {
    const receiver = await startReceiver();
    // The second answer, which must never be used, would lead to no listener.
    const resolveHost = answersOf(['127.0.0.1'], ['127.0.0.2']);
    const url = `http://no-such-name.example.com:${receiver.port}/hook`;
    expect(await dial(guarded(['127.0.0.0/8'], resolveHost), url)).toBe(200);
    expect(resolveHost.mock.calls).toEqual([['no-such-name.example.com']]);
    expect(receiver.received[0]?.headers.host).toBe(`no-such-name.example.com:${receiver.port}`);
    await receiver.stop();
  });

  it('uses the next address when the first one does not answer', async () => {
    const receiver = await startReceiver();
    const dispatcher = guarded(['127.0.0.0/8', '::1/128'], answersOf(['::1', '127.0.0.1']));
    expect(await dial(dispatcher, `http://hooks.example.com:${receiver.port}/`)).toBe(200);
    await receiver.stop();
  });

  it('uses no proxy', async () => {
    const receiver = await startReceiver();
    process.env['HTTP_PROXY'] = canary.url;
    process.env['http_proxy'] = canary.url;
    expect(await dial(guarded(['127.0.0.1'], answersOf()), receiver.url)).toBe(200);
    delete process.env['HTTP_PROXY'];
    delete process.env['http_proxy'];
    expect(canary.connections()).toBe(0);
    await receiver.stop();
  });
});

describe('The certificate of a destination', () => {
  const serverNames: unknown[] = [];
  let server: Server;
  let port: number;

  beforeAll(async () => {
    server = createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (incoming, response) => {
      serverNames.push('servername' in incoming.socket ? incoming.socket.servername : null);
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    server.close();
    await once(server, 'close');
  });

  it('is accepted for the host name, which SNI names', async () => {
    const dispatcher = guarded(['127.0.0.1'], answersOf(['127.0.0.1']));
    expect(await dial(dispatcher, `https://hooks.example.com:${port}/`)).toBe(200);
    expect(serverNames).toEqual(['hooks.example.com']);
  });

  it.each(['https://other.example.com', 'https://127.0.0.1'])('is refused for %s', async (origin) => {
    const dispatcher = guarded(['127.0.0.1'], answersOf(['127.0.0.1']));
    await expect(dial(dispatcher, `${origin}:${port}/`)).rejects.toThrow(/does not match certificate/);
  });
});
