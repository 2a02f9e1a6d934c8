import type { Distance, GrowingDistance, Look, WatchDeps } from './watch-deps';

const ALARM_AFTER_MS = 600_000;
/** Longer than a scan, because the distance varies between scans. */
const SAMPLE_MS = 120_000;
/** After a longer silence the endpoint was away, and the backlog is about to shrink. */
const SILENCE_MS = 300_000;

const sampled = (growing: GrowingDistance | null, now: Distance): GrowingDistance => {
  const passedMs = growing === null ? SILENCE_MS : now.atMs - growing.last.atMs;
  if (growing === null || passedMs >= SILENCE_MS) return { first: now, last: now };
  if (passedMs < SAMPLE_MS) return growing;
  return { first: now.blocks > growing.last.blocks ? growing.first : now, last: now };
};

const textOf = ({ blocks, atMs }: Distance): string => `${blocks} blocks at ${new Date(atMs).toISOString()}`;

/** Text once the distance has grown for ten minutes, until a scan reaches the head. */
export const tellLag = (
  { memory, reader, alert }: WatchDeps,
  { cursor, heads, startedAtMs }: Look,
  scannedTo: bigint | undefined,
): string | undefined => {
  const blocks = heads.newest.height - (scannedTo ?? cursor?.height ?? heads.newest.height);
  memory.distance = blocks <= 0n ? null : sampled(memory.distance, { blocks, atMs: startedAtMs });
  if (memory.distance === null) return undefined;
  const { first, last } = memory.distance;
  const before = cursor?.questions.lagging;
  if (before !== undefined || last.atMs - first.atMs < ALARM_AFTER_MS) return before;
  const now = `${textOf(first)}, ${textOf(last)}`;
  alert('The lag of a network has grown for ten minutes', { network: reader.network, lagging: now });
  return now;
};
