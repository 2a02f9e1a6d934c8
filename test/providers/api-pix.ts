import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TlsIdentity } from '../../infra/providers/http/dial';
import {
  type Books,
  listPix,
  openBooks,
  patchCharge,
  putCharge,
  putRefund,
  showCharge,
  showRefund,
} from './api-pix-books';
import { type Bank, type BankServer, openBankServer, type Reply } from './bank-server';

/** A bank of the API Pix on loopback, with books of its own; it gives its tokens as well. */
export interface ApiPixServer extends BankServer {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly tokenUrl: string;
  readonly pixKey: string;
  readonly books: Books;
  /** No token that was given before is accepted any more. */
  readonly revoke: () => void;
}

/** The entry of PROVIDERS_FILE, with our certificate in files of the folder; the secrets are PIX_ID and PIX_SECRET. */
export const apiPixEntry = (
  { url, tokenUrl, pixKey }: ApiPixServer,
  identity: Required<TlsIdentity>,
  folder: string,
  subject: string,
): object => {
  const [certificateFile, keyFile, authorityFile] = (['cert', 'key', 'ca'] as const).map((part) => {
    const file = path.join(folder, `${part}.pem`);
    writeFileSync(file, identity[part]);
    return file;
  });
  return {
    ...{
      name: 'banco',
      adapter: 'api-pix',
      url: `${url}/v2`,
      secrets: { clientId: 'PIX_ID', clientSecret: 'PIX_SECRET' },
    },
    apiPix: { tokenUrl, pixKey, certificateFile, keyFile, authorityFile, callbackSubjects: [subject] },
  };
};

type Body = Readonly<Record<string, unknown>>;

const routed = (books: Books, line: string, body: Body, nowMs: number): Reply => {
  const [method, url = ''] = line.split(' ');
  const { pathname, searchParams } = new URL(url, 'https://pix.example.com');
  const [, , room, id = '', devolucao, refundId = ''] = pathname.split('/').map(decodeURIComponent);
  switch (`${method} ${room}${devolucao === undefined ? '' : '/devolucao'}`) {
    case 'PUT cob':
      return putCharge(books, id, body, nowMs);
    case 'PATCH cob':
      return patchCharge(books, id, body);
    case 'GET cob':
      return showCharge(books, id);
    case 'GET pix':
      return listPix(books, searchParams);
    case 'PUT pix/devolucao':
      return putRefund(books, [id, refundId], body, nowMs);
    case 'GET pix/devolucao':
      return showRefund(books, [id, refundId]);
    default:
      return { status: 404, body: {} };
  }
};

const AMOUNT = /"(valor|original)":"[\d.]+"/g;

const lies: Bank['lies'] = {
  NO_NUMBER: (answer) => answer.replaceAll(AMOUNT, '"$1":"1e3"'),
  ANOTHER_AMOUNT: (answer) => answer.replaceAll(AMOUNT, '"$1":"9.99"'),
  ANOTHER_KEY: (answer) => answer.replaceAll(/"(txid|id)":"[^"]+"/g, '"$1":"7978c0c97ea847e78e8849634473c1f1"'),
};

const denied = (status: number, type: string, title: string): Reply => ({
  status,
  body: { type: `https://pix.bcb.gov.br/api/v2/error/${type}`, title, status },
});

const refusals: Bank['refusals'] = {
  RATE_LIMITED: denied(429, 'LimiteExcedido', 'Too Many Requests'),
  EXPIRED_TOKEN: { status: 401, body: { error: 'invalid_token' } },
  NOT_FOUND: denied(404, 'NaoEncontrado', 'Não Encontrado'),
  FAIL_BEFORE: denied(503, 'ServicoIndisponivel', 'Serviço Indisponível'),
};

const TOKEN_SECONDS = 3_600;
const ACCOUNT = { clientId: 'id-of-a-test', clientSecret: 'secret-of-a-test', pixKey: 'caixa@lastro.example' };
const BASIC = `Basic ${Buffer.from(`${ACCOUNT.clientId}:${ACCOUNT.clientSecret}`).toString('base64')}`;

export const openApiPix = async (
  { now }: { readonly now: () => number },
  identity: TlsIdentity,
): Promise<ApiPixServer> => {
  const [books, given] = [openBooks(), { tokens: 0, validFrom: 0 }];
  const giveToken = ({ grant_type: grant, scope }: Body): Reply => {
    if (grant !== 'client_credentials' || scope !== 'cob.read cob.write pix.read pix.write')
      return { status: 400, body: { error: 'invalid_scope' } };
    given.tokens += 1;
    const access_token = `token-of-a-test-${given.tokens}`;
    return { status: 200, body: { access_token, token_type: 'Bearer', expires_in: TOKEN_SECONDS, scope } };
  };
  const isToken = (line: string): boolean => line === 'POST /oauth/token';
  const bank: Bank = {
    route: (line, body) => (isToken(line) ? giveToken(body) : routed(books, line, body, now())),
    isKnown: ({ authorization = '' }, line) =>
      isToken(line)
        ? authorization === BASIC
        : Number(/^Bearer token-of-a-test-(\d+)$/.exec(authorization)?.[1]) > given.validFrom,
    ...{ refusals, lies },
  };
  const server = await openBankServer(bank, identity);
  const revoke = (): void => {
    given.validFrom = given.tokens;
  };
  return Object.assign(server, { ...ACCOUNT, tokenUrl: `${server.url}/oauth/token`, books, revoke });
};
