import type { Document, DocumentRegistry, RegistryRecord } from '../../../../commands/ports/kyc/document-registry';
import type { Result } from '../../../../commands/ports/result';
import { failed, NAME } from '../desk';
import { testDocumentOf } from './test-documents';

const lookUp = ({ type, number, country }: Document): Result<RegistryRecord> => {
  const { registry } = testDocumentOf(number);
  if (registry === 'UNAVAILABLE') return failed('UNAVAILABLE', 'OTHER', 'The registry is away');
  if (registry === 'NOT_FOUND') return failed('NOT_FOUND', 'OTHER', 'The registry has no such document');
  return { ok: true, value: { type, number, country, status: registry, name: `TESTE ${number.slice(-4)}` } };
};

/** Serves what Brazil registers; every other document has no registry. */
export const createSandboxRegistry = (): DocumentRegistry => ({
  ...{ name: NAME, mode: 'sandbox' },
  supports: ({ type, country }) => country === 'BR' && (type === 'CPF' || type === 'CNPJ'),
  lookUp: async (_context, document) => lookUp(document),
});
