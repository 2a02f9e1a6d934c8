import { randomBytes, randomUUID } from 'node:crypto';
import type { Ids } from '../commands/ports/ids';

export const randomIds: Ids = {
  uuid: () => randomUUID(),
  hex: (bytes) => randomBytes(bytes).toString('hex'),
};
