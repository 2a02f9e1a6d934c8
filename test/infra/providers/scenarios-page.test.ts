import fs from 'node:fs';
import path from 'node:path';
import { CHARGES } from '../../../infra/providers/sandbox/charges/charge-scenarios';
import { DELIVERIES } from '../../../infra/providers/sandbox/deliveries';
import { PAYOUTS } from '../../../infra/providers/sandbox/payouts/payout-scenarios';

const page = fs.readFileSync(path.join(__dirname, '../../../docs/sandbox-scenarios.md'), 'utf8');

const amountOf = (reais: number, number: number | null | undefined): string =>
  number == null ? '' : `R$ …${reais}.${String(number).padStart(2, '0')}`;

const rows = [
  ...PAYOUTS.rows.map(({ name, number, key, txid, does }) => {
    const by = [amountOf(666, number), key ?? '', txid ?? ''].filter((trigger) => trigger !== '');
    return `| \`${name}\` | ${by.join(', ')} | ${does} |`;
  }),
  ...CHARGES.rows.map(({ name, number, does }) => `| \`${name}\` | ${amountOf(777, number)} | ${does} |`),
  ...DELIVERIES.rows.map(({ name, number, does }) => `| \`${name}\` | ${amountOf(888, number)} | ${does} |`),
];

test.each(rows)('the page says %s', (row) => {
  expect(page).toContain(row);
});

test('has no row without a scenario', () => {
  expect(page.split('\n').filter((line) => line.startsWith('| `'))).toHaveLength(rows.length);
});
