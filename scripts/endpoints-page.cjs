// docs/endpoints.md, from the OpenAPI document. `npm run generate` writes the page; a test compares.
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const HEAD = `# Endpoints

Every route of the OpenAPI document, which makes this page. Callbacks of providers (\`/webhooks/bank/:provider\`,
\`/webhooks/kyc/:provider\`, \`/webhooks/chain/:source\`) are not in the document. \`test/integration/http/operations.test.ts\` asks each route and provokes
every status and code that the document promises; \`test/integration/http/tenancy/\` tries every wrong caller;
[requests to copy](requests.md) run from top to bottom against \`npm start\`.
`;

const credentialsOf = ({ security = [] }) =>
  security.flatMap((scheme) => Object.entries(scheme).map(([name, scopes]) => [name, ...scopes].join(' '))).join(', ');

const rowOf = ({ path, method, operation }) =>
  `| ${method.toUpperCase()} \`${path}\` | ${credentialsOf(operation) || 'none'} | ${operation.summary ?? ''} |`;

/** Sections in the order of their names, routes in the order of their paths. */
const pageOf = ({ paths }) => {
  const routes = Object.entries(paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })))
    .sort((left, right) => (left.path < right.path ? -1 : 1));
  const tags = [...new Set(routes.map(({ operation }) => operation.tags[0]))].sort();
  const sections = tags.map((tag) => {
    const rows = routes.filter(({ operation }) => operation.tags[0] === tag).map(rowOf);
    return `\n## ${tag}\n\n| endpoint | credential | result |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  return HEAD + sections.join('');
};

module.exports = { pageOf };

if (require.main === module) {
  const root = join(__dirname, '..');
  const document = JSON.parse(readFileSync(join(root, 'src/http/generated/openapi.json'), 'utf8'));
  writeFileSync(join(root, 'docs/endpoints.md'), pageOf(document));
}
