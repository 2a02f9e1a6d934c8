import path from 'node:path';
import { z } from 'zod';
import { readIfThere, replaceFile } from '../../data-directory';

const shape = z.strictObject({ home: z.string().min(1), uid: z.int().positive().optional() });

export interface ClusterRecord {
  /** Absolute, or relative to the data directory. */
  readonly home: string;
  /** The user to whom root gives the cluster; absent when its maker keeps it. */
  readonly uid?: number | undefined;
}

export const recordFile = (dataDir: string): string => path.join(dataDir, 'postgres.json');

export function readRecord(dataDir: string): ClusterRecord | null {
  const text = readIfThere(recordFile(dataDir));
  return text === null ? null : shape.parse(JSON.parse(text));
}

export const writeRecord = (dataDir: string, record: ClusterRecord): void =>
  replaceFile(recordFile(dataDir), `${JSON.stringify(record)}\n`);
