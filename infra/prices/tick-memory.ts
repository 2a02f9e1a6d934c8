import type { Tick } from '../../aggregates/quote/market/tick';
import { rememberedFor } from '../../commands/timing/remembered-for';
import type { TickRows } from './tick-rows';

export interface TickMemory {
  readonly now: () => Promise<readonly Tick[]>;
  /** Reads the rows beside the quotes, which take the former ones until then. A failure keeps those. */
  readonly refresh: () => Promise<void>;
}

/** Without any news the rows are read again after this time. */
const READ_AGAIN_MS = 1_000;

/** The last ticks of each source, for all price feeds of a process. */
export const createTickMemory = (
  { read }: Pick<TickRows, 'read'>,
  clock: { readonly now: () => number },
): TickMemory => {
  const remembered = () => rememberedFor(READ_AGAIN_MS, clock, read);
  let kept = remembered();
  const refresh = async (): Promise<void> => {
    const next = remembered();
    await next().then(
      () => {
        kept = next;
      },
      () => undefined,
    );
  };
  return { now: () => kept(), refresh };
};
