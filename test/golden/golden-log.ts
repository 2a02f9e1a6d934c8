import fs from 'node:fs';
import path from 'node:path';
import type { AllStreamRecordedEvent } from '@eventstore/db-client';
import type { Recorded } from '../../aggregates/events';
import { rawOf } from '../../infra/event-store/client/codec';
import { judge } from '../../infra/event-store/judging';
import type { StoredEvent } from '../../packages/event-store/log/stored-event';
import type { Row } from '../../read-models/table';

export const FOLDER = path.join(__dirname, 'version-1');

/** A line of the log, with `data` and `metadata` as they were written. */
export interface GoldenEvent {
  readonly stream: string;
  readonly revision: number;
  readonly position: { readonly commit: string; readonly prepare: string };
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata: Recorded['metadata'];
}

const read = (file: string): string => fs.readFileSync(path.join(FOLDER, file), 'utf8');

export const goldenLines = (): readonly GoldenEvent[] =>
  read('log.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as GoldenEvent);

const bytesOf = (value: unknown): string => JSON.stringify(value);

/** The event as a row of the embedded store. */
export const storedOf = (line: GoldenEvent): StoredEvent => ({
  position: Number(line.position.commit),
  stream: line.stream,
  revision: line.revision,
  id: line.id,
  type: line.type,
  isJson: true,
  createdMs: Date.parse(line.metadata.at),
  data: bytesOf(line.data),
  metadata: bytesOf(line.metadata),
});

/** Reads a line like the bytes of the store: an event of an old version becomes one of the current version. */
const recordedOf = (line: GoldenEvent): Recorded => {
  const { commit, prepare } = line.position;
  const raw = rawOf({
    id: line.id,
    type: line.type,
    streamId: line.stream,
    revision: BigInt(line.revision),
    position: { commit: BigInt(commit), prepare: BigInt(prepare) },
    data: JSON.parse(bytesOf(line.data)) as object,
    metadata: JSON.parse(bytesOf(line.metadata)) as object,
  } as unknown as AllStreamRecordedEvent);
  const judged = judge(raw, null);
  if ('event' in judged) return judged.event;
  throw new Error(`${line.type} of ${line.stream} is not ours: ${judged.strange.why}`);
};

export const goldenLog = (): readonly Recorded[] => goldenLines().map(recordedOf);

/** Status by stream. */
export const goldenStates = () => JSON.parse(read('states.json')) as Readonly<Record<string, string>>;

export interface GoldenVault {
  readonly subject_keys: readonly {
    readonly subject_id: string;
    /** Hex; null after the erasure of the subject. */
    readonly wrapped_key: string | null;
    readonly created_at: string;
    readonly destroyed_at: string | null;
  }[];
  readonly lookups: readonly { readonly lookup_hmac: string; readonly subject_id: string }[];
}

export const goldenVault = () => JSON.parse(read('vault.json')) as GoldenVault;
export const goldenMasterKey = (): Buffer => Buffer.from(read('master-key.txt').trim(), 'hex');

const rowsFile = (table: string): string => path.join('rows', `${table}.json`);

export const goldenRows = (table: string): readonly Row[] =>
  fs.existsSync(path.join(FOLDER, rowsFile(table))) ? (JSON.parse(read(rowsFile(table))) as Row[]) : [];

/** The tables that have a file of rows. */
export const goldenTables = (): readonly string[] =>
  fs.readdirSync(path.join(FOLDER, 'rows')).map((name) => name.replace(/\.json$/, ''));

/** Each row has a line of its own, so that a changed row is a changed line. */
const linesOf = (rows: readonly Row[]): string =>
  rows.length === 0 ? '[]\n' : `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;

export const writeRows = (table: string, rows: readonly Row[]): void =>
  fs.writeFileSync(path.join(FOLDER, rowsFile(table)), linesOf(rows));
