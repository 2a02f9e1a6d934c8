import fc from '../properties';

/** A change of each answer: it gains fields, one of its values is replaced, or all of it. */
export type Change =
  | { readonly kind: 'WHOLE'; readonly value: unknown }
  | { readonly kind: 'EXTRA'; readonly name: string; readonly value: unknown }
  | { readonly kind: 'VALUE'; readonly at: number; readonly value: unknown; readonly number: string };

/** Numerals that are no amount. */
const NUMERALS = ['1e3', '-15000', '150.001', '1E400', '-0.0', '9'.repeat(60)];
const DEEP = '['.repeat(2_000) + ']'.repeat(2_000);

export const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant('WHOLE' as const), value: fc.jsonValue({ maxDepth: 3 }) }),
  fc.record({
    ...{ kind: fc.constant('EXTRA' as const), name: fc.stringMatching(/^new_[a-z]{1,8}$/) },
    value: fc.jsonValue({ maxDepth: 3 }),
  }),
  fc.record({
    ...{ kind: fc.constant('VALUE' as const), at: fc.nat(60) },
    // A number in place of a text may be believed, and a listed word is no fault.
    value: fc.oneof(fc.constantFrom('of-somebody-else', '', null, {}, [], true, '<html>', DEEP), fc.object()),
    number: fc.constantFrom(...NUMERALS),
  }),
);

const RAW = /"@raw:([^@]*)@"/g;

const isLeaf = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Replaces every value for which `change` answers something else. */
const mapped = (value: unknown, change: (leaf: unknown) => unknown): unknown => {
  if (isLeaf(value)) return change(value);
  if (Array.isArray(value)) return value.map((each) => mapped(each, change));
  return Object.fromEntries(Object.entries(value as object).map(([name, each]) => [name, mapped(each, change)]));
};

const withExtras = (value: unknown, name: string, extra: unknown): unknown => {
  if (isLeaf(value)) return value;
  if (Array.isArray(value)) return value.map((each) => withExtras(each, name, extra));
  const fields = Object.entries(value as object).map(([key, each]) => [key, withExtras(each, name, extra)]);
  return { ...Object.fromEntries(fields), [name]: extra };
};

/** The text of an answer after the change; what is no JSON stays as it is. */
export const changed = (text: string, change: Change): string => {
  if (change.kind === 'WHOLE') return JSON.stringify(change.value);
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return text;
  }
  if (change.kind === 'EXTRA') return JSON.stringify(withExtras(said, change.name, change.value));
  let leaves = 0;
  mapped(said, () => {
    leaves += 1;
  });
  const chosen = change.at % Math.max(leaves, 1);
  let [place, isRaw] = [-1, false];
  const after = mapped(said, (leaf) => {
    place += 1;
    if (place !== chosen) return leaf;
    isRaw = typeof leaf === 'number';
    return isRaw ? `@raw:${change.number}@` : change.value;
  });
  const written = JSON.stringify(after);
  return isRaw ? written.replace(RAW, '$1') : written.replace(JSON.stringify(DEEP), DEEP);
};
