/** Whom a key belongs to: two partners may use the same one. */
export interface BookKey {
  readonly partnerId: string;
  readonly idempotencyKey: string;
}

/** JSON that survives being stored: amounts as digits. */
export type BookEntry = object;

export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
  /** Of what was opened at `fromMs`, only keys behind this one; empty: all. */
  readonly after?: string;
}

export interface Opened {
  readonly openedAtMs: number;
}

/** A simulated provider's books, such as its charges. Every method is atomic across processes and outlives them. */
export interface Book<Entry extends BookEntry> {
  /** Keeps what the step makes of the entry, which is null when there is none; null from the step keeps it as it is. */
  readonly change: (key: BookKey, nowMs: number, step: (entry: Entry | null) => Entry | null) => Promise<Entry | null>;
  readonly find: (key: BookKey) => Promise<Entry | null>;
  /** Forgets what belongs to the partner. */
  readonly empty: (partnerId: string) => Promise<void>;
  /** Opened in `[fromMs, toMs)`, oldest first and then by key, at most `limit`. */
  readonly list: (partnerId: string, window: Window) => Promise<readonly (Entry & BookKey & Opened)[]>;
}

export type OpenBook = <Entry extends BookEntry>(name: string) => Book<Entry>;
