import type { Clock } from '../../../commands/ports/clock';
import type { Query } from '../../../read-models/table';
import type { GaugeSource, Sample } from '../gauge-source';

export interface NewestHeights {
  readonly tell: (network: string, height: bigint) => void;
  /** Null when nothing was reported within a minute: the node is away. */
  readonly of: (network: string) => bigint | null;
}

/** Networks are polled every few seconds, and at least every 30 s while they fail. */
const TOLD_LATELY_MS = 60_000;

export const createNewestHeights = (clock: Clock): NewestHeights => {
  const told = new Map<string, { readonly height: bigint; readonly atMs: number }>();
  return {
    tell: (network, height) => void told.set(network, { height, atMs: clock.now() }),
    of: (network) => {
      const last = told.get(network);
      return last === undefined || clock.now() - last.atMs > TOLD_LATELY_MS ? null : last.height;
    },
  };
};

interface CursorRow {
  readonly network: string;
  readonly block_number: string;
  readonly final_number: string;
  readonly looked_at: string | null;
}

const HEAD = 'lastro_network_head_height';
const FINAL = 'lastro_network_final_height';
const CURSOR = 'lastro_network_cursor_height';
const LAST_LOOK = 'lastro_network_last_look_age_seconds';
const CURSORS = `SELECT network, block_number, final_number, looked_at FROM lastro.watch_cursors
  WHERE network = ANY($1::text[])`;

export interface NetworkGaugesOptions {
  readonly query: Query;
  readonly clock: Clock;
  /** Networks watched now; rows of earlier ones are ignored. */
  readonly networks: readonly string[];
  readonly newest: Pick<NewestHeights, 'of'>;
}

export const networkGauges = ({ query, clock, networks, newest }: NetworkGaugesOptions): GaugeSource => {
  const labels = ['network'];
  return {
    name: 'networks',
    families: {
      [HEAD]: { help: 'The newest block that a node reported', labels },
      [FINAL]: { help: 'The newest block that is final', labels },
      [CURSOR]: { help: 'The last block that was scanned', labels },
      [LAST_LOOK]: { help: 'Time since the start of the last successful scan', labels },
    },
    read: async () => {
      const rows = await query<CursorRow>(CURSORS, [networks]);
      const heads = networks.map((network) => [network, newest.of(network)] as const);
      return [
        ...rows.flatMap((row) => samplesOf(row, clock.now())),
        ...heads.flatMap(([network, height]) => (height === null ? [] : [heightOf(HEAD, network, height)])),
      ];
    },
  };
};

const samplesOf = ({ network, looked_at: lookedAt, ...row }: CursorRow, nowMs: number): readonly Sample[] => [
  heightOf(FINAL, network, BigInt(row.final_number)),
  heightOf(CURSOR, network, BigInt(row.block_number)),
  ...(lookedAt === null
    ? []
    : [{ name: LAST_LOOK, labels: { network }, value: Math.max(0, nowMs - Date.parse(lookedAt)) / 1_000 }]),
];

const heightOf = (name: string, network: string, height: bigint): Sample => ({
  ...{ name, labels: { network } },
  value: Number(height),
});
