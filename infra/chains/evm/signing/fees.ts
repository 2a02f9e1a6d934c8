import { isRefused } from '../../nodes/rpc/node-error';
import type { EvmNode } from '../nodes/node';
import type { Fees } from './signer';
import { baseFeeQuestion, tipQuestion } from './signer-questions';
import type { SigningScope } from './signing-scope';

const GWEI = 1_000_000_000n;

/** Tip when the node refuses to answer the usual tip. */
const USUAL_TIP = 2n * GWEI;

/** Larger tips than this and than the base fee are not believed: the next blocks never cost so much. */
const MOST_TIP = 50n * GWEI;

/** The base fee grows by an eighth a block at most: twice is enough for five full blocks. */
const BASE_FEES = 2n;

/** Nodes take a replacement from a tenth more on; an eighth is on the safe side of every rounding. */
const RAISE = { numerator: 9n, denominator: 8n };

/** Costlier than `mostFeePerGas`: the caller waits until the network's, or the node's, fee falls. */
export const tooDear = (asked: bigint, most: bigint): Error =>
  Object.assign(new Error(`A unit of gas costs ${asked} wei; the maximum is ${most}`), { name: 'TooDear' });

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);
const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

const tipOf = async (node: EvmNode): Promise<bigint> => {
  const [settled] = await node.settle([tipQuestion]);
  if ('answer' in settled!) return settled.answer;
  if (isRefused(settled!.error)) return USUAL_TIP;
  throw settled!.error;
};

/** Fees by the answer of one node, within the allowed fees. Rejects when no allowed fee is enough. */
export const feesNow = async ({ evm, mostFeePerGas }: SigningScope): Promise<Fees> =>
  evm.nodes.onOne(async (node) => {
    const [baseFee, tip] = await Promise.all([node.one(baseFeeQuestion), tipOf(node)]);
    if (baseFee > mostFeePerGas) throw tooDear(baseFee, mostFeePerGas);
    const believedTip = smaller(tip, larger(baseFee, MOST_TIP));
    const highestFeePerGas = smaller(BASE_FEES * baseFee + believedTip, mostFeePerGas);
    return { highestFeePerGas, tipPerGas: smaller(believedTip, highestFeePerGas) };
  });

const raised = (fee: bigint): bigint => (fee * RAISE.numerator) / RAISE.denominator + 1n;

/** Fees of a replacement for a transaction with `before`; null when they would exceed the allowed fees. */
export const feesToReplace = (before: Fees, now: Fees, mostFeePerGas: bigint): Fees | null => {
  const highestFeePerGas = larger(raised(before.highestFeePerGas), now.highestFeePerGas);
  const tipPerGas = larger(raised(before.tipPerGas), now.tipPerGas);
  return highestFeePerGas > mostFeePerGas || tipPerGas > highestFeePerGas ? null : { highestFeePerGas, tipPerGas };
};
