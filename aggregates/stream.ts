/** What a stream is about; each category belongs to one decider. */
export type StreamCategory = 'partner' | 'user' | 'quote' | 'cashout' | 'deposit' | 'watcher' | 'webhook' | 'link';

/** `<category>-<id>`, such as `cashout-bafk...`. */
export type StreamName = `${StreamCategory}-${string}`;

/** How the names of a category's streams begin. */
export type StreamPrefix = `${StreamCategory}-`;

export const streamNameOf = ({ category }: { readonly category: StreamCategory }, id: string): StreamName =>
  `${category}-${id}`;
