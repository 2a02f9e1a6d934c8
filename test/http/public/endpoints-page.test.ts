import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { api, operations } from './document';

const root = path.join(__dirname, '../../..');
const { pageOf } = createRequire(__filename)('../../../scripts/endpoints-page.cjs') as {
  readonly pageOf: (document: typeof api) => string;
};
const page = fs.readFileSync(path.join(root, 'docs/endpoints.md'), 'utf8');

test('equals the output of `npm run generate`', () => {
  expect(page).toBe(pageOf(api));
});

test('has each route of the document once', () => {
  const rows = [...page.matchAll(/^\| ([A-Z]+) `([^`]+)` \|/gm)].map(([, method = '', route = '']) => ({
    method,
    route,
  }));
  expect(rows.map(({ method, route }) => `${method.toLowerCase()} ${route}`).sort()).toEqual(
    operations.map(({ name }) => name).sort(),
  );
});
