import type { ChainReader, CoinBalances } from '../../../../commands/ports/chains/chain-reader';
import { isRefused } from '../../nodes/rpc/node-error';
import { answerIn } from '../nodes/node';
import { coinBalanceQuestion } from '../nodes/questions';
import type { EvmScope } from './scope';

/** See ChainReader. The second answer comes from another endpoint if there is one. */
export const coinBalances = (
  { nodes, watch }: EvmScope,
  ...[height, { isSecond }]: Parameters<NonNullable<ChainReader['coinBalances']>>
): Promise<CoinBalances | null> =>
  nodes.onOne(
    async (node) => {
      const { receivers, nativeAssetId: assetId } = watch;
      const told = await node.settle(receivers.map((receiver) => coinBalanceQuestion(receiver, height)));
      if (told.some((one) => 'error' in one && isRefused(one.error))) return null;
      return {
        assetId,
        balances: told.map((one, index) => ({ receiver: receivers[index]!, baseUnits: answerIn(one) })),
      };
    },
    isSecond ? { last: nodes.available()[0] } : {},
  );
