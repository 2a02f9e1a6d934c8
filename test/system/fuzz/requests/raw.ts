import { connect } from 'node:net';
import type { Random } from './random';

const LONGEST_MS = 5_000;

const CHUNKED =
  'POST /api/v1/users HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n';

/** Bytes that no client library would send. */
const MALFORMED: readonly string[] = [
  '\r\n\r\n',
  'GET\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET /api/v1/users HTTP/1.1\r\n\r\n',
  'GET /%00%ff%zz HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET http://evil.example/api//evil HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'GET http://[::1/users HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'GET other://evil.example HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'a'.repeat(20_000)}\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: x\r\n${'X-Many: 1\r\n'.repeat(2_500)}\r\n`,
  'GET / HTTP/1.1\r\nHost: x\r\nX-Bad: a\u0000b\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\n folded: 1\r\n\r\n',
  'POST /api/v1/users HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
  'POST /api/v1/users HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
  'POST /api/v1/users HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /api/v1/users HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n',
  `${CHUNKED}\r\nzz\r\n`,
  `${CHUNKED}\r\n5\r\n{}`,
  `${CHUNKED}\r\nffffffffff\r\n{}`,
  `${CHUNKED}\r\n2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
  'POST /api/v1/users HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"a":',
  'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nExpect: 200-maybe\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
];

export const malformedBytes = (random: Random): Buffer =>
  random.chance(0.3)
    ? Buffer.from(Array.from({ length: 1 + random.below(400) }, () => random.below(256)))
    : Buffer.from(random.pick(MALFORMED), 'latin1');

export interface RawReply {
  /** Statuses of all answers; empty when the server hung up at once. */
  readonly statuses: readonly number[];
  readonly text: string;
  /** Status of the last answer; 0 without one. */
  readonly status: number;
  readonly retryAfter: string | null;
}

/** Sends the bytes and nothing more. */
export const sendRaw = (url: URL, bytes: Buffer): Promise<RawReply> =>
  new Promise((resolve) => {
    const socket = connect(Number(url.port), url.hostname);
    let answer = '';
    const timer = setTimeout(() => socket.destroy(), LONGEST_MS);
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      answer += text;
    });
    // Being cut off is an answer too.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map((match) => Number(match[1]));
      const retryAfter = /^retry-after: (.*)\r$/im.exec(answer)?.[1] ?? null;
      resolve({ statuses, text: answer, status: statuses.at(-1) ?? 0, retryAfter });
    });
    socket.end(bytes);
  });
