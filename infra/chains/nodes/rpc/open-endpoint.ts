import { Agent, type Dispatcher } from 'undici';
import type { Clock } from '../../../../commands/ports/clock';
import type { Wait } from '../../reader-options';
import { unescaped } from '../../url-part';
import { type CallRate, createCallRate } from './call-rate';
import { secretRemover } from './node-error';
import { createPatience, type Patience } from './patience';

export const MOST_REQUESTS_AT_ONCE = 4;

export interface EndpointOptions {
  /** http or https, with credentials or key as the provider requires them. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly callsPerSecond: number;
  readonly clock: Clock;
  readonly wait: Wait;
}

const parseUrl = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : null;
  // The URL may hold a key: it is not repeated.
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error('An RPC URL must begin with http:// or https://');
  return url;
};

const headersOf = (url: URL, headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const fixed = { ...headers, 'content-type': 'application/json' };
  if (url.username === '' && url.password === '') return fixed;
  const userInfo = `${unescaped(url.username)}:${unescaped(url.password)}`;
  return { ...fixed, authorization: `Basic ${Buffer.from(userInfo, 'utf8').toString('base64')}` };
};

const withoutUser = (url: URL): string => {
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  return plain.href;
};

export interface OpenedEndpoint {
  readonly label: string;
  /** Without user and password, which are in `headers`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly clean: (text: string) => string;
  readonly dispatcher: Dispatcher;
  readonly rate: CallRate;
  readonly patience: Patience;
}

/** Throws on an invalid URL, without repeating it. */
export const openEndpoint = (options: EndpointOptions): OpenedEndpoint => {
  const { timeoutMs, clock, wait } = options;
  const url = parseUrl(options.url);
  const headers = headersOf(url, options.headers);
  const rate = createCallRate(options);
  return {
    ...{ label: url.host, url: withoutUser(url), headers, rate },
    clean: secretRemover(url, headers),
    dispatcher: new Agent({ connections: MOST_REQUESTS_AT_ONCE, connect: { timeout: timeoutMs } }),
    patience: createPatience({ clock, wait, slowDown: rate.slowDown }),
  };
};
