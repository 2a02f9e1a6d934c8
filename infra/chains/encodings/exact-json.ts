const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

const isExact = (number: string): boolean => Math.abs(Number(number)) <= Number.MAX_SAFE_INTEGER;

/** JSON in which a number too large to be exact is read as its text. Throws as `JSON.parse`. */
export const parseExactly = (text: string): unknown =>
  JSON.parse(text.replace(TOKEN, (token) => (token.startsWith('"') || isExact(token) ? token : `"${token}"`)));
