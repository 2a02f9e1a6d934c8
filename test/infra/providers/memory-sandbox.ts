import type { Clock } from '../../../commands/ports/clock';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../infra/providers/sandbox/sandbox';
import { createMemoryBook } from './memory-book';

/** The sandbox over a book in memory, which calls nobody unless it is told to. */
export const memorySandbox = (clock: Clock, changes: Partial<SandboxOptions> = {}): Sandbox =>
  createSandbox({
    ...{ book: createMemoryBook(), clock, kycKey: Buffer.alloc(32, 7) },
    calling: { secret: '', post: async () => 200, onTrouble: () => undefined },
    ...changes,
  });
