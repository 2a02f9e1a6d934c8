import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Express } from 'express';
import openapi from './generated/openapi.json';
import { withPeggedServers } from './pegged-servers';

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
