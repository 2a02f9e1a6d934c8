export type TlvFields = ReadonlyMap<string, string>;

const HEAD = /^(\d\d)(\d\d)/;
const HEAD_LENGTH = 4;

/** Repeated `id(2) length(2) value`. Null when malformed or when an id repeats: two readers could see two amounts. */
export const parseTlv = (text: string): TlvFields | null => {
  const fields = new Map<string, string>();
  let rest = text;
  while (rest !== '') {
    const [, id = '', length = ''] = HEAD.exec(rest) ?? [];
    const end = HEAD_LENGTH + Number.parseInt(length, 10);
    if (id === '' || end > rest.length || fields.has(id)) return null;
    fields.set(id, rest.slice(HEAD_LENGTH, end));
    rest = rest.slice(end);
  }
  return fields;
};

/** Throws a RangeError for a value of more than 99 characters. */
export const tlv = (id: string, value: string): string => {
  if (value.length > 99) throw new RangeError(`Field ${id} has ${value.length} characters; 99 fit`);
  return `${id}${value.length.toString().padStart(2, '0')}${value}`;
};
