import { randomUUID } from 'node:crypto';
import type { StoredEvent } from '../../../../packages/event-store/log/stored-event';

/** A stored event at a position, with defaults for the other fields. */
export const stored = (position: number, changes: Partial<StoredEvent> = {}): StoredEvent => ({
  position,
  stream: 'stream',
  revision: position - 1,
  id: randomUUID(),
  type: 'Type',
  isJson: true,
  createdMs: 1_767_323_045_678,
  data: '{}',
  metadata: '{}',
  ...changes,
});
