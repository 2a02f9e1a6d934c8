import fs from 'node:fs';
import path from 'node:path';
import { CHARGE_SCENARIOS } from '../../../infra/providers/sandbox/charging/charge-scenarios';
import { DELIVERY_SCENARIOS } from '../../../infra/providers/sandbox/delivering/delivery-scenarios';
import { SCENARIOS } from '../../../infra/providers/sandbox/scenarios/scenarios';

const page = fs.readFileSync(path.join(__dirname, '../../../docs/sandbox-scenarios.md'), 'utf8');

const amountOf = (reais: number, number: number | null | undefined): string =>
  number == null ? '' : `R$ …${reais}.${String(number).padStart(2, '0')}`;

const rows = [
  ...SCENARIOS.map(({ name, triggers: { number, key = '', txid = '' }, does }) => {
    const by = [amountOf(666, number), key, txid].filter((trigger) => trigger !== '');
    return `| \`${name}\` | ${by.join(', ')} | ${does} |`;
  }),
  ...CHARGE_SCENARIOS.map(({ name, number, does }) => `| \`${name}\` | ${amountOf(777, number)} | ${does} |`),
  ...DELIVERY_SCENARIOS.map(({ name, number, does }) => `| \`${name}\` | ${amountOf(888, number)} | ${does} |`),
];

test.each(rows)('the page says %s', (row) => {
  expect(page).toContain(row);
});

test('and has no other rows', () => {
  expect(page.split('\n').filter((line) => line.startsWith('| `'))).toHaveLength(rows.length);
});
