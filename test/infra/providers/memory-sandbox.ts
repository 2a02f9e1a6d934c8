import type { Clock } from '../../../commands/ports/clock';
import type { SimulatedBooks } from '../../../infra/chains/simulated/books';
import { randomIds } from '../../../infra/ids';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../infra/providers/sandbox/sandbox';
import { createMemoryBook } from '../../../packages/testing/src/ledger/memory/memory-book';

const nothing = async (): Promise<void> => undefined;
const noNetwork = { advance: nothing, reset: nothing } as unknown as SimulatedBooks;

/** The sandbox over a book in memory, without its network; it sends no callback by default. */
export const memorySandbox = (clock: Clock, changes: Partial<SandboxOptions> = {}): Sandbox =>
  createSandbox({
    ...{ book: createMemoryBook(), network: noNetwork, clock, ids: randomIds, kycKey: Buffer.alloc(32, 7) },
    calling: { secret: '', post: async () => 200, onTrouble: () => undefined },
    ...changes,
  });
