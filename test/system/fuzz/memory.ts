import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** Resident memory of a process in MB, as the system counts it. */
export const residentMegabytes = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024;

const SAMPLES = 40;
const SAMPLE_MS = 500;

/** The least of twenty quiet seconds: what is only waiting to be collected does not count. */
export const settledMegabytes = async (pid: number): Promise<number> => {
  let least = residentMegabytes(pid);
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    await pause(SAMPLE_MS);
    least = Math.min(least, residentMegabytes(pid));
  }
  return least;
};
