import { type FaultyServer, TRANSPORT_FAULTS } from '../../../infra/chains/served/faulty-server';
import type { NetworkFiles } from '../installation';

export interface Sending {
  /** `look-alike`: the token's name by a foreign issuer. */
  readonly asset: 'coin' | 'token' | 'look-alike';
  readonly amount: bigint;
  /** Empty: none. */
  readonly memo: string;
}

/** Where a transaction that succeeded landed. */
export interface Place {
  readonly position: string;
  readonly height: number;
  readonly blockTimeMs: number;
}

export interface ClosedEndpoint {
  readonly url: string;
  /** From now on wrong in this way; null: as it should be. */
  readonly endure: (fault: string | null) => void;
  readonly close: () => Promise<void>;
}

/** A chain that is read at finality only, with two endpoints over one ledger in memory. */
export interface ClosedNetwork {
  readonly files: NetworkFiles;
  readonly endpoints: readonly ClosedEndpoint[];
  /** Faults that a reader notices on any endpoint. */
  readonly faults: readonly string[];
  /** Those of one endpoint alone. */
  readonly lies: readonly string[];
  /** Makes the blocks that are due. */
  readonly pass: () => void;
  readonly newest: () => number;
  /** Builds and signs by the family's SDK; answers the transaction's id. */
  readonly send: (sending: Sending) => Promise<string>;
  readonly places: () => ReadonlyMap<string, Place>;
  /** Every endpoint forgets the blocks before the newest. */
  readonly forget: () => void;
}

/** Faults of every server of ours. */
export const SHARED_FAULTS: readonly string[] = [
  ...['dropConnections', 'garbage', 'half', 'tooManyRequests', 'slow'],
  ...['refuseRanges', 'prune', 'goBack', 'standStill', 'repeat'],
];

/** Repeats the first answer. */
export const standingStill = <Answer>(): ((answer: Answer) => Answer) => {
  let first: Answer | undefined;
  return (answer) => {
    first ??= answer;
    return first;
  };
};

/** Runs `step` as often as an interval has passed since the beginning. */
export const everyMs = (intervalMs: number, step: () => void): (() => void) => {
  const startedMs = Date.now();
  let done = 0;
  return () => {
    for (const due = Math.floor((Date.now() - startedMs) / intervalMs); done < due; done += 1) step();
  };
};

/** A server of ours, with what its faults and lies are switched by. */
export interface Switches<Lie> {
  readonly server: FaultyServer;
  readonly setFault: (fault: string | null) => void;
  readonly setLie: (lie: Lie) => void;
  readonly honest: Lie;
  /** Made anew each time: a lie may remember. */
  readonly lies: Readonly<Record<string, () => Lie>>;
}

export const endpointOf = <Lie>({ server, setFault, setLie, honest, lies }: Switches<Lie>): ClosedEndpoint => ({
  ...{ url: server.url, close: server.close },
  endure: (fault) => {
    const ofTransport = TRANSPORT_FAULTS.find((one) => one === fault) ?? null;
    const lie = fault === null ? undefined : lies[fault];
    server.fault = ofTransport;
    setLie(lie?.() ?? honest);
    setFault(ofTransport === null && lie === undefined ? fault : null);
  },
});
