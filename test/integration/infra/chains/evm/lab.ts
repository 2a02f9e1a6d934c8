import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChainReader } from '../../../../../commands/ports/chains/chain-reader';
import { createEvmReader } from '../../../../../infra/chains/evm/reader';
import type { ChainReaderOptions } from '../../../../../infra/chains/reader-options';
import { type Anvil, anvil } from '../../../../stores/anvil';
import { type RpcAnswer, type RpcCall, type RpcProxy, rpcProxy } from './rpc-proxy';
import { optionsFor } from './scenario';

export const OTHER_HASH = `0x${'99'.repeat(32)}`;

/** A chain, and nodes in front of it with scripted faults; everything is stopped by itself. */
export interface EvmLab {
  readonly chain: () => Anvil;
  readonly token: () => string;
  /** An address of loopback without a listener. */
  readonly away: () => string;
  readonly readerOf: (changes?: Partial<ChainReaderOptions>) => ChainReader;
  readonly proxy: (answer: (call: RpcCall) => RpcAnswer) => Promise<RpcProxy>;
  /** A reader whose only node is such a proxy. */
  readonly behind: (answer: (call: RpcCall) => RpcAnswer) => Promise<ChainReader>;
  /** A server that need not even be a node; answers its URL. */
  readonly serve: (listener: RequestListener) => Promise<string>;
}

const closeServer = async (server: Server): Promise<void> => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
};

/** Call it inside `describe`. */
export const evmLab = (): EvmLab => {
  let chain: Anvil;
  let token: string;
  let away: string;
  const proxies: RpcProxy[] = [];
  const servers: Server[] = [];
  const readers: ChainReader[] = [];
  const readerOf: EvmLab['readerOf'] = (changes = {}) => {
    const reader = createEvmReader({ ...optionsFor(chain, [token]), ...changes });
    readers.push(reader);
    return reader;
  };
  const proxy: EvmLab['proxy'] = async (answer) => {
    const made = await rpcProxy(chain.url, answer);
    proxies.push(made);
    return made;
  };
  const serve: EvmLab['serve'] = async (listener) => {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  beforeAll(async () => {
    chain = await anvil();
    token = await chain.deployToken();
    const gone = await rpcProxy(chain.url, () => undefined);
    await gone.stop();
    away = gone.url;
  });
  afterEach(async () => {
    for (const reader of readers.splice(0)) await reader.close();
    for (const made of proxies.splice(0)) await made.stop();
    for (const server of servers.splice(0)) await closeServer(server);
  });
  afterAll(() => chain.stop());
  const behind: EvmLab['behind'] = async (answer) => readerOf({ rpcUrls: [(await proxy(answer)).url] });
  return { chain: () => chain, token: () => token, away: () => away, readerOf, proxy, behind, serve };
};
