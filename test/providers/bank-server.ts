import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TlsIdentity } from '../../infra/providers/http/dial';

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** Faults of the switchboard. AFTER: the request has had its effect. */
export type Fault =
  | 'RESET_BEFORE'
  | 'RESET_AFTER'
  | 'FAIL_BEFORE'
  | 'FAIL_AFTER'
  | 'DRIP'
  | 'BROKEN'
  | 'HTML'
  | 'DEEP'
  | 'UNKNOWN_STATUS'
  | 'UNKNOWN_FIELD'
  | 'NO_NUMBER'
  | 'ANOTHER_AMOUNT'
  | 'ANOTHER_KEY'
  | 'RATE_LIMITED'
  | 'NOT_FOUND'
  | 'EXPIRED_TOKEN';

export interface Served {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** A bank on loopback. */
export interface BankServer {
  readonly url: string;
  readonly served: Served[];
  /** Called before each request is worked on, with `<METHOD> <path>`. */
  onRequest: (line: string) => void;
  /** Changes the text of each answer. */
  rewrite: (answer: string) => string;
  /** Answers this with status 200 to whatever begins so; null ends that. */
  readonly say: (begin: string, text: string | null) => void;
  /** The next `times` requests whose `<METHOD> <path>$` begins so. */
  readonly arm: (fault: Fault, begin?: string, times?: number) => void;
  readonly disarm: () => void;
  readonly close: () => Promise<void>;
}

export interface Bank {
  /** Answers `<METHOD> <path>`. */
  readonly route: (line: string, body: Readonly<Record<string, unknown>>) => Reply;
  readonly isKnown: (headers: IncomingHttpHeaders, line: string, body: string) => boolean;
  /** Answered without an account. */
  readonly open?: Readonly<Record<string, object>>;
  readonly refusals: Partial<Readonly<Record<Fault, Reply>>>;
  /** Changes the text of an answer. */
  readonly lies: Partial<Readonly<Record<Fault, (answer: string) => string>>>;
}

const LIES: Bank['lies'] = {
  BROKEN: (answer) => answer.slice(0, -3),
  HTML: () => '<html>Bem-vindo</html>',
  DEEP: () => '['.repeat(1_000_000),
  UNKNOWN_STATUS: (answer) => answer.replaceAll(/"status":"[A-Z_]+"/g, '"status":"ON_THE_MOON"'),
  UNKNOWN_FIELD: (answer) => answer.replace('{', '{"news":{"at":1},'),
};

interface Armed {
  readonly fault: Fault;
  readonly begin: string;
  left: number;
}

const answer = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
};

type Ending = 'RESET' | 'DRIP' | (Pick<Reply, 'status'> & { readonly text: string });

const REFUSED_BY_EDGE: Ending = { status: 502, text: '<html>Bad gateway</html>' };

/** A body is JSON, or a form. */
const fieldsOf = (body: string): Readonly<Record<string, unknown>> =>
  body.startsWith('{')
    ? (JSON.parse(body) as Readonly<Record<string, unknown>>)
    : Object.fromEntries(new URLSearchParams(body));

const endingOf = ({ route, refusals, lies }: Bank, fault: Fault | null, line: string, body: string): Ending => {
  if (fault === 'RESET_BEFORE') return 'RESET';
  const refusal = fault === null ? undefined : refusals[fault];
  if (refusal !== undefined) return { status: refusal.status, text: JSON.stringify(refusal.body) };
  const reply = route(line, fieldsOf(body));
  if (fault === 'RESET_AFTER') return 'RESET';
  if (fault === 'FAIL_AFTER') return REFUSED_BY_EDGE;
  if (fault === 'DRIP') return 'DRIP';
  const lie = fault === null ? undefined : { ...LIES, ...lies }[fault];
  const text = JSON.stringify(reply.body);
  return { status: reply.status, text: lie === undefined ? text : lie(text) };
};

const end = ({ socket }: IncomingMessage, response: ServerResponse, ending: Ending): void => {
  if (ending === 'RESET') socket.destroy();
  else if (ending === 'DRIP') response.writeHead(200).write('{');
  else answer(response, ending.status, ending.text);
};

/** With an identity it speaks TLS, and only with those whom its authority has given a certificate. */
export const openBankServer = async (bank: Bank, identity?: TlsIdentity): Promise<BankServer> => {
  const [served, armed, said] = [[] as Served[], [] as Armed[], new Map<string, string>()];
  const faultOf = (line: string): Fault | null => {
    const found = armed.find(({ begin, left }) => left > 0 && `${line}$`.startsWith(begin));
    if (found === undefined) return null;
    found.left -= 1;
    return found.fault;
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '' } = request;
    const body = await text(request);
    served.push({ method, path, body });
    const line = `${method} ${path}`;
    const open = bank.open?.[path];
    if (open === undefined) server.onRequest(line);
    const scripted = [...said].find(([begin]) => line.startsWith(begin))?.[1];
    const told = open === undefined ? scripted : JSON.stringify(open);
    if (told !== undefined) return answer(response, 200, told);
    const ending = endingOf(
      bank,
      bank.isKnown(request.headers, line, body) ? faultOf(line) : 'EXPIRED_TOKEN',
      line,
      body,
    );
    end(request, response, typeof ending === 'string' ? ending : { ...ending, text: server.rewrite(ending.text) });
  };
  const listen = (request: IncomingMessage, response: ServerResponse): void => void serve(request, response);
  const listener =
    identity === undefined ? createServer(listen) : createTlsServer({ ...identity, requestCert: true }, listen);
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const server: BankServer = {
    url: `http${identity === undefined ? '' : 's'}://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    served,
    onRequest: () => undefined,
    rewrite: (text) => text,
    say: (begin, told) => void (told === null ? said.delete(begin) : said.set(begin, told)),
    arm: (fault, begin = '', times = 1) => void armed.push({ fault, begin, left: times }),
    disarm: () => void armed.splice(0),
    close: async () => {
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  return server;
};
