import { type BrCode, parseBrCode } from '../../../../aggregates/codes/br-code';
import type { PixKey } from '../../../../aggregates/codes/pix-key';
import type { PayoutMethod, PayoutRequest } from '../../../../commands/ports/payout-provider';
import { DEFAULT_PAYOUT, PAYOUT_SCENARIOS, type PayoutScenario } from './payout-scenarios';

const AMOUNT_CYCLE = 100_000n;
const AMOUNT_BASE = 66_600n;
const RANDOM_KEY_BASE = '00000000-0000-4000-8000-0000000000';

/** A withdrawal's one header says what its debit does, or what its payout does. */
const isOfDebit = (name: string): boolean => name.startsWith('REDEMPTION');

/** Null when there is no scenario of this name (X-Sandbox-Scenario). */
export const scenarioNamed = (name: string): PayoutScenario | null =>
  PAYOUT_SCENARIOS.find((scenario) => scenario.name === name) ?? (isOfDebit(name) ? DEFAULT_PAYOUT : null);

const twoDigits = (number: number): string => number.toString().padStart(2, '0');

export const scenarioOfKey = (key: string): PayoutScenario | undefined =>
  PAYOUT_SCENARIOS.find(({ triggers }) => {
    if (triggers.key === key) return true;
    return triggers.number !== undefined && key === RANDOM_KEY_BASE + twoDigits(triggers.number);
  });

const byText = (text: string | null | undefined): PayoutScenario | undefined =>
  PAYOUT_SCENARIOS.find(({ triggers }) => triggers.txid !== undefined && triggers.txid === text);

/** Matches R$ ...666.01 to ...666.14, by the amount sent to the bank. */
const byAmount = (amountCents: bigint): PayoutScenario | undefined =>
  PAYOUT_SCENARIOS.find(
    ({ triggers }) =>
      triggers.number !== undefined && amountCents % AMOUNT_CYCLE === AMOUNT_BASE + BigInt(triggers.number),
  );

const codeOf = (method: PayoutMethod): BrCode | null => {
  if (method.kind !== 'PIX_BRCODE') return null;
  const result = parseBrCode(method.brCode);
  return result.ok ? result.code : null;
};

export const payeeKeyOf = (method: PayoutMethod): PixKey | null =>
  method.kind === 'PIX_KEY' ? { kind: method.keyType, key: method.key } : (codeOf(method)?.key ?? null);

/** In order of precedence (design: providers, "Sandbox provider"). Null when the header names no scenario. */
export const chooseScenario = (request: PayoutRequest): PayoutScenario | null => {
  if (request.scenario !== undefined) return scenarioNamed(request.scenario);
  const code = codeOf(request.method);
  const key = payeeKeyOf(request.method)?.key;
  return (
    (key === undefined ? undefined : scenarioOfKey(key.toLowerCase())) ??
    byText(code?.txid) ??
    byText(request.description) ??
    byAmount(request.amount) ??
    DEFAULT_PAYOUT
  );
};

export const codeStatusOf = (code: BrCode): PayoutScenario['codeStatus'] =>
  (byText(code.txid) ?? DEFAULT_PAYOUT).codeStatus;
