import { parse } from 'lossless-json';

/** Every number as its text; undefined when the text is no JSON. */
export const jsonOf = (text: string): unknown => {
  try {
    return parse(text, null, (digits) => digits);
  } catch {
    return undefined;
  }
};
