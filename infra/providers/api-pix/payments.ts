import type { ReceivedPix, ReportedDispute } from '../../../commands/ports/providers/charge-provider';
import type { CallContext, Failure, Result } from '../../../commands/ports/providers/result';
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
  if (own.some(({ devolucoes }) => devolucoes?.some((each) => refundStateOf(each) === null)))
    return failingAs(bank)('UNKNOWN', 'PROTOCOL', 'A refund has a status that the standard does not name');
  if (inOrder.length === 0) return { ok: true, value: [] };
  const [first, last] = [inOrder[0]!, inOrder.at(-1)!];
  const window = `inicio=${movedBy(first, -MARGIN_MS)}&fim=${movedBy(last, MARGIN_MS)}&txid=${txid}`;
  const asked = { window, payer: new URLSearchParams(devedor).toString(), inOrder };
  const listed = await readListed(bank, context, asked);
  if (!listed.ok) return listed;
  const unproved = await failureToCompare(bank, context, asked, listed.value);
  if (unproved !== null) return unproved;
  return { ok: true, value: inOrder.map((each) => paymentOf(each, listed.value.has(each.endToEndId))) };
};

interface Asked {
  readonly window: string;
  readonly payer: string;
  readonly inOrder: readonly ToldPix[];
}

/** PIX of this payer, once the bank lists every PIX of the charge: one that is not listed yet has no known payer. */
const readListed = async (bank: ApiPix, context: CallContext, { window, payer, inOrder }: Asked) => {
  const askPayer = () => readPix(bank, context, `${window}&${payer}`);
  const isWhole = (listed: ReadonlyMap<string, unknown>) => inOrder.every(({ endToEndId }) => listed.has(endToEndId));
  const ofPayer = await askPayer();
  if (!ofPayer.ok || isWhole(ofPayer.value)) return ofPayer;
  const ofAll = await readPix(bank, context, window);
  if (!ofAll.ok) return ofAll;
  if (!isWhole(ofAll.value))
    return failingAs(bank)('UNAVAILABLE', 'OTHER', 'The bank does not list a PIX of the charge yet');
  // The list may have gained a PIX since the first answer.
  return askPayer();
};

const OTHER_PAYERS = ['cpf=00000000191', 'cpf=52998224725', 'cnpj=00000000000191', 'cnpj=33000167000101'];

/** A bank that ignores payers would list the PIX of any stranger: it is asked once for another payer. Null: it compares. */
const failureToCompare = async (
  bank: ApiPix,
  context: CallContext,
  { window, payer }: Asked,
  listed: ReadonlyMap<string, unknown>,
): Promise<Failure | null> => {
  const [by = ''] = payer.split('=');
  if (bank.compared.has(by) || listed.size === 0) return null;
  const other = OTHER_PAYERS.find((each) => each.startsWith(by) && each !== payer);
  const ofOther = await readPix(bank, context, `${window}&${other}`);
  if (!ofOther.ok) return ofOther;
  if ([...listed.keys()].some((endToEndId) => ofOther.value.has(endToEndId)))
    return failingAs(bank)('UNAVAILABLE', 'PROTOCOL', 'The bank lists a PIX for two payers');
  bank.compared.add(by);
  return null;
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
  matchesExpected: boolean,
): ReceivedPix => {
  const made = (devolucoes ?? []).filter((each) => refundStateOf(each) !== 'FAILED');
  const refunded = made.reduce((sum, { valor }) => sum + valor, 0n);
  return { endToEndId, amount, paidAt, refunded, payer: { matchesExpected } };
};
