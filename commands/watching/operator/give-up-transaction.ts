import type { NetworkName } from '../../../aggregates/chain';
import type { UnreadInBlock } from '../../../aggregates/watcher/events';
import { watcher } from '../../../aggregates/watcher/watcher';
import type { CommandContext } from '../../handling/context';
import { handle } from '../../handling/handle';
import type { HandleDeps } from '../../handling/request';
import type { UnreadRow, WatchStore } from '../watch-deps';

export interface GiveUpTransaction {
  readonly network: NetworkName;
  readonly txid: string;
  readonly reason: string;
}

export type GiveUpStore = Pick<WatchStore, 'unreadOf' | 'giveUpUnread'>;

export interface GiveUpTransactionDeps extends HandleDeps {
  readonly giveUpStore: (network: NetworkName) => GiveUpStore;
}

/** The transaction then delays nothing and is retried. Answers its heights. Refuses WRONG_STATE, VALIDATION_ERROR. */
export const giveUpTransaction =
  (deps: GiveUpTransactionDeps) =>
  async ({ network, txid, reason }: GiveUpTransaction, context: CommandContext): Promise<readonly string[]> => {
    const store = deps.giveUpStore(network);
    const unread = (await store.unreadOf(txid)).map(inBlock);
    const now = deps.clock.iso();
    const command = { type: 'GiveUpTransaction', network, txid, unread, reason, now } as const;
    const { state } = await handle(deps, watcher, { id: network, context, command });
    await store.giveUpUnread(state.givenUp.transactions.filter((one) => one.txid === txid));
    return unread.map(({ height }) => height);
  };

const inBlock = ({ txid, height, blockHash, memos, since }: UnreadRow): UnreadInBlock => ({
  ...{ txid, height: height.toString(), blockHash },
  ...{ namedMemos: memos, unreadSince: since },
});
