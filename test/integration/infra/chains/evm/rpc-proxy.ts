import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RpcCall {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** The proxy's answer in place of the node: a `result`, an `error`, or undefined to pass the call on. */
export type RpcAnswer =
  | { readonly result: unknown }
  | { readonly error: { code: number; message: string } }
  | undefined;

/** SILENCE: a node that never answers. */
export type ProxyAnswer = RpcAnswer | 'SILENCE';

export interface RpcProxy {
  readonly url: string;
  readonly calls: readonly RpcCall[];
  /** HTTP requests; a batch of calls is one. */
  readonly requests: () => number;
  readonly authorization: () => string | undefined;
  readonly stop: () => Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const forward = async (target: string, call: RpcCall): Promise<unknown> => {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(target, { method: 'POST', headers, body: JSON.stringify(call) })).json();
};

/** A node with scripted lies, lags and refusals, and else the node at `target`. */
export const rpcProxy = async (
  target: string,
  answer: (call: RpcCall) => ProxyAnswer | Promise<ProxyAnswer>,
): Promise<RpcProxy> => {
  const calls: RpcCall[] = [];
  let authorization: string | undefined;
  let requests = 0;
  const reply = async (call: RpcCall): Promise<unknown> => {
    calls.push(call);
    const own = await answer(call);
    if (own === 'SILENCE') return new Promise(() => undefined);
    return own === undefined ? forward(target, call) : { jsonrpc: '2.0', id: call.id, ...own };
  };
  const respond = async (request: IncomingMessage): Promise<string> => {
    authorization = request.headers.authorization;
    requests += 1;
    const parsed = JSON.parse(await bodyOf(request)) as RpcCall | RpcCall[];
    return JSON.stringify(Array.isArray(parsed) ? await Promise.all(parsed.map(reply)) : await reply(parsed));
  };
  const server = createServer((request, response) => {
    void respond(request).then(
      (body) => response.end(body),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return { url, calls, authorization: () => authorization, requests: () => requests, stop };
};
