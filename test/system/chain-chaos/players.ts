import { setTimeout as pause } from 'node:timers/promises';
import type { Until } from '../chaos/timeline';
import { TOLERANCE_SECONDS } from './installation';
import type { ChaosPartner, OpenedIntent } from './partner';
import type { PlannedPayment } from './plan';

/** People who open intents and pay them. */
export interface Players {
  readonly partner: ChaosPartner;
  readonly payments: readonly PlannedPayment[];
  readonly pay: (payment: PlannedPayment, intent: OpenedIntent) => Promise<void>;
}

/** A player without an intent goes on trying so long after the storm. */
const PATIENCE_MS = 240_000;
/** A late payer is later than the tolerance, also when blocks are slow. */
const LATE_BY_MS = TOLERANCE_SECONDS * 1_000 + 1_000;
/** Payments are made this long before the window closes at the latest. */
const HURRY_MS = 1_000;

const playPayment = async (
  { partner, pay }: Players,
  payment: PlannedPayment,
  goesOn: () => boolean,
  until: Until,
): Promise<OpenedIntent | null> => {
  await until(payment.openAtMs);
  const intent = await partner.openIntent(payment, goesOn);
  if (intent === null) return null;
  const windowMs = intent.expiresAtMs - Date.now();
  const isLate = payment.kind === 'late';
  await pause(isLate ? windowMs + LATE_BY_MS : Math.min(windowMs * payment.payAtShare, windowMs - HURRY_MS));
  await pay(payment, intent);
  return intent;
};

/** Answers the intents that were opened; those that wait while the storm lasts are opened after it. */
export const playPayments = async (
  players: Players,
  until: Until,
  weather: Promise<unknown>,
): Promise<readonly OpenedIntent[]> => {
  let calmAtMs = Number.POSITIVE_INFINITY;
  const goesOn = (): boolean => Date.now() < calmAtMs + PATIENCE_MS;
  const [opened] = await Promise.all([
    Promise.all(players.payments.map((payment) => playPayment(players, payment, goesOn, until))),
    weather.then(() => {
      calmAtMs = Date.now();
    }),
  ]);
  return opened.flatMap((intent) => intent ?? []);
};
