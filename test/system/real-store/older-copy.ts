import { setTimeout as pause } from 'node:timers/promises';
import type { Sea } from '../chain-chaos/storm';
import type { Cluster } from './nodes/cluster';
import { restore } from './nodes/copies';

/** What came of an older copy of the store in place of it. */
export interface OlderCopy {
  /** Of the service that ran on: the status code of a quote, once it had found out. Null where it never did. */
  readonly quoteStatus: number | null;
  /** What the next start said; null where it started. */
  readonly refusal: string | null;
}

export const isOlderCopy = (text: string | null): boolean => text?.includes('older copy') === true;

const PATIENCE_MS = 120_000;
const POLL_MS = 500;

/** Under the running service, which then is killed and started again. It does not run any more afterwards. */
export const restoreOlder = async (cluster: Cluster, sea: Sea, copy: string): Promise<OlderCopy> => {
  await restore(cluster.nodes, copy);
  await cluster.leader();
  const quoteStatus = (await untilNoticed(sea.service.url())) ? await sea.partner.quoteStatus() : null;
  const refusal = await sea.service.kill(0).then(
    () => null,
    (error: unknown) => String(error),
  );
  return { quoteStatus, refusal };
};

/** Readiness names both sides. */
const untilNoticed = async (url: string): Promise<boolean> => {
  for (const giveUpAtMs = Date.now() + PATIENCE_MS; Date.now() < giveUpAtMs; ) {
    const answer = await fetch(`${url}/health/ready`);
    if (answer.status === 503 && isOlderCopy(await answer.text())) return true;
    await pause(POLL_MS);
  }
  return false;
};
