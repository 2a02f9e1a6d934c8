import type { KycSessionStatus, RejectionReason } from '../../aggregates/kyc/events';
import { isEnded, type KnownSession, type StatusReport } from '../../aggregates/kyc/kyc-session';
import type { EventStore } from '../ports/event-store';
import type { KeyVault } from '../ports/key-vault';
import type { KycAnswer } from '../ports/providers/kyc-provider';
import { sealForObligation } from '../user/erasure/seal-for-obligation';

const STATUS: Readonly<Record<KycAnswer['state'], KycSessionStatus>> = {
  ...{ CREATED: 'PENDING', IN_PROGRESS: 'IN_PROGRESS', IN_REVIEW: 'IN_REVIEW' },
  ...{ APPROVED: 'APPROVED', REJECTED: 'REJECTED', EXPIRED: 'EXPIRED' },
};

/** A status, link or name has no more characters. */
const MOST_CHARACTERS = 4_000;

/** A longer text, or other characters, could name a person, and the log could not erase it. */
const WORD = /^[A-Za-z][A-Za-z _-]{0,31}$/;

const NO_WORD = 'OTHER';

export const breachOf = (answer: KycAnswer, providerSessionId: string | null): string | null => {
  if (providerSessionId !== null && answer.providerSessionId !== providerSessionId)
    return 'the answer is about another session';
  if (!(answer.state in STATUS)) return 'the state is unknown';
  return JSON.stringify(answer).length > MOST_CHARACTERS ? 'the answer is too long' : null;
};

interface ReportDeps {
  readonly eventStore: Pick<EventStore, 'readStream'>;
  readonly vault: KeyVault;
}

type Judged = Pick<KnownSession, 'status' | 'facts' | 'declared'>;

export const reportOf = async (deps: ReportDeps, session: Judged, answer: KycAnswer): Promise<StatusReport> => {
  const { vault } = deps;
  const { facts, declared } = session;
  const { state, providerStatus, rejection, verified } = answer;
  const objection = state === 'APPROVED' ? await objectionTo(vault, declared, answer) : null;
  const isApproved = state === 'APPROVED' && objection === null && !isEnded(session.status);
  return {
    status: STATUS[state],
    providerStatus: WORD.test(providerStatus) ? providerStatus : NO_WORD,
    rejectionReason: rejection?.code ?? null,
    verified: verified === undefined ? null : await vault.seal(facts.userId, JSON.stringify(verified)),
    objection,
    ...(isApproved ? await identityOf(deps, session) : {}),
  };
};

const identityOf = async (
  deps: ReportDeps,
  { facts: { userId, personType }, declared }: Judged,
): Promise<Pick<StatusReport, 'identity'>> => {
  const [taxId, profile] = await Promise.all([deps.vault.open(declared.document), deps.vault.open(declared.profile)]);
  if (taxId === null || profile === null) return {};
  const { fullName, businessName } = JSON.parse(profile) as {
    readonly fullName?: string;
    readonly businessName?: string;
  };
  const name = personType === 'PF' ? fullName : businessName;
  return { identity: await sealForObligation(deps, userId, JSON.stringify({ name, taxId })) };
};

const objectionTo = async (
  vault: KeyVault,
  { document, birthDate }: KnownSession['declared'],
  { verified, screening }: KycAnswer,
): Promise<RejectionReason | null> => {
  const [declaredDocument, declaredBirthDate] = await Promise.all([
    vault.open(document),
    birthDate === null ? null : vault.open(birthDate),
  ]);
  const isDocument = declaredDocument !== null && plain(verified?.document) === declaredDocument;
  const isBirthDate = birthDate === null || (declaredBirthDate !== null && verified?.birthDate === declaredBirthDate);
  if (screening?.sanctionsHit === true) return 'SANCTIONS';
  if (!isDocument || !isBirthDate) return 'DATA_MISMATCH';
  return screening?.pepHit === true ? 'PEP' : null;
};

const plain = (document: string | undefined): string | undefined => document?.replaceAll(/[.\-/ ]/g, '').toUpperCase();
