import { isGood } from '../chain-chaos/partner';
import { maximumOf, medianOf } from './measuring/silence';
import type { Meddled } from './meddled';
import { isOlderCopy, type OlderCopy } from './older-copy';
import type { RealStoreOptions } from './options';
import { STAYS, type ThereAndBack } from './there-and-back';

/** What one run came to. Lists are empty where nothing could be measured. */
export interface Measured {
  readonly nodes: RealStoreOptions['nodes'];
  /** Of `ledger store check`; null where it found none. */
  readonly checkFault: string | null;
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  readonly moved: number;
  readonly paymentsLost: number;
  readonly paymentsTwice: number;
  readonly reads: number;
  readonly staleReads: number;
  readonly answers500: number;
  /** One a kill, in milliseconds. */
  readonly silenceAfterKillsMs: readonly number[];
  /** Told, without a limit: what freezes and a lost quorum cost. */
  readonly silenceAfterOthersMs: readonly number[];
  /** Of the service, to any node; null where it cannot be counted. */
  readonly connections: number | null;
  /** One an outage that readiness showed. */
  readonly readyAfterMs: readonly number[];
  readonly meddled: Meddled;
  readonly olderCopy: OlderCopy;
  readonly thereAndBack: ThereAndBack;
  readonly contract: { readonly passed: number; readonly total: number };
}

export interface Row {
  readonly measure: string;
  readonly measured: string;
  readonly toReach: string;
  readonly isReached: boolean;
}

const MOST_SILENCE_MS = { p50: 3_000, max: 6_000 };
const MOST_READY_AFTER_MS = 3_000;
const LEAST_READS = 2_000;

const seconds = (valueMs: number | null): string => (valueMs === null ? '-' : `${(valueMs / 1_000).toFixed(1)} s`);

const none = (measure: string, ...counts: readonly number[]): Row => ({
  ...{ measure, measured: counts.join(', '), toReach: counts.map(() => '0').join(', ') },
  isReached: counts.every((count) => count === 0),
});

const atMost = (measure: string, valueMs: number | null, limitMs: number): Row => ({
  ...{ measure, measured: seconds(valueMs), toReach: `<= ${limitMs / 1_000} s` },
  isReached: valueMs === null || valueMs <= limitMs,
});

const told = (measure: string, measured: string): Row => ({ measure, measured, toReach: '', isReached: true });

const meddledRow = ({ streams, parked, quoteStatus }: Meddled): Row => ({
  measure: 'own streams deleted by others, parked; a quote',
  measured: `${parked} of ${streams}; ${quoteStatus}`,
  toReach: 'all; 2xx',
  isReached: parked === streams && isGood({ status: quoteStatus }),
});

const olderCopyRow = ({ quoteStatus, refusal }: OlderCopy): Row => ({
  measure: 'older copy of the store restored: a quote; a start',
  measured: `${quoteStatus ?? 'not noticed'}; ${isOlderCopy(refusal) ? 'refused' : (refusal ?? 'started')}`,
  toReach: '503; refused',
  isReached: quoteStatus === 503 && isOlderCopy(refusal),
});

const thereAndBackRow = ({ equal, rebuilds, paid, differences }: ThereAndBack): Row => ({
  measure: 'embedded store to here and back: rebuilds equal; paid; differences',
  measured: `${equal} of ${rebuilds}; ${paid}; ${differences}`,
  toReach: `all; ${STAYS}; 0`,
  isReached: equal === rebuilds && paid === STAYS && differences === 0,
});

/** Nobody takes over from a single node: it costs what its own start takes, and is told without a limit. */
const silenceRows = ({ nodes, silenceAfterKillsMs: allMs }: Measured): readonly Row[] => {
  const limited = (name: 'p50' | 'max', valueMs: number | null): Row => {
    const measure = `silence, leader killed, ${name}`;
    return nodes === 1 ? told(measure, seconds(valueMs)) : atMost(measure, valueMs, MOST_SILENCE_MS[name]);
  };
  return [limited('p50', medianOf(allMs)), limited('max', maximumOf(allMs))];
};

/** One row for each measure, in the order in which they are asked for. */
export const rowsOf = (measured: Measured): readonly Row[] => {
  const { contract, connections, reads } = measured;
  return [
    {
      ...{ measure: 'contract suite, tests passed', measured: `${contract.passed} of ${contract.total}` },
      ...{ toReach: 'all', isReached: contract.total > 0 && contract.passed === contract.total },
    },
    {
      ...{ measure: 'ledger store check, faults', measured: measured.checkFault === null ? '0' : '1', toReach: '0' },
      isReached: measured.checkFault === null,
    },
    told('acknowledged appends', String(measured.acknowledged)),
    none('... lost, doubled, moved', measured.lost, measured.doubled, measured.moved),
    none('payments lost, paid twice', measured.paymentsLost, measured.paymentsTwice),
    {
      ...{ measure: 'stale reads', measured: `${measured.staleReads} of ${reads}`, toReach: `0 of ${LEAST_READS}` },
      isReached: measured.staleReads === 0 && reads >= LEAST_READS,
    },
    none('answers 500', measured.answers500),
    ...silenceRows(measured),
    told('silence, freezes and lost quorum', measured.silenceAfterOthersMs.map(seconds).join(', ') || '-'),
    {
      ...{ measure: 'store connections 30 s after', measured: String(connections ?? '-'), toReach: '1' },
      isReached: connections === null || connections === 1,
    },
    atMost('ready after the store answers, max', maximumOf(measured.readyAfterMs), MOST_READY_AFTER_MS),
    meddledRow(measured.meddled),
    olderCopyRow(measured.olderCopy),
    thereAndBackRow(measured.thereAndBack),
  ];
};

/** The table, as lines. */
export const tableOf = (rows: readonly Row[]): readonly string[] => {
  const head = { measure: 'measure', measured: 'measured', toReach: 'to reach', isReached: true };
  const width = (column: 'measure' | 'measured' | 'toReach'): number =>
    Math.max(...[head, ...rows].map((row) => row[column].length));
  const line = (row: Row, end: string): string =>
    [
      row.measure.padEnd(width('measure')),
      row.measured.padEnd(width('measured')),
      row.toReach.padEnd(width('toReach')),
      end,
    ]
      .join('  ')
      .trimEnd();
  return [line(head, ''), ...rows.map((row) => line(row, row.isReached ? '' : 'MISSED'))];
};
