import { type Document, resolved, type Schema } from './document';
import { anyHostile } from './hostile';
import type { Random } from './random';

/** Plausible texts of the domain, so that some requests get far. */
const KNOWN_TEXTS: readonly string[] = [
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913FULANO DE TAL6008BRASILIA62070503***63041D3D',
  '23793381286008301352856000063307789840000150000',
  'GC-SBX-STEAM-5000-DS',
  'https://example.com/hook',
  'maria@exemplo.com',
  '+5511987654321',
  '1h',
  'BRL',
  'local',
  'ethereum',
  'solana',
  'email',
  '0x00000000000000000000000000000000000000aa',
  '0f8fad5b-d9cb-469f-a165-70867728950e',
];

export interface ValueSource {
  readonly random: Random;
  readonly document: Document;
  /** Ids that earlier answers have named. */
  readonly ids: readonly string[];
  /** Those of them that fit a field or a parameter of this name. */
  readonly named: (name: string) => readonly string[];
}

const DEEPEST = 6;
/** Share of the fields with known ids that get one. */
const KNOWN_SHARE = 0.6;

/** A value of the schema, or now and then one that is not. */
export const valueFor = (source: ValueSource, given: Schema, depth = 0): unknown => {
  const { random, document } = source;
  const schema = resolved(document, given);
  if (depth > DEEPEST || random.chance(0.06)) return anyHostile(random);
  const [choice] = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  if (choice !== undefined) return valueFor(source, random.pick(schema.anyOf ?? schema.allOf ?? [choice]), depth + 1);
  if (schema.enum !== undefined) return random.pick(schema.enum);
  if (schema.example !== undefined && random.chance(0.6)) return schema.example;
  return byType(source, schema, depth);
};

const byType = (source: ValueSource, schema: Schema, depth: number): unknown => {
  const { random } = source;
  switch (schema.type ?? 'string') {
    case 'object':
      return objectOf(source, schema, depth);
    case 'array':
      return Array.from({ length: random.below(4) }, () => valueFor(source, schema.items ?? {}, depth + 1));
    case 'integer':
      return random.pick([201, 202, 9_001, 9_002, 1, 20, 0, 2 ** 31]);
    case 'number':
      return random.pick([100, 0.01, 12.34, 10.005, 1_000_000, 9_999.99]);
    case 'boolean':
      return random.chance(0.5);
    default:
      return textFor(source);
  }
};

const objectOf = (source: ValueSource, schema: Schema, depth: number): unknown => {
  const { random } = source;
  const required = new Set(schema.required ?? []);
  const entries = Object.entries(schema.properties ?? {})
    .filter(([name]) => random.chance(required.has(name) ? 0.97 : 0.4))
    .map(([name, property]) => [name, knownOf(source, name) ?? valueFor(source, property, depth + 1)] as const);
  const extra = random.chance(0.05) ? [[random.pick(['partnerId', 'userId', '__proto__', 'x']), textFor(source)]] : [];
  return Object.fromEntries([...entries, ...extra]);
};

/** Null now and then, and where nothing of this name is known. */
export const knownOf = ({ random, named }: ValueSource, name: string): string | null => {
  const known = named(name);
  return known.length > 0 && random.chance(KNOWN_SHARE) ? random.pick(known) : null;
};

export const textFor = ({ random, ids }: ValueSource): string =>
  ids.length > 0 && random.chance(0.5) ? random.pick(ids) : random.pick(KNOWN_TEXTS);
