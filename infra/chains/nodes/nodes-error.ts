import type { NetworkName } from '../../../aggregates/chain';
import { aheadOfClockMs } from './block-times';

export type NodesError = Error & { readonly failures: readonly unknown[] };

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'no reason given');

export const nodesError = (network: NetworkName, failures: readonly unknown[]): NodesError => {
  const messages = failures.map(messageOf).join('; ');
  const message = `${network}: ${messages === '' ? 'every endpoint is set aside after a contradiction' : messages}`;
  const aheadMs = failures.map(aheadOfClockMs).filter((ms) => ms !== null);
  // Our own clock is suspect only when every node is ahead of it.
  const isAhead = aheadMs.length > 0 && aheadMs.length === failures.length;
  const clock = isAhead ? { aheadOfClockMs: Math.min(...aheadMs) } : {};
  return Object.assign(new Error(message), { name: 'NodesError', failures, ...clock, ...foreign(failures) });
};

/** A foreign chain on every node is the operator's mistake. */
const foreign = (failures: readonly unknown[]): { readonly foreignChain?: string } => {
  const chains = failures.map((error) =>
    error instanceof Error && 'foreignChain' in error ? error.foreignChain : null,
  );
  const [first] = chains;
  return typeof first === 'string' && !chains.includes(null) ? { foreignChain: first } : {};
};

export const failuresOf = (error: unknown): readonly unknown[] =>
  error instanceof Error && error.name === 'NodesError' ? (error as NodesError).failures : [error];
