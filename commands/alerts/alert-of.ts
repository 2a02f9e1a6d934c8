import { type AlertKindName, KINDS } from './kinds';

export interface NamedAlert {
  readonly kind: AlertKindName;
  readonly subject: string;
  readonly severity: number;
}

/** Longer values are cut: the subject is part of a table's key. */
const LONGEST_PART = 200;

export const alertOf = (says: string, facts: Readonly<Record<string, string>>): NamedAlert => {
  const found = KINDS.find(([, { says: sentences }]) => sentences.includes(says));
  if (found === undefined) return { kind: 'unlisted', subject: says.slice(0, LONGEST_PART), severity: 0 };
  const [name, { says: sentences, about }] = found;
  const subject = about.map((part) => (facts[part] ?? 'unknown').slice(0, LONGEST_PART)).join(' ');
  return { kind: name, subject, severity: sentences.indexOf(says) };
};
