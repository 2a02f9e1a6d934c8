/** Checks each row within one test, in sequence. The failure names every failed row with its error. */
export const expectEveryRow = async <const Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  check: (row: Row) => void | Promise<void>,
): Promise<void> => {
  const failures: string[] = [];
  for (const row of rows) {
    try {
      await check(row);
    } catch (error) {
      failures.push(`${nameOf(row)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (rows.length === 0) throw new Error('no row was checked');
  if (failures.length > 0)
    throw new Error(`${failures.length} of ${rows.length} rows fail\n\n${failures.join('\n\n')}`);
};
