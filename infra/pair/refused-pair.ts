import type { Refusal } from '../../commands/pair/refusing/refusal';
import { refusalWords } from '../../commands/pair/refusing/refusal-words';

/** Two looks said it: this process must not start. The message is for an operator. */
export type RefusedPair = Error & { readonly refusal: Refusal };

export const refusedPair = (refusal: Refusal): RefusedPair =>
  Object.assign(new Error(refusalWords(refusal)), { name: 'RefusedPair', refusal });

export const isRefusedPair = (error: unknown): error is RefusedPair =>
  error instanceof Error && error.name === 'RefusedPair';
