import type { ALERT_KINDS } from '../../../commands/alerts/kinds';

/** Played by a storm: a test document is on a list, a scenario refuses a refund, or a reset has forgotten its charge. */
const PLAYED: readonly string[] = ['kyc-sanctions', 'refund-refused'] satisfies (keyof typeof ALERT_KINDS)[];

const KEPT_COMPLAINTS = 5;

/** First lines of a service's log that report its own fault. */
export const complaintsIn = (log: string): readonly string[] =>
  log
    .split('\n')
    .filter((line) => line.includes('"level":50') && !isPlayed(line))
    .slice(0, KEPT_COMPLAINTS)
    .map((line) => `the service logged ${line}`);

const isPlayed = (line: string): boolean => PLAYED.some((kind) => line.includes(`"alert":"${kind}"`));
