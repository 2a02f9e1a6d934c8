import { propertyOf } from '../../nodes/rpc/node-error';
import type { Question } from '../nodes/node';
import { ask, type BlockName, blockQuestion, nameOf } from '../nodes/questions';
import { readHash, readQuantity } from '../protocol/wire';
import type { Payment } from './signer';

const KILOBYTE = 1024;

/** How many transactions of an account are in the chain up to a block: the next free nonce. */
export const countQuestion = (account: string, block: BlockName): Question<bigint> =>
  ask('eth_getTransactionCount', { parameters: [account, nameOf(block)], largestAnswerBytes: KILOBYTE }, (result) =>
    readQuantity(result, 'eth_getTransactionCount'),
  );

/** Base fee of the newest block. Chains without EIP-1559 have none, which is an error. */
export const baseFeeQuestion: Question<bigint> = blockQuestion('latest', false, (result) =>
  readQuantity(propertyOf(result, 'baseFeePerGas'), 'block.baseFeePerGas'),
);

/** Not every node has this method: a refusal is not retried. */
export const tipQuestion: Question<bigint> = ask(
  'eth_maxPriorityFeePerGas',
  { largestAnswerBytes: KILOBYTE, repeatsRefusal: false },
  (result) => readQuantity(result, 'eth_maxPriorityFeePerGas'),
);

const quantity = (value: bigint): string => `0x${value.toString(16)}`;

export const estimateQuestion = (from: string, { to, value, data }: Payment): Question<bigint> =>
  ask(
    'eth_estimateGas',
    {
      parameters: [{ from, to, value: quantity(value), data }],
      largestAnswerBytes: 16 * KILOBYTE,
      repeatsRefusal: false,
    },
    (result) => readQuantity(result, 'eth_estimateGas'),
  );

/** The same bytes again are the same transaction, so a broken connection is no reason not to repeat it. */
export const broadcastQuestion = (raw: string): Question<string> =>
  ask(
    'eth_sendRawTransaction',
    { parameters: [raw], largestAnswerBytes: 16 * KILOBYTE, repeatsRefusal: false },
    (result) => readHash(result, 'eth_sendRawTransaction'),
  );

/** Fee that the signer paid for a transaction in a block, in wei. */
export const costQuestion = (txid: string): Question<bigint> =>
  ask('eth_getTransactionReceipt', { parameters: [txid], largestAnswerBytes: 16 * KILOBYTE * KILOBYTE }, (result) => {
    if (propertyOf(result, 'transactionHash') !== txid) throw new Error(`it answers another one than ${txid}`);
    const gas = readQuantity(propertyOf(result, 'gasUsed'), 'receipt.gasUsed');
    return gas * readQuantity(propertyOf(result, 'effectiveGasPrice'), 'receipt.effectiveGasPrice');
  });
