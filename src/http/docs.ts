import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Express, Router } from 'express';
import openapi from './generated/openapi.json';
import operators from './generated/ops-openapi.json';

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

/** The page loads from this origin only: no CDN, no inline script. */
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

interface Shown {
  readonly title: string;
  /** The document's. */
  readonly path: string;
  /** Below it lie the page's files. */
  readonly base: string;
}

const pageOf = ({ title, base }: Shown): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${base}/swagger-ui.css">
<link rel="icon" href="${base}/favicon-32x32.png">
</head>
<body>
<div id="api"></div>
<script src="${base}/swagger-ui-bundle.js"></script>
<script src="${base}/start.js"></script>
</body>
</html>
`;

const startOf = ({ path: document }: Shown): string => `window.SwaggerUIBundle({
  url: '${document}',
  dom_id: '#api',
  deepLinking: true,
  validatorUrl: null,
});
`;

const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** Serves the OpenAPI document and, from the installed package, a page that shows it. */
export const addDocs = (app: Express, peggedBaseUrl: string | null): void =>
  addDocument(app, withPeggedServers(openapi, peggedBaseUrl), {
    ...{ title: 'lastro API', path: '/openapi.json', base: '/docs' },
  });

/** The documentation of the operators' door. */
export const addOperatorsDocs = (app: Pick<Router, 'get'>): void =>
  addDocument(app, operators, { title: 'lastro API for operators', path: '/ops/openapi.json', base: '/ops/docs' });

const addDocument = (app: Pick<Router, 'get'>, document: object, shown: Shown): void => {
  app.get(shown.path, (_request, response) => void response.json(document));
  app.get(shown.base, (_request, response) => {
    response.set('Content-Security-Policy', POLICY).type('html').send(pageOf(shown));
  });
  app.get(`${shown.base}/start.js`, (_request, response) => {
    response.type('text/javascript').send(startOf(shown));
  });
  for (const file of FILES) {
    const content = contentOf(file);
    app.get(`${shown.base}/${file}`, (_request, response) => void response.type(path.extname(file)).send(content));
  }
};

const contents = new Map<string, Buffer>();

/** Sent whole: ranges and preconditions are only more ways to fail. Read once for both pages. */
const contentOf = (file: string): Buffer => {
  const root = path.dirname(require.resolve('swagger-ui-dist/package.json'));
  const content = contents.get(file) ?? readFileSync(path.join(root, file));
  contents.set(file, content);
  return content;
};
