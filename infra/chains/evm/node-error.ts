import { unescaped } from '../url-part';

/** A call to a node that failed. `refused`: the node answered, and its answer was an error. */
export type NodeError = Error & { readonly refused: boolean };

const SHORTEST_SECRET = 8;

const property = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The node's own words where there are any; ethers puts them in one of several places. */
const nodeWords = (error: unknown): string | null =>
  textOf(property(property(error, 'error'), 'message')) ??
  textOf(property(property(property(error, 'info'), 'error'), 'message'));

const libraryWords = (error: unknown): string => {
  const cause = property(error, 'cause');
  const words = textOf(property(error, 'shortMessage')) ?? textOf(property(error, 'message')) ?? 'no reason given';
  const reason = textOf(property(cause, 'code')) ?? textOf(property(cause, 'message'));
  return reason === null ? words : `${words} (${reason})`;
};

const secretsOf = (url: URL): readonly string[] =>
  [url.username, url.password, ...url.pathname.split('/'), ...url.searchParams.values()]
    .flatMap((part) => [part, unescaped(part)])
    .filter((part) => part.length >= SHORTEST_SECRET || (part !== '' && part === url.password));

/** Nodes echo requests and libraries echo URLs, and a provider's key is part of its URL. */
const withoutSecrets = (text: string, url: URL): string =>
  secretsOf(url)
    .reduce((rest, secret) => rest.replaceAll(secret, '***'), text)
    .replace(/https?:\/\/[^\s"']+/g, '***')
    .slice(0, 300);

/** An error for people and logs, without URL or key; it has no `cause`, for that one holds the request. */
export const nodeError = (error: unknown, method: string, url: URL): NodeError => {
  const said = nodeWords(error);
  const refused = said !== null || property(error, 'code') === 'SERVER_ERROR';
  const words = withoutSecrets(said ?? libraryWords(error), url);
  return Object.assign(new Error(`${url.host} ${method}: ${words}`), { name: 'NodeError', refused });
};

export const isRefused = (error: unknown): boolean => error instanceof Error && property(error, 'refused') === true;
