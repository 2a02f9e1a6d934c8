const CATEGORIES = [
  ...(['partner', 'user', 'quote', 'cashout', 'deposit', 'watcher', 'webhook', 'link', 'ledger', 'closing'] as const),
  ...(['operators', 'peggedBalance', 'withdrawal', 'kycSession', 'documentLookups', 'console'] as const),
  ...(['cashin', 'refundTransfer', 'foundTransfer', 'halts', 'limit', 'members'] as const),
] as const;

export const STREAM_CATEGORIES: readonly (typeof CATEGORIES)[number][] = CATEGORIES;

export type StreamCategory = (typeof CATEGORIES)[number];

/** `<category>-<id>`, such as `cashout-bafk...`. */
export type StreamName = `${StreamCategory}-${string}`;

export type StreamPrefix = `${StreamCategory}-`;

export const STREAM_PREFIXES: readonly StreamPrefix[] = CATEGORIES.map((category) => `${category}-` as const);

export const streamNameOf = ({ category }: { readonly category: StreamCategory }, id: string): StreamName =>
  `${category}-${id}`;

export interface StreamParts {
  readonly category: StreamCategory;
  readonly id: string;
}

export const partsOfStream = (text: string): StreamParts | null => {
  const category = CATEGORIES.find((candidate) => text.startsWith(`${candidate}-`));
  return category === undefined ? null : { category, id: text.slice(category.length + 1) };
};

export const streamNamed = (text: string): StreamName => {
  const parts = partsOfStream(text);
  if (parts === null) throw new Error(`Not a valid stream name: ${text}`);
  return streamNameOf(parts, parts.id);
};

/** Every stream that may have this id, and the stream that the text itself names. */
export const streamsOfId = (id: string): readonly StreamName[] => {
  const named = partsOfStream(id);
  const ofEach = CATEGORIES.map((category) => streamNameOf({ category }, id));
  return named === null ? ofEach : [streamNameOf(named, named.id), ...ofEach];
};
