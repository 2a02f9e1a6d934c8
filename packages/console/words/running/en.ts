import type { OpsNetworkQuestion } from '../../wire';

const QUESTIONS: Readonly<Record<OpsNetworkQuestion['kind'], string>> = {
  FINALITY: 'Final history has changed',
  UNDECIDED: 'Deposits that cannot be judged',
  GAP: 'History cannot be read',
  RECEIVER: 'The receiving address cannot take payments',
  HALTED_ASSETS: 'Halted assets',
  UNFIT_ASSETS: 'Assets that the receiving address cannot take',
  WARNING: 'Warning',
  FAILING: 'A scan fails',
  LAGGING: 'The distance to the head grows',
  GIVEN_UP: 'Deposits given up',
};

const networks = {
  title: 'Networks',
  none: 'No network is configured.',
  notConfigured: 'The network is not in NETWORKS_FILE any more.',
  cursor: 'Scanned to block',
  final: 'Final to block',
  lookedAt: 'Last look',
  never: 'never looked at',
  follows: 'followed',
  inQuestion: 'in question',
  unread: (count: number) => `${count} transaction${count === 1 ? '' : 's'} could not be read, since`,
  givenUp: (count: number) => `${count} transaction${count === 1 ? '' : 's'} given up`,
  questions: QUESTIONS,
  ways: {
    ACCEPT: 'Accept the history of the nodes',
    SKIP: 'Skip the gap',
    GIVE_UP_DEPOSIT: 'Give the deposit up',
    GIVE_UP_TRANSACTION: 'Give a transaction up',
    RESUME: 'Resume the asset',
  },
  leads: {
    ACCEPT: 'Blocks from this height on are scanned and judged again.',
    SKIP: 'The watcher goes on behind this height. Payments in the gap are not seen.',
    GIVE_UP_DEPOSIT: 'The watcher goes on without the deposit. The deposit pays nothing until it can be judged.',
    GIVE_UP_TRANSACTION: 'The watcher goes on without the transaction, and reads it again later.',
    RESUME: 'The asset takes new payments again.',
  },
  fields: {
    ACCEPT: 'From height',
    SKIP: 'To height',
    GIVE_UP_DEPOSIT: 'Deposit id',
    GIVE_UP_TRANSACTION: 'Transaction',
    RESUME: 'Asset id',
  },
};

const projections = {
  title: 'Projections',
  head: 'End of the log: position',
  position: 'position',
  current: 'current',
  behind: 'behind',
  parked: (count: number) => `${count} parked stream${count === 1 ? '' : 's'}`,
  rebuild: 'Rebuild',
  rebuildLead: 'The rows are built anew beside the live ones and compared. Equal rows are swapped; others are shown.',
  replay: 'Replay parked streams',
  replayLead: 'Events of parked streams are applied. A stream that still fails stays parked.',
  cancel: 'Cancel the rebuild',
  cancelLead: 'The live rows stay as they are.',
  accept: 'Accept the differences',
  acceptLead: 'The rows are built again, and swapped if the differences are the ones shown here.',
  states: {
    RUNNING: 'Rebuild runs',
    SWAPPED: 'Rebuilt and swapped',
    BLOCKED: 'Rows differ: nothing was swapped',
    CANCELLED: 'Rebuild cancelled',
    FAILED: 'Rebuild failed: nothing was swapped',
    LOST: 'The process of the rebuild ended: nothing was swapped',
  },
  phases: { reading: 'reads', writing: 'writes', comparing: 'compares', swapping: 'swaps', done: 'done' },
  events: (count: string, rate: string) => `${count} events, ${rate} per second`,
  left: (seconds: number) => `about ${seconds} s left`,
  differences: 'Rows that differ',
  row: 'Row',
  column: 'Column',
  live: 'Live',
  rebuilt: 'Rebuilt',
  nothing: 'not there',
};

const access = {
  title: 'Access',
  none: 'Nothing was opened, searched or exported.',
  exports: {
    audit: 'Export events',
    payments: 'Export payments',
    leads: {
      audit: 'Every event as CSV, with personal data masked. The log names you.',
      payments: 'Completed, returned and refunded payments of a month as CSV. The log names you.',
    },
    month: 'Month (São Paulo)',
    partner: 'Partner id, if only one',
    to: 'Up to position, if not to the end',
  },
  name: 'Operator',
  what: 'What',
  about: 'About',
  filters: { operator: 'Operator', from: 'From (UTC)', to: 'Before (UTC)' },
  operators: 'Operators',
  role: 'Role',
  statuses: { PENDING: 'waits for a second admin', ACTIVE: 'active', REVOKED: 'revoked' },
  addedBy: 'Added by',
  revoke: 'Revoke',
  revokeLead: 'The key and every session of the operator end at once and for ever.',
  sessions: 'Sessions',
  startedAt: 'Signed in',
  usedAt: 'Last used',
  address: 'Address',
  browser: 'Browser',
  end: 'End',
  endLead: 'The session ends at once. The operator can sign in again.',
  current: 'this session',
};

/** The running of the service: networks, projections and the people who operate it. */
export const RUNNING_EN = { networks, projections, access };

export type RunningWords = typeof RUNNING_EN;
