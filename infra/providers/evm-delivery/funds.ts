import { lookAt } from '../../chains/evm/looking/look';
import { coinBalanceQuestion, wordQuestion } from '../../chains/evm/nodes/questions';
import { balanceCall } from '../../chains/evm/protocol/transfers';
import type { OpenNonce, Version } from '../../chains/evm/signing/signer-book';
import { countQuestion } from '../../chains/evm/signing/signer-questions';
import { paidBy, type SoldAsset, type Treasury } from './treasury';

/** More than a treasury ever has under way. */
const MOST_OPEN = 1_000;

const costOf = (version: Version, contract: string | null): bigint => {
  const paid = paidBy(version);
  const amount = paid?.contract === contract ? paid.amount : 0n;
  return contract === null ? amount + version.gasLimit * version.highestFeePerGas : amount;
};

/** Each open nonce may still pay one of its versions: the largest amount counts. */
const promised = (open: readonly OpenNonce[], contract: string | null): bigint => {
  const costs = open.map(({ versions }) =>
    versions.map((version) => costOf(version, contract)).reduce((most, cost) => (cost > most ? cost : most), 0n),
  );
  return costs.reduce((sum, cost) => sum + cost, 0n);
};

export interface Funds {
  /** Base units: the final balance, minus the promised amounts of open nonces. */
  readonly left: bigint;
  /** The last counted nonce; -1 when there is none. */
  readonly lastKnown: bigint;
}

export const fundsOf = async ({ scope }: Treasury, { contract }: SoldAsset): Promise<Funds> => {
  const { evm, signer, book, account } = scope;
  const [balance, count] = await evm.nodes.onOne(async (node) => {
    const { number } = (await lookAt(node, evm, { kept: evm.nodes.expected(), accounts: [] })).final;
    const question =
      contract === null
        ? coinBalanceQuestion(signer.address, number)
        : wordQuestion(contract, balanceCall(signer.address), number);
    return node.all([question, countQuestion(signer.address, number)]);
  });
  const open = await book.open(account, count, MOST_OPEN);
  const left = balance - promised(open, contract);
  return { left: left > 0n ? left : 0n, lastKnown: open.at(-1)?.nonce ?? count - 1n };
};
