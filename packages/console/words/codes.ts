/** The text for a code of the service, or the code itself where this page is older. */
export const wordFor = (words: Readonly<Record<string, string>>, code: string): string =>
  Object.entries(words).find(([known]) => known === code)?.[1] ?? code;

export const wordsFor = (words: Readonly<Record<string, string>>, codes: readonly string[]): string =>
  codes.map((code) => wordFor(words, code)).join(', ');
