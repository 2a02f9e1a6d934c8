import type { AmountAtFinality } from '../../../../commands/ports/chain-reader';
import { lookAt } from '../looking/look';
import type { EvmScope } from '../looking/scope';
import type { Question } from '../nodes/node';
import { failuresOf } from '../nodes/nodes-error';
import { coinBalanceQuestion, wordQuestion } from '../nodes/questions';
import { isRefused } from '../nodes/rpc/node-error';
import { canonicalEvmAddress } from '../protocol/identifiers';
import { addressTopic } from '../protocol/transfers';
import type { EvmWatch } from '../protocol/watch';
import { balanceCall } from './arrivals';

/** Function selector of `allowance(address,address)`. */
const ALLOWANCE = '0xdd62ed3e';

/** Addresses in lower case. */
export const allowanceCall = (owner: string, spender: string): string =>
  `${ALLOWANCE}${[owner, spender].map((address) => addressTopic(address).slice(2)).join('')}`;

/** Null for the native coin. */
const contractOf = ({ network, nativeAssetId, tokens }: EvmWatch, assetId: number): string | null => {
  if (assetId === nativeAssetId) return null;
  const found = [...tokens].find(([, id]) => id === assetId);
  if (found === undefined) throw new Error(`${network} has no asset ${assetId}`);
  return found[0];
};

const accountOf = (text: string): string => {
  const address = canonicalEvmAddress(text);
  if (address === null) throw new Error(`${text.slice(0, 60)} is not an EVM address, or its checksum is wrong`);
  return address;
};

/** Reads at the newest final block; unsupported when every node refuses to serve its state. */
const atFinality = async (
  scope: EvmScope,
  questionAt: (block: bigint) => Question<bigint>,
): Promise<AmountAtFinality> => {
  const { nodes } = scope;
  try {
    return await nodes.onOne(async (node) => {
      const look = await lookAt(node, scope, { kept: nodes.expected(), accounts: [] });
      return { baseUnits: await node.one(questionAt(look.final.number)) };
    });
  } catch (error) {
    const failures = failuresOf(error);
    if (failures.length > 0 && failures.every(isRefused)) return 'UNSUPPORTED';
    throw error;
  }
};

/** See ChainReader. Rejects when the asset is not on this network. */
export const balance = async (scope: EvmScope, account: string, assetId: number): Promise<AmountAtFinality> => {
  const contract = contractOf(scope.watch, assetId);
  const holder = accountOf(account);
  return atFinality(scope, (block) =>
    contract === null ? coinBalanceQuestion(holder, block) : wordQuestion(contract, balanceCall(holder), block),
  );
};

/** See ChainReader. Rejects for the coin, which has no allowances. */
export const allowance = async (
  scope: EvmScope,
  { owner, spender, assetId }: { readonly owner: string; readonly spender: string; readonly assetId: number },
): Promise<AmountAtFinality> => {
  const contract = contractOf(scope.watch, assetId);
  if (contract === null) throw new Error(`${scope.watch.network}: the coin has no allowances`);
  const call = allowanceCall(accountOf(owner), accountOf(spender));
  return atFinality(scope, (block) => wordQuestion(contract, call, block));
};
