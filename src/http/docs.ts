import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Express } from 'express';
import openapi from './generated/openapi.json';

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
const withPeggedServers = <Found extends Document>(document: Found, peggedBaseUrl: string | null): Found => {
  if (peggedBaseUrl === null) return document;
  const servers = [...document.servers, { url: peggedBaseUrl, description: 'Pegged assets' }];
  const paths = Object.entries(document.paths).map(([path, item]: [string, object]) => [
    path,
    PEGGED_PATHS.includes(path) ? { ...item, servers } : item,
  ]);
  return { ...document, paths: Object.fromEntries(paths) as Found['paths'] };
};

/** Nothing from elsewhere: no CDN, no inline script. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>lastro API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" href="/docs/favicon-32x32.png">
</head>
<body>
<div id="api"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const START = `window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  validatorUrl: null,
});
`;

const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** Serves the OpenAPI document and, from the installed package, a page that shows it. */
export const addDocs = (app: Express, peggedBaseUrl: string | null): void => {
  const document = withPeggedServers(openapi, peggedBaseUrl);
  const root = path.dirname(require.resolve('swagger-ui-dist/package.json'));
  app.get('/openapi.json', (_request, response) => void response.json(document));
  app.get('/docs', (_request, response) => {
    response.set('Content-Security-Policy', POLICY).type('html').send(PAGE);
  });
  app.get('/docs/start.js', (_request, response) => void response.type('text/javascript').send(START));
  for (const file of FILES) {
    // Sent whole: ranges and preconditions are only more ways to fail.
    const content = readFileSync(path.join(root, file));
    app.get(`/docs/${file}`, (_request, response) => void response.type(path.extname(file)).send(content));
  }
};
