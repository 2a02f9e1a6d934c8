import { openingIdOf } from '../../../../../commands/pair/opening';
import { DOWN } from './deciding';
import { AT } from './rules';
import {
  type Counts,
  EMPTY_POSTGRES,
  EMPTY_STORE,
  type Postgres,
  type Role,
  type Scenario,
  type Store,
  type Which,
  type World,
} from './world';

const NOTHING_COUNTED: Counts = { ids: 0, works: 0, clones: 0, restores: 0, unanswered: 0 };

const worldOf = (postgres: World['postgres'], stores: World['stores']): World => ({
  ...{ postgres, stores, actors: [DOWN, DOWN], underWay: null, counts: NOTHING_COUNTED },
});

const LEDGER = 'ledger';
const OPENING = openingIdOf(LEDGER);

const BOUND: Postgres = {
  ...EMPTY_POSTGRES,
  row: { ledgerId: LEDGER, state: 'BOUND', last: { id: OPENING, revision: 0 }, coming: null },
  ...{ sent: [OPENING], confirmed: OPENING },
};

const OPENED: Store = {
  identity: [{ type: 'LedgerOpened', data: { ledgerId: LEDGER, format: 1, openedAt: AT }, id: OPENING, revision: 0 }],
  work: [],
};

/** Two processes on one pair; with another PostgreSQL; with another store. */
const PAIRS: readonly (readonly [Which, Which])[] = [
  [0, 0],
  [1, 0],
  [0, 1],
];
const onEach = (role: Role): Scenario['starts'] => PAIRS.map(([pg, store]) => ({ role, pg, store }));

/** Two PostgreSQLs and two stores, all of them new: a race for the first pair. */
const BINDING: Scenario = {
  initial: worldOf([EMPTY_POSTGRES, EMPTY_POSTGRES], [EMPTY_STORE, EMPTY_STORE]),
  starts: onEach('SERVICE'),
  most: { ids: 2, works: 1, clones: 0, restores: 0, unanswered: 0 },
};

/** A new PostgreSQL and a new store, copied while they are bound. */
const BINDING_COPIED: Scenario = {
  initial: worldOf([EMPTY_POSTGRES, null], [EMPTY_STORE, null]),
  starts: onEach('SERVICE'),
  most: { ids: 1, works: 1, clones: 1, restores: 0, unanswered: 0 },
};

/** A pair whose two processes are elected over each other. */
const LEADING: Scenario = {
  initial: worldOf([BOUND, null], [OPENED, null]),
  starts: [{ role: 'SERVICE', pg: 0, store: 0 }],
  most: { ids: 3, works: 0, clones: 0, restores: 0, unanswered: 2 },
};

/** A clone, a standby, a backup, beside the first PostgreSQL or in its place; and a store that is wiped. */
const CLONED: Scenario = {
  initial: worldOf([BOUND, null], [OPENED, EMPTY_STORE]),
  starts: [
    { role: 'SERVICE', pg: 0, store: 0 },
    { role: 'SERVICE', pg: 1, store: 0 },
  ],
  most: { ids: 1, works: 0, clones: 1, restores: 1, unanswered: 0 },
};

/** An older copy of the log, beside it or in its place; and a PostgreSQL that is wiped. */
const OLDER_COPY: Scenario = {
  initial: worldOf([BOUND, EMPTY_POSTGRES], [OPENED, null]),
  starts: [
    { role: 'SERVICE', pg: 0, store: 0 },
    { role: 'SERVICE', pg: 0, store: 1 },
  ],
  most: { ids: 1, works: 1, clones: 1, restores: 1, unanswered: 0 },
};

const ATTACHING: Scenario = {
  initial: worldOf([BOUND, null], [OPENED, EMPTY_STORE]),
  starts: [
    { role: 'SERVICE', pg: 0, store: 0 },
    { role: 'SERVICE', pg: 1, store: 0 },
    { role: 'ATTACH', pg: 1, store: 0 },
  ],
  most: { ids: 2, works: 0, clones: 1, restores: 0, unanswered: 0 },
};

export const SCENARIOS = { BINDING, BINDING_COPIED, LEADING, CLONED, OLDER_COPY, ATTACHING } as const;
