import { type Command, Option } from 'commander';
import { rejection } from '../../../../aggregates/rejection';
import { MOST_REPLAYED, replayWebhooks } from '../../../../commands/webhook/replay-webhooks';
import { listReplayable, type ReplayFilter } from '../../../../read-models/webhooks/replayable';
import { instantOf } from '../../../http/request/shape/instant';
import {
  inSession,
  mustSayWhy,
  type OperatorOptions,
  operatorContext,
  print,
  untilCaughtUp,
  withOperator,
} from '../operator';

interface ReplayOptions extends OperatorOptions, Pick<ReplayFilter, 'mode' | 'state'> {
  readonly event?: string;
  readonly from?: string;
  readonly to?: string;
  readonly count?: string;
}

/** `ledger partner replay-webhooks`. */
export const addReplay = (partner: Command): void => {
  withOperator(partner.command('replay-webhooks <partnerId>'))
    .description(`count finished webhooks; with --count and that number, send the oldest ${MOST_REPLAYED} again`)
    .addOption(new Option('--mode <mode>').choices(['live', 'sandbox']).makeOptionMandatory())
    .addOption(new Option('--state <state>').choices(['EXHAUSTED', 'DELIVERED']).default('EXHAUSTED'))
    .option('--event <event>', 'such as INTENT_COMPLETED')
    .option('--from <time>', 'made at this day or time, or later')
    .option('--to <time>', 'made before this day or time')
    .option('--count <count>', 'the number that was shown')
    .action(replay);
};

const replay = async (partnerId: string, options: ReplayOptions): Promise<void> =>
  inSession(async (session) => {
    const { mode, state, event = null, count } = options;
    const [from, to] = [instantOf('from', options.from) ?? null, instantOf('to', options.to) ?? null];
    const filter = { partnerId, mode, state, event, from, to };
    const { ports } = session.adapters;
    await untilCaughtUp(session);
    const list = (asked: ReplayFilter) => listReplayable(ports.query, asked, MOST_REPLAYED);
    if (count === undefined) {
      const { length } = await list(filter);
      print(options.json, { count: length }, [`${length} webhooks; --count ${length} sends them again`]);
      return;
    }
    mustSayWhy('partner replay-webhooks --count', options);
    if (!/^\d{1,3}$/.test(count)) throw rejection('VALIDATION_ERROR', '--count must be the number that was shown');
    const context = await operatorContext(session, options);
    const done = await replayWebhooks({ ...ports, listReplayable: list })({ ...filter, count: Number(count) }, context);
    print(options.json, done, [`${done.replayed} are sent again, ${done.skipped} were under way`]);
  });
