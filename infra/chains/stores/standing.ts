import type { Mode } from '../../../aggregates/partner/events';
import type {
  NetworkQuestions,
  NetworkStanding,
  ReadNetworkStanding,
} from '../../../commands/ports/chains/network-standing';
import type { Clock } from '../../../commands/ports/clock';
import type { Query } from '../../../read-models/table';

/** Cache age: quotes and intents are many, watchers write a few times a second. */
const KEPT_MS = 1_000;

interface StandingRow {
  readonly network: string;
  readonly mode: Mode | null;
  readonly looked_at: string | null;
  readonly questions: NetworkQuestions;
}

interface Kept {
  readonly atMs: number;
  readonly standing: Promise<NetworkStanding | null>;
}

/** Network standings as any watcher saved them. */
export const createStandings = (query: Query, clock: Clock): ReadNetworkStanding => {
  const kept = new Map<string, Kept>();
  return (network) => {
    const known = kept.get(network);
    const nowMs = clock.now();
    if (known !== undefined && nowMs >= known.atMs && nowMs - known.atMs < KEPT_MS) return known.standing;
    const standing = readStanding(query, network);
    kept.set(network, { atMs: nowMs, standing });
    standing.catch(() => kept.delete(network));
    return standing;
  };
};

const readStanding = async (query: Query, name: string): Promise<NetworkStanding | null> => {
  const text = 'SELECT network, mode, looked_at, questions FROM lastro.watch_cursors WHERE network = $1';
  const [row] = await query<StandingRow>(text, [name]);
  if (row === undefined) return null;
  const { network, mode, looked_at: lookedAt, questions } = row;
  return { network, mode, lookedAt, questions };
};
