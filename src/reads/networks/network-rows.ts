import type { Mode } from '../../../aggregates/partner/events';
import type { NetworkQuestions } from '../../../commands/ports/chains/network-standing';

export interface WatchedNetwork {
  readonly network: string;
  readonly mode: string | null;
  readonly block_number: string;
  readonly final_number: string;
  readonly looked_at: string | null;
  readonly questions: NetworkQuestions;
  readonly unread: number;
  readonly unread_since: string | null;
  readonly given_up: readonly GivenUp[];
}

interface GivenUp {
  readonly txid: string;
  readonly height: string;
  readonly reason: string;
  readonly givenUpAt: string;
}

/** Heights are digits. */
export interface NetworkRow {
  readonly network: string;
  /** False: it is not in NETWORKS_FILE any more. */
  readonly configured: boolean;
  readonly mode: string | null;
  /** The last block that was scanned; null: never looked at. */
  readonly cursor: string | null;
  readonly final: string | null;
  readonly lookedAt: string | null;
  readonly questions: NetworkQuestions;
  /** Transactions that could not be read and are still waited for. */
  readonly unread: number;
  readonly unreadSince: string | null;
  readonly givenUp: readonly GivenUp[];
}

interface Offered {
  readonly name: string;
  readonly mode: Mode;
}

export const networkRows = (offered: readonly Offered[], watched: readonly WatchedNetwork[]): readonly NetworkRow[] => {
  const names = new Set([...offered.map(({ name }) => name), ...watched.map(({ network }) => network)]);
  return [...names].map((name) =>
    rowOf(
      name,
      offered.find((network) => network.name === name),
      watched.find(({ network }) => network === name),
    ),
  );
};

const rowOf = (network: string, offered: Offered | undefined, row: WatchedNetwork | undefined): NetworkRow => ({
  network,
  configured: offered !== undefined,
  mode: offered?.mode ?? row?.mode ?? null,
  cursor: row?.block_number ?? null,
  final: row?.final_number ?? null,
  lookedAt: row?.looked_at ?? null,
  questions: row?.questions ?? {},
  unread: row?.unread ?? 0,
  unreadSince: row?.unread_since ?? null,
  givenUp: row?.given_up ?? [],
});
