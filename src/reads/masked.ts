import type { Value } from '../../read-models/table';

/** Each sealed value becomes `{"sealed": true}`. */
export const masked = (value: Value): Value => {
  if (Array.isArray(value)) return value.map((each: Value) => masked(each));
  if (typeof value !== 'object' || value === null) return value;
  if (isSealed(value as { readonly [name: string]: Value })) return { sealed: true };
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, masked(each)]));
};

const isSealed = ({ sealed, box }: { readonly [name: string]: Value }): boolean =>
  typeof sealed === 'number' && typeof box === 'string';
