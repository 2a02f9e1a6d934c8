import { type Recorded, START } from '../../../aggregates/events';
import type { Part } from '../../../commands/operator/console/export-data';
import type { EventStore } from '../../../commands/ports/event-store';
import type { Value } from '../../../read-models/table';
import { maskedJson } from '../masked';
import { csvLine } from './csv';

const COLUMNS = [
  ...['position', 'at', 'event_id', 'stream', 'revision', 'type', 'actor_kind', 'actor_id', 'partner_id', 'subject_id'],
  ...['mode', 'correlation_id', 'causation_id', 'request_id', 'reason', 'data'],
];

const BATCH = 250;

/** Every event of the log up to a commit position, oldest first; sealed values are masked. */
export async function* auditCsv({ readAll }: Pick<EventStore, 'readAll'>, upTo: bigint): AsyncGenerator<Part> {
  yield { text: csvLine(COLUMNS), rows: 0 };
  let lines: string[] = [];
  for await (const event of readAll(START)) {
    if (event.position.commit > upTo) break;
    lines.push(lineOf(event));
    if (lines.length < BATCH) continue;
    yield { text: lines.join(''), rows: lines.length };
    lines = [];
  }
  yield { text: lines.join(''), rows: lines.length };
}

const lineOf = ({ id, position, stream, revision, type, data, metadata }: Recorded): string => {
  const { at, actor, partnerId, subjectId, mode, $correlationId, $causationId, requestId, reason } = metadata;
  return csvLine([
    ...[`${position.commit}`, at, id, stream, `${revision}`, type, actor.kind, actor.id],
    ...[partnerId, subjectId, mode, $correlationId, $causationId, requestId, reason].map((text) => text ?? ''),
    maskedJson(data as unknown as Value),
  ]);
};
