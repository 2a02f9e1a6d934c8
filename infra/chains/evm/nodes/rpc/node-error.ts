import { unescaped } from '../../../url-part';

/** Why a call failed. */
export interface NodeFailure {
  readonly words: string;
  /** The node answered, and its answer was an error. */
  readonly refused: boolean;
  /** It may go well at the next attempt. */
  readonly isPassing: boolean;
  /** Of a JSON-RPC error; null for every other failure. */
  readonly code: number | null;
}

/** A call to a node that failed. */
export type NodeError = Error & Omit<NodeFailure, 'words'>;

const SHORTEST_SECRET = 8;
const LONGEST_WORDS = 300;

export const propertyOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What a library says of a failure, with the cause that "fetch failed" and its like hide. */
export const wordsOf = (error: unknown): string => {
  const words = textOf(propertyOf(error, 'message')) ?? 'no reason given';
  const cause = propertyOf(error, 'cause');
  const reason = textOf(propertyOf(error, 'code')) ?? textOf(propertyOf(cause, 'code'));
  return reason === null || words.includes(reason) ? words : `${words} (${reason})`;
};

const secretsOf = (url: URL, headers: Readonly<Record<string, string>>): readonly string[] => {
  const keys = Object.values(headers).flatMap((value) => value.split(' '));
  return [url.username, url.password, ...url.pathname.split('/'), ...url.searchParams.values(), ...keys]
    .flatMap((part) => [part, unescaped(part)])
    .filter((part) => part.length >= SHORTEST_SECRET || (part !== '' && part === url.password));
};

/** Nodes echo requests and libraries echo URLs, and a provider's key is part of its URL or of a header. */
export const secretRemover = (url: URL, headers: Readonly<Record<string, string>>): ((text: string) => string) => {
  const secrets = secretsOf(url, headers);
  return (text) =>
    secrets
      .reduce((rest, secret) => rest.replaceAll(secret, '***'), text)
      .replace(/https?:\/\/[^\s"']+/g, '***')
      .slice(0, LONGEST_WORDS);
};

/** An error for people and logs; it has no `cause`, for that one holds the request. */
export const nodeError = (prefix: string, { words, ...failure }: NodeFailure): NodeError =>
  Object.assign(new Error(`${prefix}: ${words}`), { name: 'NodeError', ...failure });

export const isNodeError = (error: unknown): error is NodeError => error instanceof Error && error.name === 'NodeError';

export const isRefused = (error: unknown): error is NodeError => isNodeError(error) && error.refused;
