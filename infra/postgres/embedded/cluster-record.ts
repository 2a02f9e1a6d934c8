import path from 'node:path';
import { z } from 'zod';
import { readIfThere, replaceFile } from '../../data-directory';

const shape = z.strictObject({ home: z.string().min(1), uid: z.int().positive().optional() });

/** What `<dataDir>/postgres.json` remembers. */
export interface ClusterRecord {
  /** Where the cluster lives; relative to the data directory, or absolute. */
  readonly home: string;
  /** Whom root has given the cluster to, or is giving it to; absent when it stays with the user who made it. */
  readonly uid?: number | undefined;
}

export const recordFile = (dataDir: string): string => path.join(dataDir, 'postgres.json');

export function readRecord(dataDir: string): ClusterRecord | null {
  const text = readIfThere(recordFile(dataDir));
  return text === null ? null : shape.parse(JSON.parse(text));
}

export const writeRecord = (dataDir: string, record: ClusterRecord): void =>
  replaceFile(recordFile(dataDir), `${JSON.stringify(record)}\n`);
