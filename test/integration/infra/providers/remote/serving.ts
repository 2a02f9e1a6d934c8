import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../../../../commands/ports/clock';
import { type Ask, createAsk } from '../../../../../infra/providers/sandbox-remote/call';
import type { Served } from '../../../../../infra/providers/sandbox-remote/protocol';
import { createSandboxServer } from '../../../../../infra/providers/sandbox-remote/server';
import { silent } from '../../../../http/world';

export const SECRET = 'a-secret-of-the-sandbox';

const running = new Set<Server>();

/** On loopback; answers its base address. */
export const listening = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  running.add(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

export const closeServers = async (): Promise<void> => {
  for (const server of running) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  running.clear();
};

export const askingAt = (
  url: string,
  clock: Clock,
  secret = SECRET,
): Ask & { readonly troubles: readonly string[] } => {
  const troubles: string[] = [];
  const ask = createAsk({ url, secret, clock, onTrouble: (message) => void troubles.push(message) });
  return Object.assign(ask, { troubles });
};

/** The ports of simulators in this process, asked over a socket. */
export const askingOver = async (served: Served, clock: Clock): Promise<Ask> =>
  askingAt(await listening(createSandboxServer({ served, secrets: [SECRET], logger: silent })), clock);
