import type { Mode } from '../mode';
import { type DueQuery, dueQuery, type ItemColumns } from './due-query';

export interface DueCashinStep {
  readonly intentId: string;
  readonly causeEventId: string;
  /** Key of the delivery or of the refund. */
  readonly subject: string | null;
  readonly endToEndId: string | null;
  /** First dispatch, or start of the step: milliseconds since 1970. */
  readonly sinceMs: number;
}

export interface DueSweep {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly provider: string;
  /** First intent: milliseconds since 1970. */
  readonly sinceMs: number;
}

const ITEM: ItemColumns<DueCashinStep> = {
  intentId: 'step.intent_id',
  causeEventId: 'step.cause_event_id',
  subject: 'step.subject',
  endToEndId: 'step.end_to_end_id',
  sinceMs: 'floor(extract(epoch FROM step.since_at) * 1000)',
};

const KEY = `concat_ws(' ', step.step_key, step.step, step.subject)`;

const IS_OPEN = `NOT EXISTS (SELECT FROM lastro.cashin_steps closed WHERE closed.step_key = step.intent_id || ' CLOSED')`;

const MAY_BE_SENT = `NOT EXISTS (SELECT FROM lastro.parked_streams parked
  WHERE parked.stream = 'partner-' || step.partner_id)`;

type Step = 'CREATE' | 'EXPIRE' | 'REQUEST' | 'SEND' | 'RESOLVE' | 'DISPATCH' | 'ASK';

/** A sent step that operators ended is checked as long as a payout that they decided. */
const STILL_ASKED: { readonly [Each in Step]?: string } = {
  RESOLVE: 'OVERRULED',
  ASK: 'OVERRULED_REFUND',
};

const isDue = (step: Step): string => {
  const beyond = STILL_ASKED[step];
  const open = 'step.step = $1 AND step.due_at <= $2::timestamptz';
  if (beyond === undefined) return open;
  return `(${open} OR step.step = '${beyond}' AND step.due_at <= $2::timestamptz
      AND step.due_at > $2::timestamptz - interval '25 hours')`;
};

const SENDING: readonly Step[] = ['SEND', 'DISPATCH'];

export const dueCashinSteps = (step: Step, now: string): DueQuery<DueCashinStep> =>
  dueQuery({
    ...{ key: KEY, dueAt: 'step.due_at', item: ITEM, values: [step, now] },
    source: `FROM lastro.cashin_steps step WHERE ${isDue(step)} AND ${IS_OPEN}
      ${SENDING.includes(step) ? `AND ${MAY_BE_SENT}` : ''}`,
  });

/** A charge is asked about for a day after the intent's end; callbacks and the sweep of credits find later payments. */
export const dueCharges = (now: string): DueQuery<DueCashinStep> =>
  dueQuery({
    ...{ key: KEY, dueAt: 'step.due_at', item: ITEM, values: [now] },
    source: `FROM lastro.cashin_steps step
      WHERE ((step.step IN ('WATCH', 'DISPUTE') AND step.due_at <= $1::timestamptz)
          OR (step.step = 'AFTER' AND step.due_at <= $1::timestamptz
            AND step.due_at > $1::timestamptz - interval '1 day'))
        AND ${IS_OPEN}`,
  });

/** As long as a PIX may be refunded or disputed. */
export const dueSweeps = (now: string): DueQuery<DueSweep> =>
  dueQuery({
    ...{ key: 'sweep.sweep_key', dueAt: 'sweep.first_at' },
    item: {
      ...{ partnerId: 'sweep.partner_id', mode: 'sweep.mode', provider: 'sweep.provider' },
      sinceMs: 'floor(extract(epoch FROM sweep.first_at) * 1000)',
    },
    source: `FROM lastro.cashin_sweeps sweep WHERE sweep.last_at > $1::timestamptz - interval '90 days'`,
    values: [now],
  });
