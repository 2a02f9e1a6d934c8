import { type Document, resolved, type Schema } from './document';
import type { Random } from './random';

/** Objects whose keys are what a careless program asks of every object. */
const OBJECTS: readonly string[] = [
  '{}',
  '{"toString":1}',
  '{"toString":null,"valueOf":null}',
  '{"valueOf":1}',
  '{"toJSON":1}',
  '{"constructor":1}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"prototype":{}}',
  '{"__proto__":{}}',
  '{"__proto__":{"toString":1}}',
  '{"hasOwnProperty":1}',
  '{"then":1}',
  '{"length":1e9}',
  '{"length":-1,"0":"x"}',
  '{"message":{"toString":1}}',
  '{"$ref":"#"}',
  '{"type":"Buffer","data":[1]}',
  '{"a":{"toString":1}}',
];

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** JSON texts of every type, each of which may stand wherever a value may. A list or an object is in no scalar field right. */
export const SCALAR_TEXTS: readonly string[] = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1.5',
  '0.005',
  '1e400',
  '-1e400',
  '1e21',
  '1e308',
  '9007199254740993',
  '2147483648',
  '""',
  '" "',
  '"0"',
  '"NaN"',
  '"null"',
  '"toString"',
  '"constructor"',
  '"__proto__"',
  '"\\u0000"',
  '"\\ud800"',
  '"\\ud83d\\ude00"',
  '"\' OR 1=1 --"',
  '"../../etc/passwd"',
  '"\\r\\nX-Injected: 1"',
  '"%00"',
  '"１２７．０．０．１"',
  `"${'a'.repeat(5_000)}"`,
  `"${'9'.repeat(400)}"`,
];

export const OBJECT_TEXTS: readonly string[] = [
  ...OBJECTS,
  '[]',
  '[null]',
  '[[]]',
  '[""]',
  deep(20),
  deep(40),
  deep(10_000),
  ...OBJECTS.map((text) => `[${text}]`),
  '[{"toString":1},{"toString":1}]',
];

export const HOSTILE_TEXTS: readonly string[] = [...SCALAR_TEXTS, ...OBJECT_TEXTS];

/** A place in a body; the steps lead there, and none is the body itself. */
export interface Field {
  readonly steps: readonly string[];
  readonly schema: Schema;
}

const DEEPEST = 4;
/** A key that stands for any, where an object lists none. */
const ANY_KEY = 'x-any';

/** Every field of a body, the body first, and what lists and maps hold. */
export const fieldsOf = (document: Document, given: Schema, steps: readonly string[] = []): readonly Field[] => {
  const schema = resolved(document, given);
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? [])];
  const own = [
    ...Object.entries(schema.properties ?? {}),
    ...(schema.items === undefined ? [] : [['0', schema.items] as const]),
    ...(typeof schema.additionalProperties === 'object' ? [[ANY_KEY, schema.additionalProperties] as const] : []),
  ];
  const inside =
    steps.length >= DEEPEST ? [] : own.flatMap(([name, field]) => fieldsOf(document, field, [...steps, name]));
  const alternatives = parts.flatMap((part) => fieldsOf(document, part, steps).slice(1));
  return [{ steps, schema }, ...inside, ...alternatives];
};

/** A string, a number or a boolean, with any limits. */
export const isScalar = ({ schema }: Field): boolean =>
  schema.enum !== undefined || ['string', 'integer', 'number', 'boolean'].includes(schema.type ?? '');

const PLACE = '"@here@"';

const MARK = /"@(\d+)@"/g;

/** Stands for one of the texts, many of which no JavaScript value becomes when it is written as JSON. */
export const anyHostile = (random: Random): string => `@${random.below(HOSTILE_TEXTS.length)}@`;

/** The JSON text with each placeholder replaced by its hostile text. */
export const unmasked = (json: string): string =>
  json.replace(MARK, (mark, index: string) => HOSTILE_TEXTS[Number(index)] ?? mark);

/** A JSON value as a client would write it into a URL. */
export const asUrlText = (json: string): string => (json.startsWith('"') ? json.slice(1, -1) : json);

/** The body as JSON text, with the given text at the field's place. */
export const withText = (body: unknown, { steps }: Field, text: string): string =>
  JSON.stringify(planted(body, steps)).replace(PLACE, () => text);

const planted = (value: unknown, [step, ...rest]: readonly string[]): unknown => {
  if (step === undefined) return JSON.parse(PLACE);
  if (step === '0') return [planted(Array.isArray(value) ? value[0] : undefined, rest)];
  const known = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  return { ...known, [step]: planted((known as Record<string, unknown>)[step], rest) };
};
