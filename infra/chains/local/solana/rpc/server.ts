import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SolanaLedger } from '../solana-ledger';
import { isRpcFailure, type RpcFailure, rpcFailure } from './failure';
import { answerTo } from './methods';

export type RpcAnswer = { readonly result: unknown } | { readonly error: RpcFailure };

/** Replaces an answer: another answer, a whole HTTP answer, or a cut connection. */
export type Override =
  | RpcAnswer
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body: string }
  | 'cut';

export type Intercept = (
  method: string,
  params: readonly unknown[],
  answer: () => RpcAnswer,
) => Override | undefined | Promise<Override | undefined>;

export interface ServedSolana {
  readonly url: string;
  readonly close: () => Promise<void>;
}

interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

const failureOf = (error: unknown): RpcFailure => {
  if (!isRpcFailure(error)) return { code: -32_602, message: `Invalid params: ${(error as Error).message}` };
  const { code, message, data } = error;
  return data === undefined ? { code, message } : { code, message, data };
};

const answerOf = (ledger: SolanaLedger, { method, params }: Call): RpcAnswer => {
  try {
    return { result: answerTo(ledger, method, params) };
  } catch (error) {
    return { error: failureOf(error) };
  }
};

const callOf = (value: unknown): Call => {
  const { id = null, method, params = [] } = (value ?? {}) as Partial<Call>;
  if (typeof method !== 'string' || !Array.isArray(params)) throw rpcFailure(-32_600, 'Invalid request');
  return { id, method, params };
};

const isHttp = (override: Override): override is Exclude<Override, RpcAnswer> =>
  override === 'cut' || 'status' in override;

const answerer =
  (ledger: SolanaLedger, intercept: Intercept) =>
  async (value: unknown): Promise<Override> => {
    const call = callOf(value);
    const answer = (): RpcAnswer => answerOf(ledger, call);
    const override = (await intercept(call.method, call.params, answer)) ?? answer();
    if (isHttp(override)) return override;
    const envelope = { jsonrpc: '2.0', ...override, id: call.id };
    return envelope;
  };

const reply = (response: ServerResponse, status: number, headers: Readonly<Record<string, string>>, body: string) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
};

const serve = async (
  answer: (value: unknown) => Promise<Override>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const asked: unknown = JSON.parse(await text(request));
  const answers = await Promise.all([asked].flat().map(answer));
  const override = answers.find(isHttp);
  if (override === 'cut') request.socket.destroy();
  else if (override !== undefined) reply(response, override.status, override.headers ?? {}, override.body);
  else reply(response, 200, {}, JSON.stringify(Array.isArray(asked) ? answers : answers[0]));
};

/** JSON-RPC of a Solana validator on loopback, batches too. `intercept` may falsify any answer. */
export const serveSolana = async (
  ledger: SolanaLedger,
  { port = 0, intercept = () => undefined }: { readonly port?: number; readonly intercept?: Intercept } = {},
): Promise<ServedSolana> => {
  const answer = answerer(ledger, intercept);
  const server = createServer((request, response) => {
    serve(answer, request, response).catch((error: unknown) => {
      reply(response, 400, {}, JSON.stringify({ jsonrpc: '2.0', id: null, error: failureOf(error) }));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${bound}`, close };
};
