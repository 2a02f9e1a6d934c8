import type { NetworkName } from '../../../aggregates/chain';
import type { Alert } from '../../../commands/alerts/kinds';
import type { Clock } from '../../../commands/ports/clock';
import type { ChainNode } from './chain-node';

export interface Standings {
  readonly isAside: (node: ChainNode) => boolean;
  readonly setAside: (node: ChainNode, reason: string) => void;
  readonly isProved: (node: ChainNode) => boolean;
  readonly proved: (node: ChainNode) => void;
  readonly doubt: (node: ChainNode, error: unknown) => void;
}

/** Long enough for an operator to look, short enough for a repaired node. */
const ASIDE_MS = 60 * 60_000;
/** Longer than a look; the next look proves again. */
const PROOF_MS = 10_000;
const ALERT_AGAIN_MS = 60 * 60_000;

/** A node contradicts itself, a kept hash, or our clock. */
export const contradiction = (label: string, words: string): Error =>
  Object.assign(new Error(`${label} ${words}`), { name: 'Contradiction' });

export const isContradiction = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'Contradiction';

export interface StandingsOptions {
  readonly network: NetworkName;
  readonly clock: Clock;
  readonly logger: { readonly warn: (facts: object, message: string) => void };
  readonly alert: Alert;
}

export const createStandings = ({ network, clock, logger, alert }: StandingsOptions): Standings => {
  const asideSince = new Map<ChainNode, number>();
  const provedAt = new Map<ChainNode, number>();
  const contradictions = new Map<ChainNode, number>();
  const alertedAt = new Map<ChainNode, number>();
  const isYounger = (since: number | undefined, ageMs: number): boolean => {
    const now = clock.now();
    return since !== undefined && since <= now && now - since < ageMs;
  };
  const count = (node: ChainNode, { message }: Error): void => {
    const counted = (contradictions.get(node) ?? 0) + 1;
    contradictions.set(node, counted);
    logger.warn({ network, node: node.label, contradictions: counted, reason: message }, 'A node contradicts itself');
    if (isYounger(alertedAt.get(node), ALERT_AGAIN_MS)) return;
    alertedAt.set(node, clock.now());
    alert('A node contradicts itself or the known history', { network, node: node.label, reason: message });
  };
  return {
    isAside: (node) => isYounger(asideSince.get(node), ASIDE_MS),
    setAside: (node, reason) => {
      asideSince.set(node, clock.now());
      alert('A node contradicts the final history: the service ignores it for an hour', {
        network,
        node: node.label,
        reason,
      });
    },
    isProved: (node) => isYounger(provedAt.get(node), PROOF_MS),
    proved: (node) => void provedAt.set(node, clock.now()),
    doubt: (node, error) => {
      // After a failure another machine may answer under the same name.
      provedAt.delete(node);
      if (isContradiction(error)) count(node, error);
    },
  };
};
