import type { AheadOfClock, ForeignChain } from '../../../commands/ports/chains/chain-reader';

/** Structured-cloned, so without functions. */
export type ReaderQuestion = { readonly id: number; readonly reader: number } & (
  | { readonly kind: 'open'; readonly options: object }
  | { readonly kind: 'call'; readonly method: string; readonly parameters: readonly unknown[] }
);

export interface OpenedReader {
  readonly network: string;
  readonly methods: readonly string[];
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface ReaderSaying {
  readonly kind: 'said';
  readonly reader: number;
  readonly to: LogLevel | 'alert';
  readonly parameters: readonly unknown[];
}

/** The fields of an error that survive the crossing. */
export interface ReaderFailure
  extends Partial<Pick<AheadOfClock, 'aheadOfClockMs'> & Pick<ForeignChain, 'foreignChain'>> {
  readonly name: string;
  readonly message: string;
}

export type ReaderAnswer =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | ({ readonly kind: 'failure'; readonly id: number } & ReaderFailure);
