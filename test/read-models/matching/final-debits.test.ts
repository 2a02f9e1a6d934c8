import { type FinalDebitRow, finalDebits, listFinalDebits } from '../../../read-models/matching/final-debits';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

const LONG_AGO = '2020-01-01T00:00:00.000Z';
const LATELY = '2026-01-01T00:00:00.000Z';
const stored = (...rows: readonly Partial<FinalDebitRow>[]) =>
  models.store(
    ...rows.map((columns) =>
      row(finalDebits, { stream: '', network: 'ethereum', block_number: '10', confirmed_at: LONG_AGO, ...columns }),
    ),
  );

const PAGE = { network: 'ethereum', fromBlock: '10', untoldSince: LATELY, afterStream: '', limit: 10 };

test('lists debits from a block on, and recent ones whose block is unknown', async () => {
  await stored(
    { stream: 'withdrawal-below', block_number: '9' },
    { stream: 'withdrawal-in', block_number: '10' },
    { stream: 'withdrawal-above', block_number: '100' },
    { stream: 'cashin-unknown', block_number: null, confirmed_at: LATELY },
    { stream: 'cashin-unknown-long-ago', block_number: null },
    { stream: 'withdrawal-elsewhere', network: 'base' },
  );
  expect(await listFinalDebits(models.query, PAGE)).toEqual(['cashin-unknown', 'withdrawal-above', 'withdrawal-in']);
});

test('lists pages by name, byte for byte, without a gap or a repetition', async () => {
  const streams = ['cashin-B', 'cashin-a', 'withdrawal-1', 'withdrawal-10', 'withdrawal-2'] as const;
  await stored(...streams.map((stream) => ({ stream })));
  const pages: (readonly string[])[] = [];
  let afterStream = '';
  for (;;) {
    const page = await listFinalDebits(models.query, { ...PAGE, afterStream, limit: 2 });
    if (page.length === 0) break;
    pages.push(page);
    afterStream = page.at(-1) ?? '';
  }
  expect(pages).toEqual([['cashin-B', 'cashin-a'], ['withdrawal-1', 'withdrawal-10'], ['withdrawal-2']]);
});
