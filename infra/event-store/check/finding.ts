export const CHECKS = [
  'TLS',
  'nodes',
  'version',
  'leader',
  'clock',
  'user',
  'reading $all',
  'reading streams',
  'appending',
  'strangers',
  'others in the store',
  'PostgreSQL',
  "PostgreSQL's clock",
  'standby',
  'pair',
] as const;

export type CheckName = (typeof CHECKS)[number];

/** Only a fault keeps the ledger from working as it must. */
export type Outcome = 'ok' | 'warning' | 'fault' | 'not checked';

export interface Finding {
  readonly check: CheckName;
  readonly outcome: Outcome;
  /** What was found and, where it is not ok, what to do; without user or password. */
  readonly says: string;
}

const finding =
  (outcome: Outcome) =>
  (check: CheckName, says: string): Finding => ({ check, outcome, says });

export const ok = finding('ok');
export const warning = finding('warning');
export const fault = finding('fault');
export const notChecked = finding('not checked');

/** Texts of servers and systems may quote what they were given. */
export const without = (secrets: readonly (string | null)[], text: string): string =>
  secrets.reduce<string>(
    (cleared, secret) => (secret === null || secret === '' ? cleared : cleared.replaceAll(secret, '***')),
    text,
  );
