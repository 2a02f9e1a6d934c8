import { z } from 'zod';
import type {
  Document,
  DocumentRegistry,
  RegistryRecord,
  RegistryStatus,
} from '../../../commands/ports/providers/document-registry';
import type { FailureCode } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import { createBearerClient } from '../http/bearer';
import { type Answered, type Client, type ClientOptions, createClient } from '../http/client';
import { readRefusable } from '../http/read-refusable';
import { unansweredBy } from '../http/unanswered';

export interface SerproOptions extends Omit<ClientOptions, 'headers'> {
  readonly consumerKey: string;
  readonly consumerSecret: string;
}

export const SERPRO_URL = 'https://gateway.apiserpro.serpro.gov.br';

const TOKEN_FORM = new URLSearchParams({ grant_type: 'client_credentials' });

const createSerpro = ({ consumerKey, consumerSecret, ...options }: SerproOptions): Client => {
  const authorization = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`;
  const auth = createClient({ ...options, headers: { authorization } });
  return createBearerClient({ ...options, askToken: (context) => auth.post(context, '/token', TOKEN_FORM) });
};

const shape = z.object({
  ni: z.string().max(20),
  nome: z.string().max(1_000).nullish(),
  nascimento: z.string().max(20).nullish(),
  situacao: z.object({ codigo: z.string().max(10) }),
});

const STATUSES: Readonly<Record<string, RegistryStatus>> = {
  ...{ 0: 'REGULAR', 2: 'SUSPENDED', 3: 'DECEASED', 4: 'PENDING', 5: 'CANCELLED', 8: 'NULL', 9: 'CANCELLED' },
};

const statusOf = (code: string): RegistryStatus => (Object.hasOwn(STATUSES, code) ? STATUSES[code]! : 'UNKNOWN');

/** DDMMAAAA. */
const SERPRO_DAY = /^(\d{2})(\d{2})(\d{4})$/;

const recordOf = ({ type, country }: Document, { ni, nome, nascimento, situacao }: z.infer<typeof shape>) => {
  const [, day, month, year] = SERPRO_DAY.exec(nascimento ?? '') ?? [];
  return {
    ...{ type, country, number: ni, status: statusOf(situacao.codigo) },
    ...(nome ? { name: nome } : {}),
    ...(year === undefined ? {} : { birthDate: `${year}-${month}-${day}` }),
  } satisfies RegistryRecord;
};

/** Null: Serpro itself has not refused. The gateway answers 404 with a fault where the contract lacks the version. */
const refusalIn = ({ status, body }: Answered): FailureCode | null => {
  if (status === 429) return 'RATE_LIMITED';
  if (status === 401 || status === 403) return 'AUTH';
  const isOwn = typeof body === 'object' && body !== null && !('fault' in body);
  return status === 404 && isOwn ? 'OTHER' : null;
};

const unansweredIn = unansweredBy('Serpro', refusalIn);

/** The third version checks the birth date, the second asks without it. */
const placeOf = ({ number, birthDate }: Document) =>
  birthDate === undefined
    ? { path: '/consulta-cpf-df/v2/cpf/', id: encodeURIComponent(number) }
    : {
        path: '/consulta-cpf-df/v3/cpf/',
        id: `${encodeURIComponent(number)}/${birthDate.split('-').toReversed().join('')}`,
      };

/** Brazilian persons by CPF (design: provider-facts, section 4). An answer is never kept. */
export const createSerproRegistry = (options: SerproOptions): DocumentRegistry => {
  const serpro = createSerpro(options);
  return {
    ...{ name: options.name, mode: 'live' },
    supports: ({ type, country }) => type === 'CPF' && country === 'BR',
    lookUp: async (context, document) => {
      const refused = failingAs(serpro)('NOT_FOUND', 'OTHER', 'Serpro has no such CPF, or not with this birth date');
      const read = await readRefusable(serpro, context, { ...placeOf(document), shape, unansweredIn, refused });
      return read.ok ? { ok: true, value: recordOf(document, read.value) } : read;
    },
  };
};
