import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  approve,
  type Books,
  check,
  create,
  decode,
  list,
  openBooks,
  type Reply,
  refunds,
  show,
  validate,
} from './woovi-books';

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

/** Woovi on loopback, with books of its own. */
export interface WooviServer {
  readonly url: string;
  readonly appId: string;
  readonly books: Books;
  readonly served: Served[];
  /** Called before each request is worked on, with `<METHOD> <path>`. */
  onRequest: (line: string) => void;
  /** Answers this with status 200 to whatever begins so; null ends that. */
  readonly say: (begin: string, text: string | null) => void;
  /** The next `times` requests whose `<METHOD> <path>` begins so. */
  readonly arm: (fault: Fault, begin?: string, times?: number) => void;
  readonly disarm: () => void;
  /** A body, and the header that Woovi signs it with. */
  readonly signed: (body: object) => { readonly body: string; readonly headers: Readonly<Record<string, string>> };
  readonly close: () => Promise<void>;
}

interface Armed {
  readonly fault: Fault;
  readonly begin: string;
  left: number;
}

const routed = (books: Books, line: string, sent: string, nowMs: number): Reply => {
  const [method, url = ''] = line.split(' ');
  const { pathname, searchParams } = new URL(url, 'http://woovi');
  const body = sent === '' ? {} : (JSON.parse(sent) as Readonly<Record<string, unknown>>);
  switch (`${method} ${pathname}`) {
    case 'POST /api/v1/payment':
      return create(books, body, nowMs);
    case 'POST /api/v1/payment/approve':
      return approve(books, body, nowMs);
    case 'GET /api/v1/payment':
      return list(books, searchParams, nowMs);
    case 'GET /api/v1/transaction':
      return refunds(books);
    case 'POST /api/v1/decode/emv':
      return decode(books, body);
    case 'POST /api/v1/boleto/validate':
      return validate(books, body);
    case 'POST /api/v1/pix-keys/check':
      return check(books, body);
    case 'GET /api/v1/pix-keys/tokens':
      return { status: 200, body: { tokens: books.tokens, maxTokens: 500, refreshRate: 20 } };
    case 'GET /api/v1/account/':
      return { status: 200, body: accounts(books) };
    default:
      return show(books, decodeURIComponent(pathname.replace('/api/v1/payment/', '')), nowMs);
  }
};

const accounts = ({ balance }: Books) => ({
  accounts: [
    {
      accountId: '6290ccfd42831958a405debc',
      isDefault: true,
      balance: { total: balance, blocked: 0, available: balance },
    },
  ],
});

const changed = (answer: string, fault: Fault): string => {
  const change = CHANGES[fault];
  return change === undefined ? answer : change(answer);
};

const CHANGES: Partial<Readonly<Record<Fault, (answer: string) => string>>> = {
  BROKEN: (answer) => answer.slice(0, -3),
  HTML: () => '<html>Bem-vindo</html>',
  DEEP: () => '['.repeat(1_000_000),
  UNKNOWN_STATUS: (answer) => answer.replaceAll(/"status":"[A-Z]+"/g, '"status":"ON_THE_MOON"'),
  UNKNOWN_FIELD: (answer) => answer.replace('{', '{"news":{"at":1},'),
  NO_NUMBER: (answer) => answer.replaceAll(/"value":\d+/g, '"value":"1e3"'),
  ANOTHER_AMOUNT: (answer) => answer.replaceAll(/"value":\d+/g, '"value":999'),
  ANOTHER_KEY: (answer) => answer.replaceAll(/"correlationID":"[^"]+"/g, '"correlationID":"of-somebody-else"'),
};

const REFUSALS: Partial<Readonly<Record<Fault, Reply>>> = {
  RATE_LIMITED: { status: 429, body: { error: 'Too many requests' } },
  EXPIRED_TOKEN: { status: 401, body: { data: null, errors: [{ message: 'appID inválido' }] } },
  NOT_FOUND: { status: 400, body: { error: 'Payment not found' } },
  FAIL_BEFORE: { status: 503, body: { error: 'unavailable' } },
};

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
const key = publicKey.export({ type: 'spki', format: 'pem' });

const answer = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
};

export const openWoovi = async (
  { now }: { readonly now: () => number },
  appId = 'app-id-of-a-test',
): Promise<WooviServer> => {
  const [books, served, armed] = [openBooks(), [] as Served[], [] as Armed[]];
  const said = new Map<string, string>();
  const faultOf = (line: string): Fault | null => {
    const found = armed.find(({ begin, left }) => left > 0 && line.startsWith(begin));
    if (found === undefined) return null;
    found.left -= 1;
    return found.fault;
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '' } = request;
    const body = await text(request);
    served.push({ method, path, body });
    if (path === '/api/v1/webhook/public-keys')
      return answer(response, 200, JSON.stringify({ public_keys: [{ key_identifier: '1', is_current: true, key }] }));
    const line = `${method} ${path}`;
    server.onRequest(line);
    const scripted = [...said].find(([begin]) => line.startsWith(begin));
    if (scripted !== undefined) return answer(response, 200, scripted[1]);
    const fault = faultOf(line);
    if (fault === 'RESET_BEFORE') return void request.socket.destroy();
    const refusal = REFUSALS[request.headers.authorization === appId ? (fault ?? 'DRIP') : 'EXPIRED_TOKEN'];
    if (refusal !== undefined) return answer(response, refusal.status, JSON.stringify(refusal.body));
    const reply = routed(books, line, body, now());
    if (fault === 'RESET_AFTER') return void request.socket.destroy();
    if (fault === 'FAIL_AFTER') return answer(response, 502, '<html>Bad gateway</html>');
    if (fault === 'DRIP') return void response.writeHead(200).write('{');
    return answer(
      response,
      reply.status,
      fault === null ? JSON.stringify(reply.body) : changed(JSON.stringify(reply.body), fault),
    );
  };
  const listener = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const server: WooviServer = {
    ...{ url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`, appId, books, served },
    onRequest: () => undefined,
    say: (begin, told) => void (told === null ? said.delete(begin) : said.set(begin, told)),
    arm: (fault, begin = '', times = 1) => void armed.push({ fault, begin, left: times }),
    disarm: () => void armed.splice(0),
    signed: (told) => {
      const body = JSON.stringify(told);
      const signature = sign('RSA-SHA256', Buffer.from(body), privateKey).toString('base64');
      return { body, headers: { 'content-type': 'application/json', 'x-webhook-signature': signature } };
    },
    close: async () => {
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  return server;
};
