import type { OperatorRole } from '../../../../aggregates/operator/events';
import type { Operator } from '../../../../aggregates/operator/operators';
import type { CommandContext } from '../../../../commands/handling/context';
import { sha256Hex } from '../../../../commands/handling/secrets';
import { addOperator } from '../../../../commands/operator/add-operator';
import type { KeptLink } from '../../../../commands/operator/console/sign-in-link';
import { listOperators } from '../../../../commands/operator/find-operator';
import type { EventStore } from '../../../../commands/ports/event-store';
import type { Config } from '../../../config';
import { isEmbeddedMode } from '../../stores/embedded-mode';
import type { Adapters } from '../adapters';

/** Two operators, so that decisions of two can be tried; either may be the first. */
const PEOPLE: readonly (readonly [name: string, role: OperatorRole])[] = [
  ['dev-first', 'admin'],
  ['dev-second', 'operator'],
];

interface Started {
  readonly url: string;
  readonly adapters: Pick<Adapters, 'ports'>;
  readonly standingLinks: Map<string, KeptLink>;
}

/** Where the console is, and a link of each operator of development, as `npm start` prints them. */
export const developmentLinks = async (config: Config, started: Started): Promise<readonly string[]> => {
  const base = `${config.OPS_PUBLIC_URL ?? started.url}/console/`;
  // Outside embedded mode no developer becomes an admin without a key.
  if (!isEmbeddedMode(config, null)) return [`  console         ${base} (a link: ledger console login)`];
  const links: string[] = [];
  for (const [name, role] of PEOPLE) {
    const operator = await findOrAdd(started.adapters, { operatorName: name, role });
    const shown = operator === null ? 'was revoked' : `${base}#${stand(started, operator)} (${role})`;
    links.push(`  ${name.padEnd(14)}  ${shown}`);
  }
  return [`  console         ${base}`, ...links];
};

/** The token of a link that is valid while the process runs. */
const stand = (
  { adapters, standingLinks }: Pick<Started, 'adapters' | 'standingLinks'>,
  { operatorName, addedAt }: Operator,
): string => {
  const token = adapters.ports.ids.hex(32);
  standingLinks.set(sha256Hex(token), { operatorName, addedAt, expiresAt: null });
  return token;
};

/** Null for a revoked one, which stays revoked. */
const findOrAdd = async (
  { ports }: Pick<Adapters, 'ports'>,
  { operatorName, role }: Pick<Operator, 'operatorName' | 'role'>,
): Promise<Operator | null> => {
  const find = async () => (await listOperators(ports.eventStore)).find((each) => each.operatorName === operatorName);
  const known = await find();
  if (known !== undefined) return known.status === 'ACTIVE' ? known : null;
  await addOperator(ports)({ operatorName, role, by: null, isEmbedded: true }, byStart(ports.ids.uuid()));
  return (await find()) ?? null;
};

const byStart = (commandId: string): CommandContext => ({
  ...{ commandId, isFresh: true, correlationId: commandId, causationId: commandId },
  actor: { kind: 'system', id: 'start' },
  ...{ partnerId: null, subjectId: null, mode: null, requestId: null, reason: 'to try the console with' },
});

/** Anybody who started the service in development has their links. */
export const refuseDevelopmentOperators = async (eventStore: Pick<EventStore, 'readStream'>): Promise<void> => {
  const live = (await listOperators(eventStore))
    .filter(({ operatorName, status }) => status !== 'REVOKED' && PEOPLE.some(([name]) => name === operatorName))
    .map(({ operatorName }) => operatorName);
  if (live.length === 0) return;
  throw new Error(
    `${live.join(' and ')} are operators of development, which production forbids: add an admin in development and revoke them with ledger operator revoke`,
  );
};
