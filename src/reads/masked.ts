import type { Value } from '../../read-models/table';

/** Each sealed value becomes `{"sealed": true}`. */
export const masked = (value: Value): Value => {
  if (Array.isArray(value)) return value.map((each: Value) => masked(each));
  if (typeof value !== 'object' || value === null) return value;
  if (isSealed(value as { readonly [name: string]: Value })) return { sealed: true };
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, masked(each)]));
};

/** The JSON of the masked value. A value without a box has no sealed part, and is not built anew. */
export const maskedJson = (value: Value): string => {
  const text = JSON.stringify(value);
  return text.includes('"box":') ? JSON.stringify(masked(value)) : text;
};

const isSealed = ({ sealed, box }: { readonly [name: string]: Value }): boolean =>
  typeof sealed === 'number' && typeof box === 'string';
