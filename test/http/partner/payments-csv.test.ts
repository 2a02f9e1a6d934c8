import type { Readable } from 'node:stream';
import { partnerReader } from '../../../read-models/reader';
import type { Query } from '../../../read-models/table';
import { csvOfMonth } from '../../../src/http/partner/payments/payments-csv';

const row = (id: string, more: object = {}) => ({
  ...{ intent_id: id, user_id: 'u1', partner_id: 'p1', mode: 'live', status: 'COMPLETED', network: 'polygon' },
  ...{ asset_id: 201, decimals: 6, amount_base_units: '2500000', total_cents: '10150', fee_cents: '150' },
  ...{
    reference: 'order-17',
    end_to_end_id: 'E1',
    created_at: '2026-11-02T12:00:00.000Z',
    completed_at: null,
    ...more,
  },
});

/** Answers pages of cash-outs. */
const csvOf = async (month: string, pages: readonly (readonly object[])[]) => {
  const asked: (readonly unknown[])[] = [];
  let turn = 0;
  const query = (async (text: string, values: readonly unknown[]) => {
    if (!text.includes('lastro.cashout_intents')) return [];
    asked.push(values);
    turn += 1;
    return pages[turn - 1] ?? [];
  }) as Query;
  const stream: Readable = await csvOfMonth(partnerReader(query, { partnerId: 'p1', mode: 'live' }), month);
  const chunks = (await stream.toArray()) as string[];
  return { lines: chunks.join('').split('\r\n'), asked };
};

const NAMES =
  'created_at,completed_at,id,kind,status,reference,user_id,end_to_end_id,total_brl,fee_brl,net_brl,network,asset_id,amount';

test('writes a line for each payment, and asks for the month of São Paulo', async () => {
  const { lines, asked } = await csvOf('2026-12', [[row('a', { completed_at: '2026-12-02T13:00:00.000Z' })]]);
  expect(lines).toEqual([
    NAMES,
    '2026-11-02T12:00:00.000Z,2026-12-02T13:00:00.000Z,a,CASHOUT,COMPLETED,order-17,u1,E1,101.50,1.50,100.00,polygon,201,2.5',
    '',
  ]);
  expect(asked[0]).toEqual(expect.arrayContaining(['2026-12-01T03:00:00.000Z', '2027-01-01T03:00:00.000Z']));
});

test('quotes a text that breaks a line or runs in a spreadsheet', async () => {
  const { lines } = await csvOf('2026-11', [[row('a', { reference: '=1+1', network: 'a,"b"' })]]);
  expect(lines[1]).toContain(",'=1+1,");
  expect(lines[1]).toContain(',"a,""b""",');
});

test('reads page after page', async () => {
  const ids = Array.from({ length: 201 }, (_, index) => String(999 - index));
  const { lines, asked } = await csvOf('2026-11', [ids.map((id) => row(id)), [row('799')]]);
  expect(lines.slice(1, -1).map((line) => line.split(',')[2])).toEqual(ids);
  expect([asked.length, asked[1]]).toEqual([2, expect.arrayContaining(['800'])]);
});

test.each(['2026-13', '2026', '0000-00', 'x'])('refuses the month %s', (month) =>
  expect(csvOf(month, [])).rejects.toMatchObject({ rejection: { code: 'VALIDATION_ERROR' } }));
