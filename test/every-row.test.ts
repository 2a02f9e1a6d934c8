import { expectEveryRow } from './every-row';

const named = (row: number): string => `row ${row}`;

test('passes where each row passes, and checks them in their order', async () => {
  const seen: number[] = [];
  await expectEveryRow([3, 1, 2], named, async (row) => void seen.push(row));
  expect(seen).toEqual([3, 1, 2]);
});

test('names every row that fails, with its message', async () => {
  const checked = expectEveryRow([1, 2, 3], named, (row) => expect(row).toBe(2));
  await expect(checked).rejects.toThrow(/^2 of 3 rows fail\n\nrow 1: .*Received: .*1.*\n\nrow 3: .*Received/s);
});

test('awaits a check that fails later', async () => {
  const checked = expectEveryRow([1], named, () => Promise.reject(new Error('refused')));
  await expect(checked).rejects.toThrow('1 of 1 rows fail\n\nrow 1: refused');
});

test('fails where there is no row', async () => {
  await expect(expectEveryRow([], named, () => undefined)).rejects.toThrow('no row was checked');
});
