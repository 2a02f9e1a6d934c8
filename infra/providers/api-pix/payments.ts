import type { ReceivedPix, ReportedDispute } from '../../../commands/ports/providers/charge-provider';
import type { CallContext, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import { shownIn } from './answers';
import type { ApiPix } from './client';
import { pageShape, refundStateOf, type ToldCharge, type ToldPix, type ToldRefund } from './shapes';

const PAGE = 100;
const MOST_PAGES = 50;

/** All PIX about these words by their end-to-end ids, or a failure. */
export const readPix = async (
  bank: ApiPix,
  context: CallContext,
  words: string,
): Promise<Result<ReadonlyMap<string, ToldPix>>> => {
  const found = new Map<string, ToldPix>();
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const id = `?${words}&paginacao.paginaAtual=${page}&paginacao.itensPorPagina=${PAGE}`;
    const said = shownIn(bank, await bank.get(context, '/pix', id), pageShape);
    if (!said.ok) return said;
    for (const each of said.value.pix ?? []) found.set(each.endToEndId, each);
    const { quantidadeDePaginas: pages, quantidadeTotalDeItens: items } = said.value.parametros.paginacao;
    if (page + 1 < pages) continue;
    if (found.size >= items) return { ok: true, value: found };
    break;
  }
  return failingAs(bank)('UNAVAILABLE', 'PROTOCOL', 'The bank does not list all PIX');
};

/** Payments of the charge. The bank does not report a payer, and compares one that it is given. */
export const readPayments = async (
  bank: ApiPix,
  context: CallContext,
  { txid, devedor, pix }: ToldCharge,
): Promise<Result<readonly ReceivedPix[]>> => {
  const own = (pix ?? []).filter((each) => (each.txid ?? txid) === txid);
  const inOrder = own.toSorted((one, other) => (one.horario < other.horario ? -1 : 1));
  const fail = failingAs(bank);
  if (own.some(({ devolucoes }) => devolucoes?.some((each) => refundStateOf(each) === null)))
    return fail('UNKNOWN', 'PROTOCOL', 'A refund has a status that the standard does not name');
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  if (first === undefined || last === undefined) return { ok: true, value: [] };
  const window = `inicio=${movedBy(first, -MARGIN_MS)}&fim=${movedBy(last, MARGIN_MS)}&txid=${txid}`;
  const payer = devedor?.cpf ? `cpf=${devedor.cpf}` : devedor?.cnpj ? `cnpj=${devedor.cnpj}` : null;
  if (payer === null) return { ok: true, value: inOrder.map((each) => paymentOf(each, null)) };
  const payers = await readPix(bank, context, `${window}&${payer}`);
  if (!payers.ok) return payers;
  const isEachOf = (listed: ReadonlyMap<string, unknown>) => own.every(({ endToEndId }) => listed.has(endToEndId));
  // A PIX that the list does not have yet says nothing of its payer.
  const listed = isEachOf(payers.value) ? payers : await readPix(bank, context, window);
  if (!listed.ok) return listed;
  if (!isEachOf(listed.value)) return fail('UNAVAILABLE', 'OTHER', 'The bank does not list a PIX of the charge yet');
  return { ok: true, value: inOrder.map((each) => paymentOf(each, payers.value.has(each.endToEndId))) };
};

/** A return that the payer's bank has asked for. */
const isOfMed = ({ natureza }: ToldRefund): boolean => natureza?.startsWith('MED_') === true;

const DISPUTE_STATES = { PROCESSING: 'OPENED', DONE: 'ACCEPTED', FAILED: 'REJECTED' } as const;

/** The standard has no disputes: a return by the MED tells of one. */
export const disputesIn = ({ pix }: ToldCharge): readonly ReportedDispute[] =>
  (pix ?? []).flatMap(({ endToEndId, devolucoes }) =>
    (devolucoes ?? []).filter(isOfMed).flatMap((refund) => {
      const state = refundStateOf(refund);
      const { rtrId, id, valor: amount } = refund;
      return state === null
        ? []
        : [{ disputeId: rtrId ?? id, endToEndId, amount, state: DISPUTE_STATES[state], reason: 'MED' }];
    }),
  );

const MARGIN_MS = 1_000;

const movedBy = ({ horario }: ToldPix, ms: number): string => new Date(Date.parse(horario) + ms).toISOString();

const paymentOf = (
  { endToEndId, valor: amount, horario: paidAt, devolucoes }: ToldPix,
  matchesExpected: boolean | null,
): ReceivedPix => {
  const made = (devolucoes ?? []).filter((each) => refundStateOf(each) !== 'FAILED');
  const refunded = made.reduce((sum, { valor }) => sum + valor, 0n);
  return { endToEndId, amount, paidAt, refunded, ...(matchesExpected === null ? {} : { payer: { matchesExpected } }) };
};
