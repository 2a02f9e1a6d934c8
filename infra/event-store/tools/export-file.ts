import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { AcceptedLoss } from '../../../aggregates/ledger/events';
import type { RawRecord } from '../judging';
import { createLogHash, type LogHash } from './log-hash';

export interface ExportHeader {
  readonly lastroExport: 1;
  readonly ledgerId: string;
  readonly moveId: string;
  /** Id of the LedgerMoved that closed the source. */
  readonly leftBy: string;
  /** The last loss of events that was accepted; the identity stream stays behind. */
  readonly loss: AcceptedLoss | null;
}

/** Last line: a truncated file does not have it. */
interface ExportEnd {
  readonly end: ReturnType<LogHash['total']>;
}

type Line = Omit<RawRecord, 'position'> & { readonly commit: string; readonly prepare: string };

/** JSON allows these characters, but a reader of lines would split there. */
const LINE_SEPARATORS = /[\u2028\u2029]/g;
const escaped = (separator: string): string => (separator === '\u2028' ? '\\u2028' : '\\u2029');

const BUFFERED_CHARACTERS = 256 * 1024;

const lineOf = ({ position, ...record }: RawRecord): string => {
  const line: Line = { ...record, commit: `${position.commit}`, prepare: `${position.prepare}` };
  return `${JSON.stringify(line).replace(LINE_SEPARATORS, escaped)}\n`;
};

const recordOf = ({ commit, prepare, ...record }: Line): RawRecord => ({
  ...record,
  position: { commit: BigInt(commit), prepare: BigInt(prepare) },
});

/** JSON lines: the header, each event, count and hash. The file gets its name once it is whole and on disk. */
export const writeExport = async (
  path: string,
  header: ExportHeader,
  events: AsyncIterable<RawRecord>,
): Promise<LogHash> => {
  const part = `${path}.part`;
  const file = await open(part, 'w', 0o600);
  try {
    const hash = await writeLines(file, header, events);
    await file.sync();
    await rename(part, path);
    return hash;
  } finally {
    await file.close();
  }
};

const writeLines = async (file: FileHandle, header: ExportHeader, events: AsyncIterable<RawRecord>) => {
  const hash = createLogHash();
  let text = `${JSON.stringify(header)}\n`;
  for await (const event of events) {
    hash.add(event);
    text += lineOf(event);
    if (text.length < BUFFERED_CHARACTERS) continue;
    await file.write(text);
    text = '';
  }
  const end: ExportEnd = { end: hash.total() };
  await file.write(`${text}${JSON.stringify(end)}\n`);
  return hash;
};

const linesOf = (path: string): AsyncIterable<string> =>
  createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });

export async function* exportedEvents(path: string): AsyncGenerator<RawRecord, void> {
  for await (const line of linesOf(path)) {
    const parsed = JSON.parse(line) as Line | ExportHeader | ExportEnd;
    if ('stream' in parsed) yield recordOf(parsed);
  }
}

export interface VerifiedExport {
  readonly header: ExportHeader;
  readonly hash: LogHash;
}

/** Reads the whole file. Rejects unless it is an export, whole and unchanged. */
export const verifyExport = async (path: string): Promise<VerifiedExport> => {
  const hash = createLogHash();
  const found: { header?: ExportHeader; end?: ExportEnd['end'] } = {};
  for await (const line of linesOf(path)) {
    const parsed = parseLine(path, line);
    if (found.end !== undefined) throw new Error(`${path} has data after its end`);
    if ('lastroExport' in parsed) found.header = parsed;
    else if ('end' in parsed) found.end = parsed.end;
    else if ('stream' in parsed) hash.add(recordOf(parsed));
  }
  const { header, end } = found;
  if (header?.lastroExport !== 1) throw new Error(`${path} is not a ledger export that this version can read`);
  const total = hash.total();
  if (end === undefined || end.count !== total.count || end.hash !== total.hash) {
    throw new Error(`${path} is incomplete or changed. Export again`);
  }
  return { header, hash };
};

const parseLine = (path: string, line: string): Line | ExportHeader | ExportEnd => {
  try {
    return JSON.parse(line) as Line | ExportHeader | ExportEnd;
  } catch {
    throw new Error(`${path} is incomplete or changed. Export again`);
  }
};
