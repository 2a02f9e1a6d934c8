/** Paths that are also served at the pegged base URL (specification, part 9). */
const PEGGED_PATHS = [
  '/api/v1/getAssetPrice',
  '/api/v1/accepted-cryptos',
  '/api/v1/cashout/withdraw',
  '/api/v1/cashout/withdraw/{withdrawId}',
  '/api/v1/cashout/withdrawals',
];

interface Document {
  readonly servers: readonly object[];
  readonly paths: object;
}

/** Adds the pegged base URL to its paths, after this server's. Both are this service. */
export const withPeggedServers = <Found extends Document>(document: Found, peggedBaseUrl: string | null): Found => {
  if (peggedBaseUrl === null) return document;
  const servers = [...document.servers, { url: peggedBaseUrl, description: 'Pegged assets' }];
  const paths = Object.entries(document.paths).map(([path, item]: [string, object]) => [
    path,
    PEGGED_PATHS.includes(path) ? { ...item, servers } : item,
  ]);
  return { ...document, paths: Object.fromEntries(paths) as Found['paths'] };
};
