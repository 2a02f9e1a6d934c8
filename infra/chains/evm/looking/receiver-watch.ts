import type { ReceiverState } from '../../../../commands/ports/chains/chain-reader';
import type { EvmScope } from './scope';

/** An account may gain code at any time (EIP-7702), but nobody pays within seconds of that. */
const ASK_AGAIN_MS = 60_000;

const NO_CODE = '0x';

/** A contract may refuse unknown calldata; a delegated account counts as one. */
const refusalOf = (code: string): string | null =>
  code === NO_CODE ? null : 'it has code, and transfers with a memo need a plain account';

/** Whether each receiver can take payments, asked with the heads at most once a minute. */
export const createReceiverWatch = ({ watch, clock }: Pick<EvmScope, 'watch' | 'clock'>) => {
  let askedAt: number | null = null;
  let states: readonly ReceiverState[] = [];
  const isDue = (): boolean => {
    const sinceMs = askedAt === null ? ASK_AGAIN_MS : clock.now() - askedAt;
    return sinceMs >= ASK_AGAIN_MS || sinceMs < 0;
  };
  return {
    due: (): readonly string[] => (isDue() ? watch.receivers : []),
    note: (accounts: readonly string[], codes: readonly string[]): void => {
      if (accounts.length === 0) return;
      askedAt = clock.now();
      states = accounts.map((address, index) => ({ address, refusal: refusalOf(codes[index] ?? '') }));
    },
    states: (): readonly ReceiverState[] => states,
  };
};
