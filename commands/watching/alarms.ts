import type { Recorded } from '../../aggregates/events';
import type { WatcherEvent } from '../../aggregates/watcher/events';
import { type WatcherState, watcher } from '../../aggregates/watcher/watcher';
import type { AlertSentence } from '../alerts/kinds';
import { historyOf } from '../handling/reading/read-stream';
import type { WatchCursor, WatchDeps } from './watch-deps';

interface Alarm {
  readonly what: AlertSentence;
  readonly facts: Readonly<Record<string, string>>;
}

const alarmOf = ({ type, data }: WatcherEvent): Alarm | null => {
  const { network } = data;
  switch (type) {
    case 'FinalityQuestioned':
    case 'FinalityViolated': {
      const { height, kept, seen, commonHeight } = data;
      const what =
        type === 'FinalityQuestioned'
          ? 'Every endpoint contradicts the final history'
          : 'The final history of a network has changed: payouts wait until an operator accepts it';
      return { what, facts: { network, height, kept, seen, commonHeight: commonHeight ?? 'none' } };
    }
    case 'DepositsLost': {
      const what = 'The accepted history lacks deposits that pay an intent: an operator must check';
      return { what, facts: { network, deposits: data.depositIds.join(', ') } };
    }
    case 'GapSeen': {
      const { height, reason, readableFrom } = data;
      const what = "A part of a network's history is unreadable: an operator must skip it";
      return { what, facts: { network, height, reason, readableFrom: readableFrom ?? 'unknown' } };
    }
    case 'AssetHalted': {
      const { haltedAt, assetId, ...shortage } = data;
      const what = 'A token transferred less than its logs report: new intents of it are refused';
      return { what, facts: { ...shortage, assetId: String(assetId) } };
    }
    case 'WatermarkReached':
    case 'FinalityReaffirmed':
    case 'FinalityAccepted':
    case 'DepositGivenUp':
    case 'GivenUpJudged':
    case 'TransactionGivenUp':
    case 'GapAccepted':
    case 'AssetResumed':
      return null;
  }
};

export interface Told {
  readonly events: readonly WatcherEvent[];
  readonly eventIds: readonly string[];
}

export const raiseAlarms = (
  { alert }: Pick<WatchDeps, 'alert'>,
  { events, eventIds }: Told,
  facts: Alarm['facts'] = {},
): void => {
  for (const [index, event] of events.entries()) {
    const alarm = alarmOf(event);
    if (alarm !== null) alert(alarm.what, { ...alarm.facts, ...facts, eventId: eventIds[index] ?? '' });
  }
};

/** Once per process, before its first scan: the writer of an event may have died before its alert. */
export const raiseOpenAlarms = async (deps: WatchDeps, state: WatcherState, cursor: WatchCursor | null) => {
  if (deps.memory.areAlarmsRaised) return;
  deps.memory.areAlarmsRaised = !mayBeOpen(state);
  if (deps.memory.areAlarmsRaised) return;
  const history = (await historyOf(deps.eventStore, watcher, deps.reader.network)) as readonly (Recorded &
    WatcherEvent)[];
  const isLast = (event: WatcherEvent): boolean => event === history.findLast((other) => isAbout(event, other));
  const open = history.filter(
    (event) => isOpen(event, state, cursor) && (event.type === 'DepositsLost' || isLast(event)),
  );
  raiseAlarms(deps, { events: open, eventIds: open.map(({ id }) => id) });
  deps.memory.areAlarmsRaised = true;
};

/** Saves reading the long stream. */
const mayBeOpen = ({ finality, gap, haltedAssets, lostDeposits }: WatcherState): boolean =>
  finality.standing !== 'SOUND' || gap !== null || haltedAssets.length > 0 || lostDeposits.length > 0;

const isAbout = (event: WatcherEvent, other: WatcherEvent): boolean =>
  event.type === other.type &&
  (event.type !== 'AssetHalted' || other.type !== 'AssetHalted' || event.data.assetId === other.data.assetId);

const isOpen = ({ type, data }: WatcherEvent, state: WatcherState, cursor: WatchCursor | null): boolean => {
  const { finality, gap, haltedAssets } = state;
  if (type === 'FinalityQuestioned') return finality.standing === 'QUESTIONED';
  if (type === 'FinalityViolated') return finality.standing === 'VIOLATED';
  if (type === 'GapSeen') return gap !== null && (cursor === null || cursor.height < BigInt(gap.height));
  if (type === 'AssetHalted') return haltedAssets.includes(data.assetId);
  return type === 'DepositsLost';
};
