import type { Movement } from '../../../../aggregates/chain';
import { type Arrival, arrivalOf, type Claim, claimOf, keyOf, type ProvedArrival } from '../looking/arrival';
import type { EvmScope } from '../looking/scope';
import type { EvmNode } from '../nodes/node';
import { logsQuestion, wordQuestion } from '../nodes/questions';
import { fewAtOnce } from '../nodes/rpc/few-at-once';
import { isRefused } from '../nodes/rpc/node-error';
import { balanceCall, TRANSFER_TOPIC } from '../protocol/transfers';

const BALANCES_PER_CLAIM = 2;

/** Unfiltered by party: one query serves incoming and outgoing transfers. */
const transfersQuestion = (tokens: readonly string[], height: bigint) =>
  logsQuestion({ contracts: tokens, topics: [TRANSFER_TOPIC], from: height, to: height });

const balancesQuestions = ({ token, receiver, height }: Claim) => {
  const call = balanceCall(receiver);
  return [wordQuestion(token, call, height === 0n ? 0n : height - 1n), wordQuestion(token, call, height)] as const;
};

/** One batch per block: its transfers, and the balance before and after for each claim. */
const arrivalsOn = async (
  node: EvmNode,
  claims: readonly Claim[],
  seenOf: (claim: Claim) => bigint,
): Promise<readonly ProvedArrival[]> => {
  const tokens = [...new Set(claims.map(({ token }) => token))];
  const [logs, balances] = await Promise.all([
    node.one(transfersQuestion(tokens, claims[0]!.height)),
    node.settle(claims.flatMap(balancesQuestions)),
  ]);
  return claims.map((claim, index) => {
    const [before, after] = balances.slice(BALANCES_PER_CLAIM * index);
    const failure = 'error' in before! ? before.error : 'error' in after! ? after.error : null;
    if (failure !== null && !isRefused(failure)) throw failure;
    if (failure !== null || 'error' in before! || 'error' in after!) return 'GONE';
    return arrivalOf(claim, logs, { before: before!.answer, after: after!.answer }, seenOf(claim));
  });
};

/** The state is pruned, or less arrived than was logged: another node may know better. */
const isDoubtful = (arrival: Arrival | undefined): boolean => arrival !== 'ARRIVED';

const BLOCKS_AT_ONCE = 4;

const seenIn =
  (movements: readonly Movement[]) =>
  (claim: Claim): bigint =>
    movements
      .filter(
        ({ contract, receiver, blockHash }) =>
          keyOf({ ...claim, token: contract ?? '', receiver, blockHash }) === keyOf(claim),
      )
      .reduce((sum, { amountBaseUnits }) => sum + BigInt(amountBaseUnits), 0n);

const blocksOf = (claims: readonly Claim[]): readonly (readonly Claim[])[] =>
  [...new Set(claims.map(({ blockHash }) => blockHash))].map((hash) =>
    claims.filter(({ blockHash }) => blockHash === hash),
  );

/** A shortfall halts the token for all payers, so it takes a second sighting. */
const weighed = ({ sightings }: EvmScope, node: EvmNode, claim: Claim, arrival: ProvedArrival): Arrival => {
  if (arrival === 'ARRIVED' || arrival === 'GONE') return arrival;
  const { loggedBaseUnits, arrivedBaseUnits } = arrival;
  const what = `short:${keyOf(claim)}:${loggedBaseUnits}:${arrivedBaseUnits}`;
  return sightings.confirm(what, node) ? arrival : 'DOUBTED';
};

/** One node's proof of arrival is enough, since balances are facts; pruned state settles no doubt. */
const bestOf = (before: Arrival | undefined, arrival: Arrival): Arrival => {
  if (before === undefined || before === 'GONE' || arrival === 'ARRIVED') return arrival;
  return before === 'DOUBTED' && arrival !== 'GONE' ? arrival : before;
};

interface Proving {
  readonly movements: readonly Movement[];
  /** By claim key: the combined answer of the nodes asked so far. */
  readonly said: Map<string, Arrival>;
}

const askNode = async (node: EvmNode, scope: EvmScope, claims: readonly Claim[], { movements, said }: Proving) => {
  await fewAtOnce(blocksOf(claims), BLOCKS_AT_ONCE, async (own) => {
    const arrivals = await arrivalsOn(node, own, seenIn(movements));
    for (const [index, claim] of own.entries()) {
      const key = keyOf(claim);
      said.set(key, bestOf(said.get(key), weighed(scope, node, claim, arrivals[index]!)));
    }
  });
};

const askAll = async (node: EvmNode, scope: EvmScope, claims: readonly Claim[], proving: Proving): Promise<void> => {
  await askNode(node, scope, claims, proving);
  for (const other of scope.nodes.available().filter((one) => one !== node)) {
    const doubtful = claims.filter((claim) => isDoubtful(proving.said.get(keyOf(claim))));
    if (doubtful.length === 0) break;
    try {
      await scope.nodes.prove(other);
      await askNode(other, scope, doubtful, proving);
    } catch (error) {
      scope.nodes.doubt(other, error);
    }
  }
};

/** By index of the movement. */
export interface Proved {
  /** Undefined: needs no proof. */
  readonly arrivals: readonly (Arrival | undefined)[];
  /** True when an earlier call proved the claim. */
  readonly known: readonly boolean[];
}

const arrivalAt = ({ arrivals }: EvmScope, said: Proving['said'], movement: Movement): Arrival | undefined => {
  const claim = claimOf(movement);
  return claim === null ? undefined : (said.get(keyOf(claim)) ?? arrivals.get(keyOf(claim)));
};

/** Proves each logged arrival once (design: chains, rule 3). Rejects when no node could be asked. */
export const proveArrivals = async (
  node: EvmNode,
  scope: EvmScope,
  movements: readonly Movement[],
): Promise<Proved> => {
  const said: Proving['said'] = new Map();
  const known = movements.map((movement) => arrivalAt(scope, said, movement) !== undefined);
  const claims = new Map<string, Claim>();
  for (const movement of movements) {
    const claim = claimOf(movement);
    if (claim !== null && scope.arrivals.get(keyOf(claim)) === undefined) claims.set(keyOf(claim), claim);
  }
  try {
    await askAll(node, scope, [...claims.values()], { movements, said });
  } finally {
    for (const [key, arrival] of said) if (arrival !== 'DOUBTED') scope.arrivals.set(key, arrival);
  }
  return { arrivals: movements.map((movement) => arrivalAt(scope, said, movement)), known };
};
