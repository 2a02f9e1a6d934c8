import assert from 'node:assert/strict';

/** Own copies: an object that native code makes inside jest has other prototypes, and an absent field may be undefined. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return Array.from(value, plain);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields.map(([name, field]) => [name, plain(field)]));
};

/** The fields of `actual` that `expected` names, at any depth. */
const partOf = (actual: unknown, expected: unknown): unknown => {
  if (typeof actual !== 'object' || actual === null || typeof expected !== 'object' || expected === null) return actual;
  if (Array.isArray(actual)) return actual.map((item, index) => partOf(item, (expected as readonly unknown[])[index]));
  const fields = Object.entries(actual).filter(([name]) => name in expected);
  return Object.fromEntries(fields.map(([name, field]) => [name, partOf(field, expected[name as never])]));
};

export const assertSame = (actual: unknown, expected: unknown): void =>
  assert.deepStrictEqual(plain(actual), plain(expected));

/** Every field of `expected` is in `actual`, which may have others. */
export const assertContains = (actual: unknown, expected: object): void =>
  assertSame(partOf(plain(actual), expected), expected);

/** Rejects with a message that contains the name of the fault. */
export const assertRejects = async (work: Promise<unknown>, word: string): Promise<void> => {
  const said = await work.then(
    () => 'resolved',
    (error: unknown) => String(error),
  );
  assert.ok(said.includes(word), `Must reject with "${word}", but: ${said}`);
};
