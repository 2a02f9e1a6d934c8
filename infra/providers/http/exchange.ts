import { type buildConnector, Client } from 'undici';
import type { Clock } from '../../../commands/ports/clock';
import { dialChecked, type TlsIdentity } from './dial';

export interface Posting {
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Absent: no client certificate. */
  readonly identity?: TlsIdentity | undefined;
  readonly clock: Pick<Clock, 'now'>;
  /** Milliseconds since 1970; the whole answer has to be there before. */
  readonly deadlineMs: number;
  /** Last time at which anything is written. */
  readonly notAfterMs: number;
  readonly largestAnswerBytes: number;
}

export type Exchange =
  /** Certain: there was no connection, or it was too late to use one. */
  | { readonly kind: 'NOT_SENT'; readonly isLate: boolean }
  | { readonly kind: 'LOST' }
  | { readonly kind: 'TOO_LARGE' }
  | { readonly kind: 'ANSWERED'; readonly status: number; readonly text: string };

const DIAL_TIMEOUT_MS = 3_000;
/** The longest timer, 24 days: a longer one fires immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const isTooLarge = (error: unknown): boolean =>
  (error as { readonly code?: unknown }).code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE';

/** Calls `onDialled` before the first write is possible; a connection that opens too late is not used. */
const dialBefore =
  (dial: buildConnector.connector, isLate: () => boolean, onDialled: () => void): buildConnector.connector =>
  (target, callback) =>
    dial(target, (error, socket) => {
      if (error !== null) callback(error, null);
      else if (isLate()) {
        socket.destroy();
        callback(new Error('The deadline had passed before the order was sent'), null);
      } else {
        onDialled();
        callback(null, socket);
      }
    });

/** A separate connection proves that a call was not sent. No redirects, proxies or second attempt. Never rejects. */
export const exchange = async (posting: Posting): Promise<Exchange> => {
  const { method = 'POST', url, headers, body, identity, clock, deadlineMs, notAfterMs, largestAnswerBytes } = posting;
  const isLate = (): boolean => clock.now() >= deadlineMs || clock.now() > notAfterMs;
  if (isLate()) return { kind: 'NOT_SENT', isLate: true };
  const dial = { isDone: false };
  const connect = dialBefore(dialChecked(DIAL_TIMEOUT_MS, identity), isLate, () => {
    dial.isDone = true;
  });
  const signal = AbortSignal.timeout(Math.min(deadlineMs - clock.now(), LONGEST_TIMER_MS));
  const client = new Client(url.origin, { connect, pipelining: 0, maxResponseSize: largestAnswerBytes });
  try {
    const answer = await client.request({ path: url.pathname + url.search, method, headers, body, signal });
    return { kind: 'ANSWERED', status: answer.statusCode, text: await answer.body.text() };
  } catch (error) {
    if (isTooLarge(error)) return { kind: 'TOO_LARGE' };
    return dial.isDone ? { kind: 'LOST' } : { kind: 'NOT_SENT', isLate: isLate() };
  } finally {
    client.destroy().catch(() => undefined);
  }
};
