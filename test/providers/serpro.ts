import { type Bank, type BankServer, openBankServer, type Reply } from './bank-server';

/** Serpro's gateway on loopback, with the persons of its trial list; it gives its tokens as well. */
export interface SerproServer extends BankServer {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  /** By CPF. */
  readonly persons: Map<string, object>;
}

// A person of the page on the API's trial, with its birth date.
const PERSON = {
  ...{ ni: '40442820135', nome: 'PESSOA FISICA DA SILVA', nascimento: '14111970', dataInscricao: '20091985' },
  situacao: { codigo: '0', descricao: 'REGULAR' },
};

const notFound: Reply = { status: 404, body: { mensagem: 'NI não encontrado' } };

const routed = (persons: ReadonlyMap<string, object>, line: string): Reply => {
  const [, version, cpf = '', day] = /^GET \/consulta-cpf-df\/(v[23])\/cpf\/(\d+)(?:\/(\d{8}))?$/.exec(line) ?? [];
  if (version === undefined) return { status: 404, body: { fault: { code: 404, message: 'No matching resource' } } };
  const person = persons.get(cpf) as typeof PERSON | undefined;
  if (person === undefined || (version === 'v3') !== (day !== undefined)) return notFound;
  return day === undefined || day === person.nascimento ? { status: 200, body: person } : notFound;
};

const refusals: Bank['refusals'] = {
  RATE_LIMITED: { status: 429, body: { mensagem: 'Limite excedido' } },
  EXPIRED_TOKEN: { status: 401, body: { fault: { code: 900901, message: 'Invalid Credentials' } } },
  FAIL_BEFORE: { status: 503, body: {} },
};

export const openSerpro = async (): Promise<SerproServer> => {
  const account = { consumerKey: 'key-of-a-test', consumerSecret: 'secret-of-a-test' };
  const [persons, given] = [new Map<string, object>([[PERSON.ni, PERSON]]), { tokens: 0 }];
  const basic = `Basic ${Buffer.from(`${account.consumerKey}:${account.consumerSecret}`).toString('base64')}`;
  const giveToken = (): Reply => {
    given.tokens += 1;
    return { status: 200, body: { token_type: 'Bearer', expires_in: 3_600, access_token: `token-${given.tokens}` } };
  };
  const isToken = (line: string): boolean => line === 'POST /token';
  const server = await openBankServer({
    route: (line) => (isToken(line) ? giveToken() : routed(persons, line)),
    isKnown: ({ authorization, 'content-type': type }, line, body) =>
      isToken(line)
        ? authorization === basic &&
          type === 'application/x-www-form-urlencoded' &&
          body === 'grant_type=client_credentials'
        : authorization === `Bearer token-${given.tokens}`,
    ...{ refusals, lies: {} },
  });
  return Object.assign(server, { ...account, persons });
};
