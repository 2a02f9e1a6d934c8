import { balanceCall } from '../../chains/evm/judging/arrivals';
import { lookAt } from '../../chains/evm/looking/look';
import { coinBalanceQuestion, wordQuestion } from '../../chains/evm/nodes/questions';
import type { Version } from '../../chains/evm/signing/signer-book';
import { countQuestion } from '../../chains/evm/signing/signer-questions';
import { paidBy, type SoldAsset, type Treasury } from './treasury';

/** More than a treasury ever has under way. */
const MOST_OPEN = 1_000;

const costOf = (version: Version, contract: string | null): bigint => {
  const paid = paidBy(version);
  const amount = paid?.contract === contract ? paid.amount : 0n;
  return contract === null ? amount + version.gasLimit * version.highestFeePerGas : amount;
};

/** What is signed may still be paid from this nonce on; of each nonce only one is. */
const promised = async ({ scope }: Treasury, { contract }: SoldAsset, from: bigint): Promise<bigint> => {
  const open = await scope.book.open(scope.account, from, MOST_OPEN);
  const costs = open.map(({ versions }) =>
    versions.map((version) => costOf(version, contract)).reduce((most, cost) => (cost > most ? cost : most), 0n),
  );
  return costs.reduce((sum, cost) => sum + cost, 0n);
};

/** The balance at finality, less what is promised by the nonces that are not in it. */
export const fundsOf = async (treasury: Treasury, asset: SoldAsset): Promise<bigint> => {
  const { evm, signer } = treasury.scope;
  const { contract } = asset;
  const [balance, count] = await evm.nodes.onOne(async (node) => {
    const { number } = (await lookAt(node, evm, { kept: evm.nodes.expected(), accounts: [] })).final;
    const question =
      contract === null
        ? coinBalanceQuestion(signer.address, number)
        : wordQuestion(contract, balanceCall(signer.address), number);
    return node.all([question, countQuestion(signer.address, number)]);
  });
  const left = balance - (await promised(treasury, asset, count));
  return left > 0n ? left : 0n;
};
