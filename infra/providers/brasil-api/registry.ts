import { z } from 'zod';
import type {
  Document,
  DocumentRegistry,
  RegistryRecord,
  RegistryStatus,
} from '../../../commands/ports/providers/document-registry';
import type { Result } from '../../../commands/ports/providers/result';
import { failure } from '../failures';
import type { Answered, Reads } from '../http/reads';

export interface BrasilApiOptions {
  readonly name: string;
  readonly url: string;
  readonly reads: Pick<Reads, 'get'>;
  readonly clock: { readonly now: () => number };
}

export const BRASIL_API_URL = 'https://brasilapi.com.br';

const TIMEOUT_MS = 5_000;

const shape = z.object({
  cnpj: z.string(),
  razao_social: z.string().nullish(),
  nome_fantasia: z.string().nullish(),
  descricao_situacao_cadastral: z.string(),
});

const STATUSES: Readonly<Record<string, RegistryStatus>> = {
  ATIVA: 'REGULAR',
  SUSPENSA: 'SUSPENDED',
  INAPTA: 'UNFIT',
  BAIXADA: 'CANCELLED',
  NULA: 'NULL',
};

const recordOf = ({ type, country }: Document, company: z.infer<typeof shape>): RegistryRecord => {
  const { razao_social: name, nome_fantasia: tradeName } = company;
  return {
    ...{ type, country, number: company.cnpj.replaceAll(/[./-]/g, '').toUpperCase() },
    status: STATUSES[company.descricao_situacao_cadastral.toUpperCase()] ?? 'UNKNOWN',
    ...(name ? { name } : {}),
    ...(tradeName ? { tradeName } : {}),
  };
};

const resultOf = (name: string, document: Document, { status, body }: Answered): Result<RegistryRecord> => {
  // The data are a monthly dump: a new company is missing for weeks.
  if (status === 404) return failure(name, 'UNAVAILABLE', 'OTHER', 'The registry does not know the company yet');
  if (status === 429) return failure(name, 'UNAVAILABLE', 'RATE_LIMITED', 'The registry limits our requests');
  if (status !== 200) return failure(name, 'UNAVAILABLE', 'OTHER', `The registry answered ${status}`);
  const read = shape.safeParse(body);
  if (!read.success)
    return failure(name, 'UNAVAILABLE', 'PROTOCOL', 'The registry gave an answer with an unknown format');
  return { ok: true, value: recordOf(document, read.data) };
};

/** Brazilian companies by CNPJ, without an account. An answer is never kept. */
export const createBrasilApi = ({ name, url, reads, clock }: BrasilApiOptions): DocumentRegistry => ({
  ...{ name, mode: 'live' },
  supports: ({ type, country }) => type === 'CNPJ' && country === 'BR',
  lookUp: async ({ deadlineMs }, document) => {
    const leftMs = Math.min(TIMEOUT_MS, deadlineMs - clock.now());
    if (leftMs <= 0)
      return failure(name, 'UNAVAILABLE', 'TIMEOUT', 'The deadline had passed before the request to the registry');
    const asked = new URL(`${url}/api/cnpj/v1/${encodeURIComponent(document.number)}`);
    const answer = await reads.get(asked, leftMs).catch(() => null);
    return answer === null
      ? failure(name, 'UNAVAILABLE', 'TIMEOUT', 'The registry did not answer')
      : resultOf(name, document, answer);
  },
});
