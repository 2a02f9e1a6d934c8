import { type Boleto, parseBoleto } from '../../../../aggregates/codes/boleto';
import type { ResolvedBoleto } from '../../../../commands/ports/resolved-payee';
import type { Failure, Result } from '../../../../commands/ports/result';
import { failed } from '../desk';

/** `ending`: the last two digits of the boleto's free field. */
export interface BoletoScenario {
  readonly ending: string;
  readonly does: string;
  readonly known: boolean;
  readonly status: ResolvedBoleto['status'];
  readonly amount: (printedCents: bigint, nowMs: number) => bigint;
}

const MINUTE_MS = 60_000;

const row = (differences: Pick<BoletoScenario, 'ending' | 'does'> & Partial<BoletoScenario>): BoletoScenario => ({
  known: true,
  status: 'ACTIVE',
  amount: (printedCents) => printedCents,
  ...differences,
});

const DEFAULT = row({ ending: '', does: 'costs what is printed' });

/** The sandbox's table of boletos: tests and documentation are made from it. */
export const BOLETO_SCENARIOS: readonly BoletoScenario[] = [
  row({ ending: '01', does: 'the registry does not know it', known: false }),
  row({ ending: '02', does: 'was paid already', status: 'PAID' }),
  row({ ending: '03', does: 'is past the last day on which it may be paid', status: 'EXPIRED' }),
  row({
    ending: '04',
    does: 'costs 2 % more than printed: interest',
    amount: (printedCents) => printedCents + (printedCents * 2n) / 100n,
  }),
  row({
    ending: '05',
    does: 'costs a cent more every minute: a quote that is paid in another minute fails with AMOUNT_MISMATCH',
    amount: (printedCents, nowMs) => printedCents + (BigInt(Math.floor(nowMs / MINUTE_MS)) % 1_000n),
  }),
];

const scenarioOf = ({ barcode }: Boleto): BoletoScenario =>
  BOLETO_SCENARIOS.find(({ ending }) => barcode.endsWith(ending)) ?? DEFAULT;

const refused = (message: string): Failure => failed('REJECTED', 'CODE_INVALID', message);

export const lookUpBoleto = (barcode: string, nowMs: number): Result<ResolvedBoleto> => {
  const parsed = parseBoleto(barcode, new Date(nowMs).toISOString());
  if (!parsed.ok) return refused(`The boleto is refused: ${parsed.reason}`);
  const { amountCents, dueDate } = parsed.boleto;
  const { known, status, amount } = scenarioOf(parsed.boleto);
  if (!known) return refused('The registry does not know the boleto');
  const nowCosts = amountCents === null ? null : amount(amountCents, nowMs);
  return { ok: true, value: { amount: nowCosts, dueDate, payeeName: 'SANDBOX SEM VALOR', status } };
};
