import fs from 'node:fs';
import path from 'node:path';
import { isCnpj, isCpf } from '../../../aggregates/codes/tax-id';
import { TEST_DOCUMENTS } from '../../../infra/providers/sandbox/test-documents';

const page = fs.readFileSync(path.join(__dirname, '../../../docs/kyc-sandbox.md'), 'utf8');

test.each(TEST_DOCUMENTS)('$document is a possible document, and the page describes its result', ({
  document,
  name,
  does,
}) => {
  const row = `| \`${document}\` | ${name === null ? '' : `\`${name}\``} | ${does} |`;
  expect([isCpf(document) || isCnpj(document), page.includes(row)]).toEqual([true, true]);
});

test('the page has no other rows', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows.length).toBe(TEST_DOCUMENTS.length);
});

test('uses each scenario in at most one row', () => {
  const names = TEST_DOCUMENTS.flatMap(({ name }) => name ?? []);
  expect(new Set(names).size).toBe(names.length);
});
