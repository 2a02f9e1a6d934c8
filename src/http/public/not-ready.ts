import type { Readiness } from '../deps';
import { RETRY_AFTER_SECONDS } from '../problems';
import type { NotReadyAnswer } from './health.dto';

export interface NotReadyProblem {
  readonly status: 503;
  readonly headers: { 'Retry-After': string };
  readonly body: NotReadyAnswer;
}

export const notReadyProblem = (requestId: string, checks: Readiness['checks']): NotReadyProblem => ({
  status: 503,
  headers: { 'Retry-After': `${RETRY_AFTER_SECONDS.SERVICE_UNAVAILABLE}` },
  body: { success: false, error: 'Not ready', code: 'SERVICE_UNAVAILABLE', requestId, checks },
});
