/** A piece of foreign text: shown as it is, or by the name of its code point. */
export interface Piece {
  readonly text: string;
  /** The characters cannot be seen, or would change how their neighbours are drawn. */
  readonly isMarked: boolean;
}

export interface Bounded {
  readonly pieces: readonly Piece[];
  /** Characters beyond the limit. */
  readonly left: number;
}

/**
 * Controls, formats (zero width, right-to-left), lone surrogates, unassigned code points, separators and what fonts leave
 * out, but for the space, the line feed, the tab and the picture selector of emoji; and more than four marks on a letter.
 */
const UNSEEN = /(?:(?!\uFE0F|[ \n\t])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800])+|(?<=\p{M}{4})\p{M}+/gu;

const MOST_MARKS = 16;

const namesOf = (characters: string): string => {
  const names = Array.from(characters, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  });
  return names.length <= MOST_MARKS ? names.join(' ') : `${names[0] ?? ''} ×${names.length}`;
};

const cut = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  // Half of a pair would look like a lone surrogate.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
  return text.slice(0, end);
};

/** Foreign text as pieces that show every character, and at most `limit` of them. */
export const visible = (text: string, limit: number): Bounded => {
  const kept = cut(text, limit);
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of kept.matchAll(UNSEEN)) {
    if (match.index > from) pieces.push({ text: kept.slice(from, match.index), isMarked: false });
    pieces.push({ text: namesOf(match[0]), isMarked: true });
    from = match.index + match[0].length;
  }
  if (from < kept.length) pieces.push({ text: kept.slice(from), isMarked: false });
  return { pieces, left: text.length - kept.length };
};

/** The same as one text, for places that take no elements: a title, an address, a command. */
export const visibleText = (text: string, limit: number): string => {
  const { pieces, left } = visible(text, limit);
  return `${pieces.map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text)).join('')}${left > 0 ? '…' : ''}`;
};
