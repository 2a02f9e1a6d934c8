import type { Sealed } from '../../../aggregates/sealed';
import type { SealedValue } from '../../../read-models/partners/partner-secrets';
import type { HttpDeps } from '../deps';

type Opening = Pick<HttpDeps, 'openAll'>;

/** Opens a sealed column of all rows with one look-up; rows that cannot be opened are absent. */
export const openedByRow = async <Row>(
  { openAll }: Opening,
  rows: readonly Row[],
  columnOf: (row: Row) => SealedValue | null,
): Promise<ReadonlyMap<Row, string>> => {
  const sealed = rows.flatMap((row) => {
    const value = columnOf(row);
    return value === null ? [] : [{ row, value: value as unknown as Sealed }];
  });
  const texts = sealed.length === 0 ? [] : await openAll(sealed.map(({ value }) => value));
  return new Map(
    sealed.flatMap(({ row }, index) => {
      const text = texts[index] ?? null;
      return text === null ? [] : [[row, text] as const];
    }),
  );
};

/** The answer's field; absent without the id, or when it can no longer be opened. */
export const externalIdOf = async (
  { openAll }: Opening,
  sealed: Sealed | null,
): Promise<{ readonly externalId?: string }> => {
  const [externalId = null] = sealed === null ? [] : await openAll([sealed]);
  return externalId === null ? {} : { externalId };
};
