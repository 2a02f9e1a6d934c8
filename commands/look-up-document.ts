import { documentLookups } from '../aggregates/lookup/document-lookups';
import type { DocumentLookedUp } from '../aggregates/lookup/events';
import type { Mode } from '../aggregates/partner/events';
import { isRejection, rejection } from '../aggregates/rejection';
import { type CommandContext, continuing } from './handling/context';
import { commandIdOf } from './handling/deterministic-ids';
import { handle } from './handling/handle';
import type { HandleDeps } from './handling/request';
import { asked } from './payout/outcome/payout-answer';
import type { KeyVault } from './ports/key-vault';
import type {
  Document,
  DocumentRegistries,
  DocumentRegistry,
  RegistryRecord,
} from './ports/providers/document-registry';
import type { Failure } from './ports/providers/result';
import { mustWait } from './wallet-login/wallet-login';

export interface LookUpDocumentDeps extends HandleDeps {
  readonly vault: Pick<KeyVault, 'digest'>;
  readonly documentRegistries: DocumentRegistries;
  readonly lookupsPerDay: number;
}

export interface LookUpDocument {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly document: Document;
}

/** The event comes first. Refuses PROVIDER_*, KYC_DOCUMENT_NOT_FOUND; `MustWait` beyond the daily quota. */
export const lookUpDocument =
  (deps: LookUpDocumentDeps) =>
  async (input: LookUpDocument, context: CommandContext): Promise<RegistryRecord> => {
    const registry = deps.documentRegistries.choose(input.mode, input.document);
    if (registry === null)
      throw rejection('PROVIDER_NOT_CONFIGURED', 'No registry is configured for this kind of document');
    const answer = await ask(deps, registry, input, { context, purpose: 'LOOKUP' });
    if (answer !== null) return answer;
    throw rejection('KYC_DOCUMENT_NOT_FOUND', 'The registry does not have this document');
  };

export interface Verified {
  readonly valid: boolean;
  readonly status: RegistryRecord['status'];
  readonly source: string;
}

/** Checks the form alone where no registry serves such documents. Otherwise refuses like `lookUpDocument`. */
export const verifyDocument =
  (deps: LookUpDocumentDeps) =>
  async (input: LookUpDocument & { readonly hasForm: boolean }, context: CommandContext): Promise<Verified> => {
    if (!input.hasForm) return { valid: false, status: 'UNKNOWN', source: 'format' };
    const registry = deps.documentRegistries.choose(input.mode, input.document);
    if (registry === null) return { valid: true, status: 'UNKNOWN', source: 'format' };
    const answer = await ask(deps, registry, input, { context, purpose: 'VERIFY' });
    if (answer === null) throw rejection('KYC_DOCUMENT_NOT_FOUND', 'The registry does not have this document');
    return { valid: answer.status === 'REGULAR', status: answer.status, source: registry.name };
  };

interface Asking {
  readonly context: CommandContext;
  readonly purpose: DocumentLookedUp['purpose'];
}

const CALL_TIMEOUT_MS = 8_000;

const ask = async (
  deps: LookUpDocumentDeps,
  registry: DocumentRegistry,
  input: LookUpDocument,
  asking: Asking,
): Promise<RegistryRecord | null> => {
  await count(deps, registry, input, asking);
  const { partnerId, mode, document } = input;
  const deadlineMs = deps.clock.now() + CALL_TIMEOUT_MS;
  const call = { requestId: asking.context.commandId, partnerId, mode, deadlineMs };
  const answer = await asked(registry.name, () => registry.lookUp(call, document));
  if (!answer.ok) return unanswered(answer);
  const { type, number, country } = answer.value;
  if (type === document.type && number === document.number && country === document.country) return answer.value;
  throw rejection('PROVIDER_FAILURE', 'The registry answered about another document');
};

const unanswered = ({ kind }: Failure): null => {
  if (kind === 'NOT_FOUND') return null;
  if (kind === 'NOT_CONFIGURED') throw rejection('PROVIDER_NOT_CONFIGURED', 'The registry is not configured');
  throw rejection('PROVIDER_FAILURE', 'The registry did not answer');
};

const count = async (
  deps: LookUpDocumentDeps,
  registry: DocumentRegistry,
  { partnerId, mode, document }: LookUpDocument,
  { context, purpose }: Asking,
): Promise<void> => {
  const now = deps.clock.iso();
  const day = now.slice(0, 10);
  const lookupsId = commandIdOf('document-lookups', partnerId, mode, day);
  const lookup: DocumentLookedUp = {
    ...{ lookupsId, partnerId, mode, day, documentType: document.type, country: document.country },
    documentHash: await deps.vault.digest({
      ...{ partnerId, mode, kind: 'DOCUMENT' },
      value: `${document.type}|${document.country}|${document.number}`,
    }),
    ...{ purpose, registry: registry.name, lookedUpAt: now },
  };
  const command = { type: 'LookUpDocument', lookup, quota: deps.lookupsPerDay } as const;
  const counting = { ...continuing(context, context.commandId), subjectId: null };
  try {
    await handle(deps, documentLookups, { id: lookupsId, context: counting, command });
  } catch (error) {
    if (!isRejection(error) || error.rejection.code !== 'LIMIT_EXCEEDED') throw error;
    throw mustWait((Date.parse(`${day}T00:00:00.000Z`) + DAY_MS - deps.clock.now()) / 1_000);
  }
};

const DAY_MS = 86_400_000;
