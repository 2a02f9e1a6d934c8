const CATEGORIES = ['partner', 'user', 'quote', 'cashout', 'deposit', 'watcher', 'webhook', 'link'] as const;

/** What a stream is about; each category belongs to one decider. */
export type StreamCategory = (typeof CATEGORIES)[number];

/** `<category>-<id>`, such as `cashout-bafk...`. */
export type StreamName = `${StreamCategory}-${string}`;

/** How the names of a category's streams begin. */
export type StreamPrefix = `${StreamCategory}-`;

export const streamNameOf = ({ category }: { readonly category: StreamCategory }, id: string): StreamName =>
  `${category}-${id}`;

export interface StreamParts {
  readonly category: StreamCategory;
  readonly id: string;
}

/** What a stream's name says; null when the text names no stream of ours. */
export const partsOfStream = (text: string): StreamParts | null => {
  const category = CATEGORIES.find((candidate) => text.startsWith(`${candidate}-`));
  return category === undefined ? null : { category, id: text.slice(category.length + 1) };
};

/** The stream that a row names. Throws when it is none of ours. */
export const streamNamed = (text: string): StreamName => {
  const parts = partsOfStream(text);
  if (parts === null) throw new Error(`Not the name of a stream: ${text}`);
  return streamNameOf(parts, parts.id);
};

/** Every stream that something of this id may have, and the one that the text itself names. */
export const streamsOfId = (id: string): readonly StreamName[] => {
  const named = partsOfStream(id);
  const ofEach = CATEGORIES.map((category) => streamNameOf({ category }, id));
  return named === null ? ofEach : [streamNameOf(named, named.id), ...ofEach];
};
