import { randomUUID } from 'node:crypto';
import { dynamicCode } from '../samples/quoting';
import type { Reply } from './bank-server';

// Answers of the documents: bacen/pix-api, openapi.yaml 2.9.0, its examples cobResponse, pixResponse and devolucaoResponse.

type Body = Readonly<Record<string, unknown>>;

interface Refund {
  readonly id: string;
  readonly rtrId: string;
  /** In reais, as text. */
  readonly valor: string;
  readonly horario: { readonly solicitacao: string };
  readonly natureza: 'ORIGINAL' | 'MED_FRAUDE';
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
  motivo?: string;
}

interface Pix {
  readonly endToEndId: string;
  readonly txid: string;
  /** In reais, as text. */
  readonly valor: string;
  readonly horario: string;
  readonly devolucoes: Refund[];
}

interface Charge {
  told: Body;
  revisao: number;
  status: 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
  readonly criacao: string;
  readonly pix: Pix[];
}

export interface Books {
  readonly charges: Map<string, Charge>;
  /** Tax ids of who paid, by end-to-end id. */
  readonly payers: Map<string, string>;
  /** The list of PIX lags behind the charges. */
  isLate: boolean;
  /** The list of PIX ignores a payer. */
  isBlind: boolean;
  next: { readonly refused?: string; readonly failsRefund?: boolean; readonly disputed?: boolean };
}

export const openBooks = (): Books => ({
  charges: new Map(),
  payers: new Map(),
  isLate: false,
  isBlind: false,
  next: {},
});

const accept = (body: unknown, status = 200): Reply => ({ status, body });

const problem = (status: number, type: string, title: string, ...reasons: readonly string[]): Reply => ({
  status,
  body: {
    ...{ type: `https://pix.bcb.gov.br/api/v2/error/${type}`, title, status, detail: `${title} no exemplo.` },
    ...(reasons.length === 0 ? {} : { violacoes: reasons.map((razao) => ({ razao, propriedade: '' })) }),
  },
});

const NO_CHARGE = problem(404, 'NaoEncontrado', 'Não Encontrado');

const centsOf = (reais: string): number => Math.round(Number(reais) * 100);
const reaisOf = (cents: number): string => (cents / 100).toFixed(2);
const originalOf = ({ told }: Charge): string => (told['valor'] as { readonly original: string }).original;
const unique = (prefix: string): string => `${prefix}12345678${randomUUID().replaceAll('-', '').slice(0, 23)}`;

const shown = (txid: string, { told, revisao, status, criacao, pix }: Charge, isWhole: boolean) => {
  const { calendario, ...asked } = told;
  const location = `pix.example.com/qr/v2/${txid}`;
  return {
    ...{ calendario: { criacao, ...(calendario as object) }, txid, revisao, status, location, ...asked },
    loc: { id: 789, location, tipoCob: 'cob', criacao },
    pixCopiaECola: dynamicCode(location),
    ...(isWhole && pix.length > 0 ? { pix } : {}),
  };
};

const INVALID = ['CobOperacaoInvalida', 'Cobrança inválida.'] as const;

/** Creates, or changes an active one. */
export const putCharge = ({ charges, next }: Books, txid: string, told: Body, nowMs: number): Reply => {
  const held = charges.get(txid);
  const isPayable = /^\d{1,10}\.\d{2}$/.test((told['valor'] as { readonly original: string }).original);
  if (next.refused !== undefined || !isPayable || !/^[a-zA-Z0-9]{26,35}$/.test(txid))
    return problem(400, ...INVALID, next.refused ?? 'O campo cob.valor.original não respeita o _schema_.');
  if (held !== undefined && held.status !== 'ATIVA')
    return problem(400, ...INVALID, 'A cobrança já existe, não está no status ATIVA');
  const charge: Charge = held ?? {
    ...{ told, revisao: -1, status: 'ATIVA', criacao: new Date(nowMs).toISOString(), pix: [] },
  };
  Object.assign(charge, { told, revisao: charge.revisao + 1 });
  charges.set(txid, charge);
  return accept(shown(txid, charge, false), 201);
};

export const patchCharge = ({ charges }: Books, txid: string, { status }: Body): Reply => {
  const charge = charges.get(txid);
  if (charge === undefined) return NO_CHARGE;
  if (charge.status !== 'ATIVA') return problem(400, ...INVALID, 'A cobrança não está ATIVA');
  charge.status = status as Charge['status'];
  charge.revisao += 1;
  return accept(shown(txid, charge, false));
};

export const showCharge = ({ charges }: Books, txid: string): Reply => {
  const charge = charges.get(txid);
  return charge === undefined ? NO_CHARGE : accept(shown(txid, charge, true));
};

/** A PIX for a charge, of its amount and from its debtor unless given, also after its removal: it was on its way. */
export const payCharge = (
  books: Books,
  txid: string,
  atMs: number,
  given: { readonly cents?: number; readonly taxId?: string } = {},
): Pix => {
  const charge = books.charges.get(txid)!;
  const { cpf } = charge.told['devedor'] as { readonly cpf: string };
  const valor = given.cents === undefined ? originalOf(charge) : reaisOf(given.cents);
  const horario = new Date(atMs).toISOString();
  const pix: Pix = { endToEndId: unique('E'), txid, valor, horario, devolucoes: [] };
  books.payers.set(pix.endToEndId, given.taxId ?? cpf);
  charge.pix.push(pix);
  if (charge.status === 'ATIVA') charge.status = 'CONCLUIDA';
  return pix;
};

export const listPix = ({ charges, payers, isLate, isBlind }: Books, asked: URLSearchParams): Reply => {
  const [inicio, fim, txid, cpf, cnpj] = ['inicio', 'fim', 'txid', 'cpf', 'cnpj'].map((name) => asked.get(name));
  if (!inicio || !fim || fim < inicio || (cpf && cnpj))
    return problem(400, 'PixConsultaInvalida', 'Consulta inválida.');
  const all = isLate ? [] : [...charges.values()].flatMap(({ pix }) => pix);
  const found = all.filter(({ endToEndId, horario, txid: own }) => {
    const isOfPayer = isBlind || (cpf ?? cnpj ?? payers.get(endToEndId)) === payers.get(endToEndId);
    return horario >= inicio && horario <= fim && (txid ?? own) === own && isOfPayer;
  });
  const [paginaAtual = 0, itensPorPagina = 100] = ['paginaAtual', 'itensPorPagina'].map((name) =>
    Number(asked.get(`paginacao.${name}`)),
  );
  const quantidadeDePaginas = Math.ceil(found.length / itensPorPagina);
  const paginacao = { paginaAtual, itensPorPagina, quantidadeDePaginas, quantidadeTotalDeItens: found.length };
  const pix = found.slice(paginaAtual * itensPorPagina, (paginaAtual + 1) * itensPorPagina);
  return accept({ parametros: { inicio, fim, paginacao }, pix });
};

const pixOf = ({ charges }: Books, endToEndId: string): Pix | undefined =>
  [...charges.values()].flatMap(({ pix }) => pix).find((each) => each.endToEndId === endToEndId);

const INVALID_REFUND = ['PixDevolucaoInvalida', 'Devolução inválida.'] as const;

export const putRefund = (
  books: Books,
  [endToEndId, id]: readonly [string, string],
  body: Body,
  nowMs: number,
): Reply => {
  const pix = pixOf(books, endToEndId);
  if (pix === undefined) return problem(404, 'PixNaoEncontrado', 'Pix não encontrado.');
  if (pix.devolucoes.some((each) => each.id === id))
    return problem(400, ...INVALID_REFUND, 'A devolução apresenta um {id} já utilizado');
  if (books.next.disputed === true) return problem(400, ...INVALID_REFUND, 'O valor está bloqueado por um MED');
  const valor = String(body['valor']);
  const made = pix.devolucoes.filter(({ status }) => status !== 'NAO_REALIZADO');
  if (made.reduce((sum, each) => sum + centsOf(each.valor), centsOf(valor)) > centsOf(pix.valor))
    return problem(400, ...INVALID_REFUND, 'A devolução, em conjunto com as prévias, excederia o valor do pix');
  const horario = { solicitacao: new Date(nowMs).toISOString() };
  const refund: Refund = { id, rtrId: unique('D'), valor, horario, natureza: 'ORIGINAL', status: 'EM_PROCESSAMENTO' };
  pix.devolucoes.push(refund);
  return accept(refund, 201);
};

/** The bank gives the PIX back at the word of the payer's bank. */
export const returnByMed = ({ devolucoes, valor, horario }: Pix): Refund => {
  const asked = { id: unique('MED').slice(0, 35), rtrId: unique('D'), valor, horario: { solicitacao: horario } };
  const refund: Refund = { ...asked, natureza: 'MED_FRAUDE', status: 'EM_PROCESSAMENTO' };
  devolucoes.push(refund);
  return refund;
};

export const showRefund = (books: Books, [endToEndId, id]: readonly [string, string]): Reply => {
  const refund = pixOf(books, endToEndId)?.devolucoes.find((each) => each.id === id);
  return refund === undefined ? problem(404, 'PixDevolucaoNaoEncontrada', 'Não encontrada.') : accept(refund);
};

export const settleRefunds = ({ charges, next }: Books): void => {
  for (const { devolucoes } of [...charges.values()].flatMap(({ pix }) => pix))
    for (const refund of devolucoes) {
      refund.status = next.failsRefund === true ? 'NAO_REALIZADO' : 'DEVOLVIDO';
      if (next.failsRefund === true) refund.motivo = 'Negado por timeout';
    }
};
