import type { AheadOfClock, ForeignChain } from '../../../commands/ports/chain-reader';

/** What the main thread asks. Everything in a message can be cloned: no functions. */
export type ReaderQuestion = { readonly id: number; readonly reader: number } & (
  | { readonly kind: 'open'; readonly options: object }
  | { readonly kind: 'call'; readonly method: string; readonly parameters: readonly unknown[] }
);

/** The answer to `open`. */
export interface OpenedReader {
  readonly network: string;
  readonly methods: readonly string[];
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** What a reader says without being asked: a line for the log, or an alert. */
export interface ReaderSaying {
  readonly kind: 'said';
  readonly reader: number;
  readonly to: LogLevel | 'alert';
  readonly parameters: readonly unknown[];
}

/** What an error keeps on its way: its words, and what the port says that an error may tell. */
export interface ReaderFailure
  extends Partial<Pick<AheadOfClock, 'aheadOfClockMs'> & Pick<ForeignChain, 'foreignChain'>> {
  readonly name: string;
  readonly message: string;
}

export type ReaderAnswer =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | ({ readonly kind: 'failure'; readonly id: number } & ReaderFailure);
