import { unservedOf, type Walk, walkBesideStorm, walkUntilServed } from '../honest/walk';
import { nameOf, type Operation, operationsOf } from '../requests/document';
import { DOORS } from '../requests/doors';
import { knownFor } from '../requests/known-ids';
import { createRandom, type Random } from '../requests/random';
import { requestTo } from '../requests/requests';
import type { ValueSource } from '../requests/values';
import { send, sendMalformed } from './answers';
import { beginStorm, type Storm, type StormOptions, type StormReport } from './state';

const RAW_SHARE = 0.05;
/** A reset removes the ids that other requests name, so most of the requests meant for it go elsewhere. */
const RESET = 'POST /api/v1/sandbox/reset';
const RESET_SHARE = 0.1;

/** Many requests, few of them right, over as many connections at once. */
export const runStorm = async (options: StormOptions): Promise<StormReport> => {
  const storm = beginStorm(options);
  let isOver = false;
  const walk = walkIn(storm, () => isOver);
  try {
    // How far the client comes beside a storm depends on the machine: it begins with all there is to name.
    await walkUntilServed(walk);
    const blowing = Promise.all(Array.from({ length: options.connections }, () => blow(storm))).finally(() => {
      isOver = true;
    });
    await Promise.all([blowing, walkBesideStorm(walk)]);
  } finally {
    storm.client.close();
  }
  return { ...storm, unserved: unservedOf(walk) };
};

/** Its numbers come from a seed of its own: how often it goes round depends on the machine. */
const walkIn = (storm: Storm, isStormOver: () => boolean): Walk => ({
  random: createRandom(storm.seed),
  authorize: storm.authorize,
  known: (operation, name) => knownFor(storm.known, operation, name),
  send: async (operation, request) => {
    const status = await send(storm, operation, request);
    if (isSuccess(status)) storm.servedHonestly.add(operation);
  },
  isStormOver,
  isServed: (operation) => storm.servedHonestly.has(operation) || storm.served.has(operation),
});

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const blow = async (storm: Storm): Promise<void> => {
  const operations = [...operationsOf(storm.document), ...DOORS];
  while (storm.sent < storm.requests) {
    storm.sent += 1;
    storm.onProgress(storm.sent);
    if (storm.random.chance(RAW_SHARE)) await sendMalformed(storm);
    else await sendHostile(storm, pickOf(storm.random, operations));
  }
};

const pickOf = (random: Random, operations: readonly Operation[]): Operation => {
  const operation = random.pick(operations);
  return nameOf(operation) === RESET && !random.chance(RESET_SHARE) ? pickOf(random, operations) : operation;
};

const sendHostile = async (storm: Storm, operation: Operation): Promise<void> => {
  const name = nameOf(operation);
  const { random, document, ids, known, authorize } = storm;
  const source: ValueSource = { random, document, ids, named: (field) => knownFor(known, name, field) };
  const request = requestTo(operation, source, authorize);
  const status = await send(storm, name, request);
  if (request.isAuthorized && isPastAuthentication(status)) storm.authenticated += 1;
  if (request.method === operation.method && isSuccess(status))
    storm.served.set(name, (storm.served.get(name) ?? 0) + 1);
};

const isPastAuthentication = (status: number): boolean => ![0, 301, 308, 401, 413, 415, 429].includes(status);
