import fs from 'node:fs';
import path from 'node:path';
import { DEPOSIT_KINDS } from '../../../../commands/sandbox/deposit-kinds';
import { SIMULATED_ASSETS } from '../../../../infra/chains/simulated/network';
import { REDEMPTIONS } from '../../../../infra/providers/sandbox/redemptions';

const page = fs.readFileSync(path.join(__dirname, '../../../../docs/simulated-network.md'), 'utf8');

const rows = [
  ...SIMULATED_ASSETS.map(({ symbol, assetId, decimals }) => `| \`${symbol}\` | ${assetId} | ${decimals} | `),
  ...Object.entries(DEPOSIT_KINDS).map(([kind, { ends }]) => `| \`${kind}\` | ${ends} |`),
  ...REDEMPTIONS.rows.map(({ name, number, does }) => {
    const gross = number === null ? '' : `R$ …555.0${number}`;
    return `| \`${name}\` | ${gross} | ${does} |`;
  }),
];

test.each(rows)('the page says %s', (row) => {
  expect(page).toContain(row);
});

test('has no other rows', () => {
  expect(page.split('\n').filter((line) => line.startsWith('| `'))).toHaveLength(rows.length);
});
