import { z } from 'zod';
import { dayInBrasilia } from '../../../aggregates/brasilia-day';
import { askSource, decimal, type PriceSource, type SourceDeps, shaped, type TickTold } from './source';

const rate = z.object({ cotacaoCompra: decimal, cotacaoVenda: decimal, dataHoraCotacao: z.string() });
const shape = z.object({ value: z.array(rate) });

const AN_HOUR_MS = 3_600_000;
const A_WEEK_MS = 7 * 86_400_000;
/** Brazil has had no summer time since 2019. */
const BRASILIA = '-03:00';

/** `MM-DD-YYYY` in Brasília. */
const dayOf = (timeMs: number): string => {
  const [year = '', month = '', day = ''] = dayInBrasilia(timeMs).split('-');
  return `${month}-${day}-${year}`;
};

const timeMsOf = (text: string): number | null => {
  const timeMs = Date.parse(`${text.replace(' ', 'T')}${BRASILIA}`);
  return Number.isNaN(timeMs) ? null : timeMs;
};

const tickOf = ({ cotacaoCompra: bid, cotacaoVenda: ask, dataHoraCotacao }: z.infer<typeof rate>): TickTold => ({
  ...{ base: 'USD', quote: 'BRL', bid, ask },
  sourceMs: timeMsOf(dataHoraCotacao),
});

const PATH =
  '/olinda/servico/PTAX/versao/v1/odata/CotacaoDolarPeriodo(dataInicial=@dataInicial,dataFinalCotacao=@dataFinalCotacao)';

/** The central bank's dollar of the last business day: a week is asked, and the last rate is taken. */
export const ptax = (deps: SourceDeps): PriceSource => ({
  ...{ name: 'ptax', intervalMs: AN_HOUR_MS },
  read: async () => {
    const now = deps.clock.now();
    const query = `?@dataInicial='${dayOf(now - A_WEEK_MS)}'&@dataFinalCotacao='${dayOf(now)}'&$format=json`;
    const { value } = shaped(await askSource(deps, `${PATH}${query}`), shape);
    return value.slice(-1).map(tickOf);
  },
});
