import type { BalanceReading } from '../../../aggregates/pegged-balance/terms';
import type { Result } from '../../../commands/ports/providers/result';
import { lookAt } from '../../chains/evm/looking/look';
import { wordQuestion } from '../../chains/evm/nodes/questions';
import { canonicalEvmAddress } from '../../chains/evm/protocol/identifiers';
import { allowanceCall, balanceCall } from '../../chains/evm/protocol/transfers';
import { failure } from '../failures';
import type { Redeeming } from './redeeming';

/** Both values of one final block, by one node: a value that is too high only causes a reverted transfer. */
export const readBalance = async (
  { name, token, scope }: Redeeming,
  wallet: string,
): Promise<Result<BalanceReading>> => {
  if (canonicalEvmAddress(wallet) !== wallet) {
    return failure(name, 'REJECTED', 'UNSUPPORTED', 'The wallet is not an EVM address in its canonical form');
  }
  const { nodes } = scope.evm;
  const value = await nodes.onOne(async (node): Promise<BalanceReading> => {
    const { final } = await lookAt(node, scope.evm, { kept: nodes.expected(), accounts: [] });
    const [balance, allowance] = await node.all([
      wordQuestion(token, balanceCall(wallet), final.number),
      wordQuestion(token, allowanceCall(wallet, scope.signer.address), final.number),
    ]);
    return {
      balanceBaseUnits: balance.toString(),
      allowanceBaseUnits: allowance.toString(),
      blockNumber: final.number.toString(),
    };
  });
  return { ok: true, value };
};
