import { randomBytes, randomUUID } from 'node:crypto';
import type { Ids } from '../commands/ports/ids';

/** Chance from the operating system's generator. */
export const randomIds: Ids = {
  uuid: () => randomUUID(),
  hex: (bytes) => randomBytes(bytes).toString('hex'),
};
