import { once } from 'node:events';
import net from 'node:net';
import { type ChannelCredentials, guardCredentials } from '../../../../infra/event-store/client/sockets';

/** A server that never ends a connection itself, as a frozen one does not. */
const openDeafServer = async (): Promise<{ dial: () => Promise<net.Socket>; close: () => Promise<void> }> => {
  const sockets = new Set<net.Socket>();
  const server = net.createServer({ allowHalfOpen: true }, (socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const dial = async (): Promise<net.Socket> => {
    const socket = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { dial, close };
};

const credentials = (): ChannelCredentials => ({
  _createSecureConnector: () => ({ connect: async (socket) => socket, destroy: () => undefined }),
  _equals: () => true,
});

describe('the connections of one client', () => {
  let server: Awaited<ReturnType<typeof openDeafServer>>;
  beforeEach(async () => {
    server = await openDeafServer();
  });
  afterEach(() => server.close());

  test('end with the client, also those to a silent server, and no new one is opened', async () => {
    const guarded = credentials();
    const closeAll = guardCredentials(guarded);
    const connectors = [guarded._createSecureConnector(), guarded._createSecureConnector()];
    const sockets = [await server.dial(), await server.dial()];
    await Promise.all(sockets.map((socket, index) => connectors[index]!.connect(socket)));
    const ended = sockets.map((socket) => once(socket, 'close'));
    closeAll();
    await Promise.all(ended);
    await expect(connectors[0]!.connect(sockets[0]!)).rejects.toThrow('closed the connection');
    await expect(guarded._createSecureConnector().connect(sockets[0]!)).rejects.toThrow('closed the connection');
  });

  test('end with the channel that opened them, which opens no more; others stay', async () => {
    const guarded = credentials();
    const closeAll = guardCredentials(guarded);
    const [closed, open] = [guarded._createSecureConnector(), guarded._createSecureConnector()];
    const [one, other] = [await server.dial(), await server.dial()];
    await Promise.all([closed.connect(one), open.connect(other)]);
    const ended = once(one, 'close');
    closed.destroy();
    await ended;
    await expect(closed.connect(one)).rejects.toThrow('closed the connection');
    expect(other.destroyed).toBe(false);
    const last = once(other, 'close');
    closeAll();
    await last;
  });

  test('are shared with no other client', () => {
    const [one, other] = [credentials(), credentials()];
    guardCredentials(one);
    expect([one._equals(one), one._equals(other)]).toEqual([true, false]);
  });
});
