import { userInfo } from 'node:os';
import type { Operator } from '../../../aggregates/operator/operators';
import { mayDo, type Permission } from '../../../aggregates/operator/permissions';
import { findOperator } from '../../../commands/operator/find-operator';
import type { EventStore } from '../../../commands/ports/event-store';

const VARIABLE = 'LASTRO_OPERATOR_KEY';

/** Never an argument, which every user of the machine can list. Taken out at once: child processes inherit the rest. */
const takeKey = (): string | null => {
  const { LASTRO_OPERATOR_KEY: key = '' } = process.env;
  delete process.env['LASTRO_OPERATOR_KEY'];
  return key === '' ? null : key;
};

const GIVEN = takeKey();

export const isKeyGiven = GIVEN !== null;

export interface Asking {
  readonly eventStore: Pick<EventStore, 'readStream'>;
  readonly isEmbedded: boolean;
}

/** Owner of the key; null when no key is given and none is needed. Throws for a person without the right. */
export const operatorFor = async (
  { eventStore, isEmbedded }: Asking,
  permission: Permission,
): Promise<Operator | null> => {
  if (GIVEN === null) {
    if (isEmbedded) return null;
    throw new Error(
      `Outside embedded mode this command needs the key of an operator in ${VARIABLE}: ledger operator add`,
    );
  }
  return holderOf(eventStore, GIVEN, permission);
};

/** Operator of the key, for decisions of two and for log-in, in every mode. Null: any role. */
export const namedOperator = async (
  eventStore: Asking['eventStore'],
  permission: Permission | null,
): Promise<Operator> => {
  if (GIVEN === null) throw new Error(`This command needs the key of an operator in ${VARIABLE}: ledger operator add`);
  return holderOf(eventStore, GIVEN, permission);
};

const holderOf = async (
  eventStore: Asking['eventStore'],
  operatorKey: string,
  permission: Permission | null,
): Promise<Operator> => {
  const operator = await findOperator(eventStore, operatorKey);
  if (operator === null) throw new Error(`The key in ${VARIABLE} belongs to no approved operator`);
  const { operatorName, role } = operator;
  if (permission !== null && !mayDo(role, permission))
    throw new Error(`${operatorName} has the role ${role} without the permission ${permission}`);
  return operator;
};

/** The name of the actor: the owner of the key, or else the given name. */
export const actorFor = async (
  asking: Asking,
  claimed: string | undefined,
  permission: Permission,
): Promise<string> => {
  const operator = await operatorFor(asking, permission);
  if (operator === null) return claimed ?? systemUser();
  const { operatorName } = operator;
  if (claimed !== undefined && claimed !== operatorName) {
    throw new Error(`--actor is ${claimed}, but the key belongs to ${operatorName}`);
  }
  return operatorName;
};

/** A container may run under a uid that has no user. */
const systemUser = (): string => {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
};
