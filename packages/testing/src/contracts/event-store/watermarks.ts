import { randomUUID } from 'node:crypto';
import type { EventOf, Metadata, Recorded } from '../../../../../aggregates/events';
import type { Proposed } from '../../../../../commands/ports/event-store';

export const metadata: Metadata = {
  $correlationId: 'correlation',
  $causationId: 'causation',
  actor: { kind: 'system', id: 'test' },
  partnerId: null,
  subjectId: null,
  mode: null,
  requestId: null,
  reason: null,
  at: '2026-01-02T03:04:05.678Z',
  schemaVersion: 1,
};

/** The smallest event of the ledger stands for all of them. */
export const watermark = (blockNumber: number | string, id: string = randomUUID()): Proposed => ({
  type: 'WatermarkReached',
  data: { network: 'ethereum', time: '2026-01-02T03:04:05.678Z', blockNumber: String(blockNumber) },
  id,
  metadata,
});

/** An event of another type. */
export const cancelled = (deliveryId: string): Proposed => ({
  type: 'WebhookCancelled',
  data: { deliveryId, partnerId: 'p', mode: 'live', attempts: 0, at: '2026-01-02T03:04:05.678Z', reason: 'ação' },
  id: randomUUID(),
  metadata,
});

export const watermarks = (...blockNumbers: number[]): Proposed[] => blockNumbers.map((number) => watermark(number));

export const blockNumberOf = (event: Recorded): string => (event as EventOf<'WatermarkReached'>).data.blockNumber;

export const idsOf = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id);
