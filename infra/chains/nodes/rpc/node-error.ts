import { unescaped } from '../../url-part';

export interface NodeFailure {
  readonly words: string;
  readonly refused: boolean;
  readonly isPassing: boolean;
  /** The JSON-RPC error code; null for every other failure. */
  readonly code: number | null;
}

export type NodeError = Error & Omit<NodeFailure, 'words'>;

const SHORTEST_SECRET = 8;
const LONGEST_WORDS = 300;

export const propertyOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The error's message, with the code of the cause that "fetch failed" hides. */
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

/** Removes the provider's keys: nodes echo requests and libraries echo URLs. */
export const secretRemover = (url: URL, headers: Readonly<Record<string, string>>): ((text: string) => string) => {
  const secrets = secretsOf(url, headers);
  return (text) =>
    secrets
      .reduce((rest, secret) => rest.replaceAll(secret, '***'), text)
      .replace(/https?:\/\/[^\s"']+/g, '***')
      .slice(0, LONGEST_WORDS);
};

/** Carries no `cause`, which would hold the request and its keys. */
export const nodeError = (prefix: string, { words, ...failure }: NodeFailure): NodeError =>
  Object.assign(new Error(`${prefix}: ${words}`), { name: 'NodeError', ...failure });

export const isNodeError = (error: unknown): error is NodeError => error instanceof Error && error.name === 'NodeError';

export const isRefused = (error: unknown): error is NodeError => isNodeError(error) && error.refused;
