import type { RawRecord } from '../judging';

/** Limits of one append. Characters of types count twice. */
const MOST_BYTES = 1024 * 1024;
const MOST_EVENTS = 500;

const bytesOf = ({ type, data, metadata }: RawRecord): number =>
  2 * type.length + Buffer.byteLength(JSON.stringify(data)) + Buffer.byteLength(JSON.stringify(metadata));

const follows = (last: RawRecord | undefined, { stream, revision }: RawRecord): boolean =>
  last?.stream === stream && last.revision + 1 === revision;

/** The same records in the same order, gathered into runs of one stream that can be appended at once. */
export async function* streamRuns(records: AsyncIterable<RawRecord>): AsyncGenerator<readonly RawRecord[], void> {
  let [run, runBytes]: [RawRecord[], number] = [[], 0];
  for await (const record of records) {
    const bytes = bytesOf(record);
    const hasRoom = run.length < MOST_EVENTS && runBytes + bytes <= MOST_BYTES;
    if (run.length > 0 && !(hasRoom && follows(run.at(-1), record))) {
      yield run;
      [run, runBytes] = [[], 0];
    }
    run.push(record);
    runBytes += bytes;
  }
  if (run.length > 0) yield run;
}
