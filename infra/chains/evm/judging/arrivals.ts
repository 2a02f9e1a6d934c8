import type { Movement } from '../../../../aggregates/chain';
import { fewAtOnce, grouped } from '../../nodes/rpc/few-at-once';
import { isRefused } from '../../nodes/rpc/node-error';
import { type Arrival, arrivalOf, type Claim, claimsOf, keyOf, type ProvedArrival } from '../looking/arrival';
import type { EvmScope } from '../looking/scope';
import { answerIn, type EvmNode } from '../nodes/node';
import { logsQuestion, wordQuestion } from '../nodes/questions';
import { balanceCall, TRANSFER_TOPIC } from '../protocol/transfers';

/** Not filtered by account: one query reads incoming and outgoing transfers. */
const transfersQuestion = (claims: readonly Claim[]) => {
  const contracts = [...new Set(claims.map(({ contract }) => contract))];
  const { height } = claims[0]!;
  return logsQuestion({ contracts, topics: [TRANSFER_TOPIC], from: height, to: height });
};

const balancesQuestions = ({ contract, receiver, height }: Claim) => {
  const call = balanceCall(receiver);
  return [
    wordQuestion(contract, call, height === 0n ? 0n : height - 1n),
    wordQuestion(contract, call, height),
  ] as const;
};

/** A batch per block: its transfers, and the balance before and after for each claim. */
const arrivalsOn = async (node: EvmNode, claims: readonly Claim[]): Promise<readonly ProvedArrival[]> => {
  const [logs, balances] = await Promise.all([
    node.one(transfersQuestion(claims)),
    node.settle(claims.flatMap(balancesQuestions)),
  ]);
  return claims.map((claim, index) => {
    const told = balances.slice(2 * index, 2 * index + 2);
    if (told.some((one) => 'error' in one && isRefused(one.error))) return 'GONE';
    const [before, after] = told.map(answerIn);
    return arrivalOf(claim, logs, before!, after!);
  });
};

const BLOCKS_AT_ONCE = 4;

/** A shortfall halts the token for all payers, so two sightings must agree. */
const weighed = ({ sightings }: EvmScope, node: EvmNode, claim: Claim, arrival: ProvedArrival): Arrival => {
  if (arrival === 'ARRIVED' || arrival === 'GONE') return arrival;
  const { loggedBaseUnits, arrivedBaseUnits } = arrival;
  const what = `short:${keyOf(claim)}:${loggedBaseUnits}:${arrivedBaseUnits}`;
  return sightings.confirm(what, node) ? arrival : 'DOUBTED';
};

/** Balances are facts, so one node can prove an arrival; pruned state does not end a doubt. */
const bestOf = (before: Arrival, arrival: Arrival): Arrival => {
  if (before === 'UNTOLD' || before === 'GONE' || arrival === 'ARRIVED') return arrival;
  return before === 'DOUBTED' && arrival !== 'GONE' ? arrival : before;
};

export interface Proved {
  /** By key; absent: needs no proof. */
  readonly arrivals: ReadonlyMap<string, Arrival>;
  readonly unprovedBlocks: number;
  readonly failures: readonly unknown[];
}

/** Proves each logged arrival once; if a node cannot, the next one is asked. */
export const proveArrivals = async (
  scope: EvmScope,
  movements: readonly Movement[],
  asked: readonly EvmNode[] = scope.nodes.available(),
): Promise<Proved> => {
  const { nodes, arrivals: kept } = scope;
  const claims = claimsOf(movements);
  const arrivals = new Map<string, Arrival>([...claims.keys()].map((key) => [key, kept.get(key) ?? 'UNTOLD']));
  const news = [...claims].filter(([key]) => arrivals.get(key) === 'UNTOLD');
  const open = () => news.filter(([key]) => arrivals.get(key) !== 'ARRIVED').map(([, claim]) => claim);
  const prove = async (node: EvmNode, own: readonly Claim[]): Promise<void> => {
    for (const [index, arrival] of (await arrivalsOn(node, own)).entries()) {
      const key = keyOf(own[index]!);
      arrivals.set(key, bestOf(arrivals.get(key)!, weighed(scope, node, own[index]!, arrival)));
    }
  };
  const proveAll = async (node: EvmNode, all: readonly Claim[]): Promise<void> => {
    await nodes.prove(node);
    const byBlock = [...grouped(all, ({ blockHash }) => blockHash).values()];
    await fewAtOnce(byBlock, BLOCKS_AT_ONCE, (own) => prove(node, own));
  };
  const failures = await nodes.inTurn(open, proveAll, asked);
  for (const [key] of news) {
    const arrival = arrivals.get(key)!;
    if (arrival !== 'DOUBTED' && arrival !== 'UNTOLD') kept.set(key, arrival);
  }
  const gone = news.filter(([key]) => arrivals.get(key) === 'GONE').map(([, { blockHash }]) => blockHash);
  return { arrivals, unprovedBlocks: new Set(gone).size, failures };
};
