import type { Decider } from '../decider';
import { invalidField, rejection } from '../rejection';
import type { OperatorAdded, OperatorEvent, OperatorRole } from './events';
import {
  type BindSubject,
  bindSubject,
  evolveIdentity,
  type Identified,
  NO_IDENTITY,
  type SetEmail,
  setEmail,
} from './identity';

export interface Operator
  extends Identified,
    Pick<OperatorAdded, 'operatorName' | 'role' | 'keyHash' | 'addedBy' | 'addedAt'> {}

/** Operators by name. A revoked operator stays, so that a name always means the same person. */
export type OperatorsState = ReadonlyMap<string, Operator>;

export type OperatorCommand = AddOperator | ApproveOperator | RevokeOperator | SetEmail | BindSubject;

export interface AddOperator {
  readonly type: 'AddOperator';
  readonly operatorName: string;
  readonly role: OperatorRole;
  readonly keyHash: string;
  /** The operator whose API key asks; null without a key. */
  readonly by: string | null;
  /** True where the service brings its own stores: no key is needed. */
  readonly isEmbedded: boolean;
  readonly now: string;
}

export interface ApproveOperator {
  readonly type: 'ApproveOperator';
  readonly operatorName: string;
  /** The role to approve. The operator under this name may have changed. */
  readonly role: OperatorRole;
  readonly by: string;
  readonly now: string;
}

export interface RevokeOperator {
  readonly type: 'RevokeOperator';
  readonly operatorName: string;
  readonly by: string | null;
  readonly now: string;
}

const evolve = (state: OperatorsState, event: OperatorEvent): OperatorsState => {
  const { operatorName } = event.data;
  if (event.type === 'OperatorAdded') {
    const { role, keyHash, addedBy, addedAt, needsApproval } = event.data;
    const status = needsApproval ? 'PENDING' : 'ACTIVE';
    // The name stays the same person's, with another key.
    const identity = state.get(operatorName)?.identity ?? NO_IDENTITY;
    return new Map(state).set(operatorName, { operatorName, role, keyHash, addedBy, addedAt, status, identity });
  }
  const known = state.get(operatorName);
  return known === undefined ? state : new Map(state).set(operatorName, evolveKnown(known, event));
};

const evolveKnown = (known: Operator, event: Exclude<OperatorEvent, { type: 'OperatorAdded' }>): Operator => {
  switch (event.type) {
    case 'OperatorApproved':
      return { ...known, status: 'ACTIVE' };
    case 'OperatorRevoked':
      return { ...known, status: 'REVOKED' };
    case 'OperatorEmailSet':
    case 'OperatorEmailApproved':
    case 'OperatorSubjectBound':
      return { ...known, identity: evolveIdentity(known.identity, event) };
  }
};

const decide = (state: OperatorsState, command: OperatorCommand): readonly OperatorEvent[] => {
  switch (command.type) {
    case 'AddOperator':
      return add(state, command);
    case 'ApproveOperator':
      return approve(state, command);
    case 'RevokeOperator':
      return revoke(state, command);
    case 'SetEmail':
      return setEmail(existing(state, command.operatorName), othersOf(state, command), command);
    case 'BindSubject':
      return bindSubject([...state.values()], command);
  }
};

const NAME = /^[a-z0-9][a-z0-9._-]{0,39}$/;

/** Limits the one stream; a new key is issued in the same entry. */
export const MOST_OPERATORS = 200;

const add = (state: OperatorsState, command: AddOperator): readonly OperatorEvent[] => {
  const { operatorName, role, keyHash, by, now } = command;
  if (!NAME.test(operatorName)) throw invalidField('name', 'must have 1 to 40 characters of a-z, 0-9, ".", "_", "-"');
  if (isMissingKey(state, command)) throw rejection('NOT_PROVED', 'Only an admin can add an operator');
  const known = state.get(operatorName);
  if (known !== undefined && known.status !== 'REVOKED') {
    throw rejection('WRONG_STATE', `Operator ${operatorName} exists: revoke the key before you issue a new one`);
  }
  if (known === undefined && state.size >= MOST_OPERATORS)
    throw rejection('LIMIT_EXCEEDED', 'The maximum number of operators is reached');
  const needsApproval = by !== null && activeAdmins(state).some((admin) => admin.operatorName !== by);
  return [{ type: 'OperatorAdded', data: { operatorName, role, keyHash, addedBy: by, needsApproval, addedAt: now } }];
};

const isMissingKey = (state: OperatorsState, { by, isEmbedded }: AddOperator): boolean =>
  by === null && !isEmbedded && activeAdmins(state).length > 0;

/** A second admin must approve, so that one admin never counts as two people. */
const approve = (state: OperatorsState, { operatorName, role, by, now }: ApproveOperator): readonly OperatorEvent[] => {
  const known = existing(state, operatorName);
  if (known.status !== 'REVOKED' && known.role !== role) {
    throw rejection('WRONG_STATE', `${operatorName} has the role ${known.role}, but the approval is for ${role}`);
  }
  if (known.status === 'ACTIVE') return [];
  if (known.status === 'REVOKED') throw rejection('WRONG_STATE', `The key of ${operatorName} was revoked`);
  if (known.addedBy === by || operatorName === by) {
    throw rejection('WRONG_STATE', `An admin other than ${by} must approve ${operatorName}`);
  }
  return [{ type: 'OperatorApproved', data: { operatorName, approvedBy: by, approvedAt: now } }];
};

/** The last admin cannot be removed: otherwise no operator, or anybody, could add one. */
const revoke = (state: OperatorsState, { operatorName, by, now }: RevokeOperator): readonly OperatorEvent[] => {
  const known = existing(state, operatorName);
  if (known.status === 'REVOKED') return [];
  const others = activeAdmins(state).filter((admin) => admin.operatorName !== operatorName);
  if (known.role === 'admin' && known.status === 'ACTIVE' && others.length === 0) {
    throw rejection('WRONG_STATE', `${operatorName} is the last admin: add another admin first`);
  }
  return [{ type: 'OperatorRevoked', data: { operatorName, revokedBy: by, revokedAt: now } }];
};

const othersOf = (state: OperatorsState, { operatorName, by }: SetEmail) => ({
  others: [...state.values()].filter((other) => other.operatorName !== operatorName),
  hasSecondAdmin: activeAdmins(state).some((admin) => admin.operatorName !== by),
});

const existing = (state: OperatorsState, operatorName: string): Operator => {
  const known = state.get(operatorName);
  if (known === undefined) throw rejection('NOT_FOUND', 'No such operator');
  return known;
};

const activeAdmins = (state: OperatorsState): readonly Operator[] =>
  [...state.values()].filter(({ role, status }) => role === 'admin' && status === 'ACTIVE');

export const operatorOfKey = (state: OperatorsState, keyHash: string): Operator | null =>
  [...state.values()].find((operator) => operator.status === 'ACTIVE' && operator.keyHash === keyHash) ?? null;

/** All operators share one stream: its revision decides who is the first, the last or the second admin. */
export const OPERATORS_ID = 'all';

export const operators: Decider<OperatorsState, OperatorCommand, OperatorEvent> = {
  category: 'operators',
  initial: new Map(),
  evolve,
  decide,
};
