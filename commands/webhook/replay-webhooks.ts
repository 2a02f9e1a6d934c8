import type { WebhooksReplayRequested } from '../../aggregates/console/events';
import { isRejection, rejection } from '../../aggregates/rejection';
import { type CommandContext, continuing } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import type { HandleDeps } from '../handling/request';
import { recordAct } from '../operator/console/record-act';
import { inParallel } from '../watching/in-parallel';
import { replayWebhook } from './replay-webhook';

/** A request replays at most so many. */
export const MOST_REPLAYED = 500;

const AT_ONCE = 16;

export interface ReplayWebhooks extends Omit<WebhooksReplayRequested, 'operatorName' | 'deliveries' | 'requestedAt'> {
  /** The number that the operator was shown. */
  readonly count: number;
}

export interface ReplayWebhooksDeps extends HandleDeps {
  /** The oldest `MOST_REPLAYED` first. */
  readonly listReplayable: (asked: Omit<ReplayWebhooks, 'count'>) => Promise<readonly string[]>;
}

export interface ReplayedWebhooks {
  readonly replayed: number;
  /** Under way by then. */
  readonly skipped: number;
}

/** An event names the operator before any replay. Refuses CONCURRENT_OPERATION if the number is another by now. */
export const replayWebhooks =
  (deps: ReplayWebhooksDeps) =>
  async ({ count, ...asked }: ReplayWebhooks, context: CommandContext): Promise<ReplayedWebhooks> => {
    const deliveryIds = await deps.listReplayable(asked);
    const { length: deliveries } = deliveryIds;
    if (deliveries !== count)
      throw rejection('CONCURRENT_OPERATION', `${deliveries} webhooks fit by now, and not ${count}; look again`);
    if (deliveries === 0) return { replayed: 0, skipped: 0 };
    const at = deps.clock.iso();
    const data = { operatorName: context.actor.id, ...asked, deliveries, requestedAt: at };
    await recordAct(deps, { type: 'WebhooksReplayRequested', data }, { at, context });
    let skipped = 0;
    await inParallel(AT_ONCE, deliveryIds, async (deliveryId) => {
      if (!(await replayed(deps, { ...asked, deliveryId }, context))) skipped += 1;
    });
    return { replayed: deliveries - skipped, skipped };
  };

type One = Pick<ReplayWebhooks, 'partnerId' | 'mode'> & { readonly deliveryId: string };

/** False: an attempt is under way. */
const replayed = async (deps: HandleDeps, { deliveryId, partnerId, mode }: One, context: CommandContext) => {
  const own = { ...continuing(context, commandIdOf('replay', context.commandId, deliveryId)), partnerId, mode };
  try {
    await replayWebhook(deps)({ deliveryId, partnerId, mode, isUnsent: false }, own);
    return true;
  } catch (error) {
    if (isRejection(error) && error.rejection.code === 'WRONG_STATE') return false;
    throw error;
  }
};
