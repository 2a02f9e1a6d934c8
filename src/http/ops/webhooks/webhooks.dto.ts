import type { WebhookEventName } from '../../partner/webhooks/webhook-config.dto';
import type { OpsReason } from '../work/changes.dto';

export interface OpsReplayFilter {
  /**
   * The id of the partner.
   * @minLength 1
   * @maxLength 64
   */
  partner: string;
  mode: 'live' | 'sandbox';
  state: 'EXHAUSTED' | 'DELIVERED';
  event?: WebhookEventName;
  /**
   * Only webhooks that were made at this time or later: a day (UTC), or a time of RFC 3339.
   * @maxLength 40
   */
  from?: string;
  /**
   * Only webhooks that were made before this time.
   * @maxLength 40
   */
  to?: string;
}

export interface OpsReplayCount {
  /**
   * At most 500.
   * @isInt
   */
  count: number;
  /** A request replays the oldest 500; `from` and `to` choose the others. */
  isMore: boolean;
}

export interface OpsReplayMany extends OpsReplayFilter, OpsReason {
  /**
   * The count that was shown; another one by now is refused.
   * @isInt must be a whole number
   * @minimum 1
   * @maximum 500
   */
  count: number;
}

export interface OpsReplayedWebhooks {
  /** @isInt */
  replayed: number;
  /**
   * Under way by then.
   * @isInt
   */
  skipped: number;
}
