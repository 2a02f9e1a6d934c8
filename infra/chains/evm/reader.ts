import type { ChainReader } from '../../../commands/ports/chains/chain-reader';
import { createBoundedMap } from '../../../commands/timing/bounded-map';
import { systemClock } from '../../clock';
import { createHeads } from '../looking/heads';
import { createSightings } from '../looking/sightings';
import type { Finality } from '../network-settings';
import { createBlockTimes } from '../nodes/block-times';
import { CALLS_PER_SECOND, connectNodes } from '../nodes/nodes';
import { createPace } from '../nodes/pace';
import type { ChainReaderOptions } from '../reader-options';
import { find } from './judging/find';
import { judge } from './judging/judging';
import { readAgain } from './judging/read-again';
import { createCalledGone } from './looking/called-gone';
import { coinBalances } from './looking/coin-balances';
import { evmHistory } from './looking/look';
import type { EvmScope } from './looking/scope';
import { connectNode } from './nodes/node';
import { proveNode } from './nodes/prove-node';
import { watchOf } from './protocol/watch';
import { canonicalHash } from './scanning/gap';
import { MOST_HEADERS, MOST_RESCANNED_BLOCKS, MOST_WHOLE_BLOCKS, rescan, scan } from './scanning/scan';

const REQUEST_TIMEOUT_MS = 5_000;

/** Limits the calls of one piece of work at the endpoint's rate, for any block. */
const MOST_SECONDS_OF_SINGLE_CALLS = 10;

/** About 6 MB; more than two blocks full of transfers to us. */
const MOST_REMEMBERED_TRANSACTIONS = 10_000;
const MOST_REMEMBERED_ARRIVALS = 1_000;

const mustBeFinality = (name: string, finality: Finality): void => {
  if (finality === 'finalized' || (Number.isSafeInteger(finality.depth) && finality.depth > 0)) return;
  throw new Error(`The finality depth of ${name} must be a whole number of blocks above zero`);
};

export const scopeOf = (options: ChainReaderOptions): EvmScope => {
  const { network, finality, logger, clock = systemClock } = options;
  mustBeFinality(network.name, finality);
  const watch = watchOf({ ...options, watchNative: network.watchNative ?? false });
  const callsPerSecond = network.callsPerSecond ?? CALLS_PER_SECOND;
  const nodes = connectNodes({
    ...options,
    network: network.name,
    connect: connectNode,
    proveNode: (node, kept) => proveNode(node, watch.chainId, kept),
    timeoutMs: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    headers: network.headers ?? {},
    callsPerSecond,
  });
  return {
    watch,
    finality,
    nodes,
    times: createBlockTimes(clock, network.blockTimeToleranceSeconds),
    sightings: createSightings(clock),
    noBlockReceipts: new Map(),
    remembered: createBoundedMap(MOST_REMEMBERED_TRANSACTIONS),
    calledGone: createCalledGone(clock),
    arrivals: createBoundedMap(MOST_REMEMBERED_ARRIVALS),
    mostSingleCalls: callsPerSecond * MOST_SECONDS_OF_SINGLE_CALLS,
    refusedAt: new Map(),
    clock,
    logger,
  };
};

/** The EVM's ChainReader. Throws on an invalid configuration. */
export const createEvmReader = (options: ChainReaderOptions): ChainReader => {
  const scope = scopeOf(options);
  const { nodes, watch } = scope;
  const pace = createPace(watch.wholeBlocks ? MOST_WHOLE_BLOCKS : MOST_HEADERS);
  const rescanPace = createPace(MOST_RESCANNED_BLOCKS);
  return {
    network: watch.network,
    heads: createHeads({
      ...{ network: watch.network, identity: watch.chainId.toString(), receivers: watch.receivers },
      ...{ nodes, clock: scope.clock, history: evmHistory(scope) },
    }),
    hashAt: (height) => canonicalHash(scope, height),
    scan: (request) => scan(scope, pace, request),
    rescan: (from, to) => rescan(scope, rescanPace, { from, to }),
    read: (transactions) => readAgain(scope, transactions),
    judge: (movements) => judge(scope, movements),
    find: (txids) => find(scope, txids),
    ...(watch.wholeBlocks ? { coinBalances: (height, options) => coinBalances(scope, height, options) } : {}),
    close: nodes.close,
  };
};
