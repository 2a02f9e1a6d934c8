export type TlvFields = ReadonlyMap<string, string>;

const ZERO = 48;

const digitAt = (text: string, index: number): number | null => {
  const digit = text.charCodeAt(index) - ZERO;
  return digit >= 0 && digit <= 9 ? digit : null;
};

const twoDigitsAt = (text: string, index: number): number | null => {
  const tens = digitAt(text, index);
  const units = digitAt(text, index + 1);
  return tens === null || units === null ? null : tens * 10 + units;
};

/**
 * Repeated `id(2) length(2) value`, lengths in characters (design: rails, section 1.1); null when malformed. A repeated
 * id is refused: two readers could see two amounts. Unique ids also bound the walk to a hundred fields.
 */
export const parseTlv = (text: string): TlvFields | null => {
  const fields = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    const length = twoDigitsAt(text, at + 2);
    const id = text.slice(at, at + 2);
    const end = at + 4 + (length ?? 0);
    if (twoDigitsAt(text, at) === null || length === null || end > text.length || fields.has(id)) return null;
    fields.set(id, text.slice(at + 4, end));
    at = end;
  }
  return fields;
};

/** Throws a RangeError for a value of more than 99 characters. */
export const tlv = (id: string, value: string): string => {
  if (value.length > 99) throw new RangeError(`Field ${id} has ${value.length} characters; 99 fit`);
  return `${id}${value.length.toString().padStart(2, '0')}${value}`;
};
