import { rejection } from '../rejection';
import type { OperatorEvent } from './events';

/** Digests of the addresses and accounts of one operator at the identity provider. */
export interface Identity {
  readonly emailHash: string | null;
  /** Waits for a second admin. */
  readonly waiting: { readonly emailHash: string; readonly setBy: string | null } | null;
  /** Null until the first sign-in with the e-mail address. */
  readonly subjectHash: string | null;
  /** Every address and subject that was in force: they are this operator's for ever. */
  readonly hashes: readonly string[];
}

export interface Identified {
  readonly operatorName: string;
  readonly status: 'PENDING' | 'ACTIVE' | 'REVOKED';
  readonly identity: Identity;
}

export const NO_IDENTITY: Identity = { emailHash: null, waiting: null, subjectHash: null, hashes: [] };

export interface SetEmail {
  readonly type: 'SetEmail';
  readonly operatorName: string;
  readonly emailHash: string;
  readonly by: string | null;
  /** True where the service brings its own stores: no key is needed. */
  readonly isEmbedded: boolean;
  readonly now: string;
}

export interface BindSubject {
  readonly type: 'BindSubject';
  readonly emailHash: string;
  readonly subjectHash: string;
  readonly now: string;
}

type IdentityEvent = Extract<
  OperatorEvent,
  { type: 'OperatorEmailSet' | 'OperatorEmailApproved' | 'OperatorSubjectBound' }
>;

export const evolveIdentity = (identity: Identity, { type, data }: IdentityEvent): Identity => {
  switch (type) {
    case 'OperatorEmailSet': {
      const { emailHash, setBy, needsApproval } = data;
      return needsApproval ? { ...identity, waiting: { emailHash, setBy } } : inForce(identity, emailHash);
    }
    case 'OperatorEmailApproved':
      return identity.waiting === null ? identity : inForce(identity, identity.waiting.emailHash);
    case 'OperatorSubjectBound':
      return { ...identity, subjectHash: data.subjectHash, hashes: [...identity.hashes, data.subjectHash] };
  }
};

/** The next sign-in binds the subject anew: an account may have been made again, or the provider replaced. */
const inForce = ({ hashes }: Identity, emailHash: string): Identity => ({
  ...{ emailHash, waiting: null, subjectHash: null },
  hashes: hashes.includes(emailHash) ? hashes : [...hashes, emailHash],
});

interface Others {
  readonly others: readonly Identified[];
  readonly hasSecondAdmin: boolean;
}

/** The same request of a second admin approves. */
export const setEmail = (
  { operatorName, status, identity }: Identified,
  { others, hasSecondAdmin }: Others,
  { emailHash, by, isEmbedded, now }: SetEmail,
): readonly OperatorEvent[] => {
  if (by === null && !isEmbedded) throw rejection('NOT_PROVED', 'An e-mail address needs the key of an admin');
  if (status === 'REVOKED') throw rejection('WRONG_STATE', `The key of ${operatorName} was revoked`);
  const holder = others.find((other) => other.identity.hashes.includes(emailHash));
  if (holder !== undefined) throw rejection('WRONG_STATE', `The address belongs to ${holder.operatorName} for ever`);
  const { waiting } = identity;
  const needsApproval = by !== null && hasSecondAdmin;
  if (waiting?.emailHash === emailHash && by !== null && waiting.setBy !== by)
    return [{ type: 'OperatorEmailApproved', data: { operatorName, approvedBy: by, approvedAt: now } }];
  if (waiting?.emailHash === emailHash && needsApproval) return [];
  if (waiting === null && identity.emailHash === emailHash && identity.subjectHash === null) return [];
  return [{ type: 'OperatorEmailSet', data: { operatorName, emailHash, setBy: by, needsApproval, setAt: now } }];
};

/** The first sign-in keeps the subject. Refuses SIGN_IN_REFUSED. */
export const bindSubject = (
  operators: readonly Identified[],
  { emailHash, subjectHash, now }: BindSubject,
): readonly OperatorEvent[] => {
  const operator = operatorOfEmail(operators, emailHash);
  if (operator === null) throw refused('The e-mail address is bound to no live operator');
  const { operatorName, identity } = operator;
  if (identity.subjectHash === subjectHash) return [];
  if (identity.subjectHash !== null)
    throw refused('Another account of the identity provider signed in as the operator');
  const isTaken = operators.some(
    (other) => other.operatorName !== operatorName && other.identity.hashes.includes(subjectHash),
  );
  if (isTaken) throw refused('The account of the identity provider belongs to another operator');
  return [{ type: 'OperatorSubjectBound', data: { operatorName, subjectHash, boundAt: now } }];
};

export const refused = (why: string) => rejection('SIGN_IN_REFUSED', why);

/** Live alone. */
export const operatorOfEmail = <Known extends Identified>(operators: readonly Known[], emailHash: string) =>
  operators.find(({ status, identity }) => status === 'ACTIVE' && identity.emailHash === emailHash) ?? null;
