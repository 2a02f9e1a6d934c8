import type { ChainReader } from '../../../commands/ports/chains/chain-reader';
import { createBoundedMap } from '../../../commands/timing/bounded-map';
import { systemClock } from '../../clock';
import { createHeads } from '../looking/heads';
import { createSightings } from '../looking/sightings';
import { createBlockTimes } from '../nodes/block-times';
import { connectNodes } from '../nodes/nodes';
import type { EndpointOptions } from '../nodes/rpc/open-endpoint';
import type { ChainReaderOptions } from '../reader-options';
import { find } from './find';
import { closedHistory, proveClosed } from './history';
import { judge, read } from './judge';
import type { ClosedNode } from './node';
import { rescan, scan } from './scan';
import type { ClosedScope } from './scope';
import { type ClosedWatch, closedWatchOf } from './watch';

const REQUEST_TIMEOUT_MS = 5_000;
const MOST_REMEMBERED_MOVEMENTS = 10_000;

export type ConnectClosedNode = (endpoint: EndpointOptions, watch: ClosedWatch) => ClosedNode;

const scopeOf = (options: ChainReaderOptions, connect: ConnectClosedNode): ClosedScope => {
  const { network, logger, clock = systemClock, requestTimeoutMs: timeoutMs = REQUEST_TIMEOUT_MS } = options;
  const watch = closedWatchOf(options);
  const nodes = connectNodes({
    ...options,
    ...{ network: network.name, timeoutMs, headers: network.headers ?? {} },
    callsPerSecond: network.callsPerSecond ?? null,
    connect: (endpoint) => connect(endpoint, watch),
    proveNode: (node, kept) => proveClosed(node, { watch }, kept),
  });
  return {
    ...{ watch, nodes, clock, logger },
    times: createBlockTimes(clock, network.blockTimeToleranceSeconds),
    sightings: createSightings(clock),
    scanned: createBoundedMap(MOST_REMEMBERED_MOVEMENTS),
  };
};

/** The ChainReader of a family that is read at finality only. Throws on an invalid configuration. */
export const createClosedReader = (options: ChainReaderOptions, connect: ConnectClosedNode): ChainReader => {
  const scope = scopeOf(options, connect);
  const { watch, nodes, clock } = scope;
  const { network, identity, receivers } = watch;
  return {
    network,
    heads: createHeads({
      ...{ network, identity, receivers, nodes, clock },
      ...{ history: closedHistory(scope), isClosed: true },
    }),
    hashAt: (height) => nodes.onOne((node) => node.hashAt(height)),
    scan: (request) => scan(scope, request),
    rescan: (from, to) => rescan(scope, from, to),
    read: (transactions) => read(scope, transactions),
    judge: (movements) => judge(scope, movements),
    find: (txids) => find(scope, txids),
    close: nodes.close,
  };
};
