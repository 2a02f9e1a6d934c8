import type { Movement } from '../../../aggregates/chain';
import type {
  Dust,
  Gap,
  Rescanned,
  Scanned,
  ScanRequest,
  UnreadTransaction,
} from '../../../commands/ports/chains/chain-reader';
import { isGoneEverywhere, lowestGone } from '../nodes/history-gone';
import { messageOf } from '../nodes/nodes-error';
import { fewAtOnce } from '../nodes/rpc/few-at-once';
import { MOST_REQUESTS_AT_ONCE } from '../nodes/rpc/open-endpoint';
import { contradiction } from '../nodes/standings';
import type { ClosedNode, ToldTransaction } from './node';
import type { ClosedScope } from './scope';
import { confirmed } from './second-answer';
import type { ClosedWatch } from './watch';

interface Harvest {
  readonly movements: readonly Movement[];
  readonly unread: readonly UnreadTransaction[];
}

const keyOf = ({ txid, position }: Movement): string => `${txid}:${position}`;

const harvest = async (scope: ClosedScope, node: ClosedNode, told: readonly ToldTransaction[]): Promise<Harvest> => {
  const movements: Movement[] = [];
  const unread: UnreadTransaction[] = [];
  const crops = await fewAtOnce(told, MOST_REQUESTS_AT_ONCE, (one) => confirmed(scope, node, one));
  for (const [index, one] of told.entries()) {
    const crop = crops[index]!;
    if ('movements' in crop) {
      movements.push(...crop.movements);
      continue;
    }
    const { txid, height, blockHash } = one;
    unread.push({ txid, height, blockHash, memos: crop.memos, reason: crop.reason });
    if (crop.isContradiction) scope.nodes.doubt(node, contradiction(node.label, `contradicts itself: ${crop.reason}`));
  }
  return { movements, unread };
};

export const isDust = (
  { native, assets }: ClosedWatch,
  { memos, assetId, contract, amountBaseUnits }: Movement,
): boolean => {
  const asset = contract === null ? native : assets.get(contract);
  return memos.length === 0 && assetId !== null && BigInt(amountBaseUnits) < BigInt(asset?.dustBelow ?? 0);
};

const dustOf = (movements: readonly Movement[], height: bigint): readonly Dust[] =>
  [...new Set(movements.map(({ assetId }) => assetId!))].map((assetId) => {
    const own = movements.filter((one) => one.assetId === assetId);
    const baseUnits = own.reduce((sum, { amountBaseUnits }) => sum + BigInt(amountBaseUnits), 0n);
    return { height, assetId, transfers: own.length, baseUnits };
  });

/** A gap is reported permanently, so a second scan must confirm it a minute later. */
const orGap = async <Answer>(
  { nodes, sightings }: ClosedScope,
  name: string,
  work: () => Promise<Answer>,
): Promise<Answer | Gap> => {
  try {
    return await work();
  } catch (error) {
    if (!isGoneEverywhere(nodes, error) || !sightings.confirm(name, nodes.all[0]!)) throw error;
    const { height, readableFrom } = lowestGone(error);
    return { outcome: 'GAP', height, readableFrom, reason: messageOf(error) };
  }
};

/** See ChainReader. The node decides how much it answers at once. */
export const scan = (scope: ClosedScope, request: ScanRequest): Promise<Scanned | Gap> =>
  orGap(scope, `gap:${request.from}`, () =>
    scope.nodes.onOne(async (node): Promise<Scanned> => {
      const { told, upTo, resume } = await node.page(request);
      const { movements, unread } = await harvest(scope, node, told);
      const dust = movements.filter((one) => isDust(scope.watch, one));
      const kept = movements.filter((one) => !dust.includes(one));
      for (const one of kept) scope.scanned.set(keyOf(one), true);
      return {
        ...{ outcome: 'SCANNED', unread, upTo, resume, parentHash: null },
        movements: kept.map((movement) => ({ movement, isFinal: true })),
        dust: dustOf(dust, upTo.height),
      };
    }),
  );

/** See ChainReader. Asks the next endpoint if there is one; reports movements that the first scan missed. */
export const rescan = async (scope: ClosedScope, from: bigint, to: bigint): Promise<Rescanned> => {
  const found = await orGap(scope, `rescan:${from}`, () =>
    scope.nodes.onOne(
      async (node): Promise<Rescanned> => {
        const { told, upTo } = await node.page({ from, to, resume: null });
        const { movements, unread } = await harvest(scope, node, told);
        const news = movements.filter(
          (one) => !isDust(scope.watch, one) && scope.scanned.get(keyOf(one)) === undefined,
        );
        if (news.length > 0) {
          const facts = { network: scope.watch.network, node: node.label, movements: news.length };
          scope.logger.warn(facts, 'Closed history has movements that the first scan did not report');
        }
        return { movements: news.map((movement) => ({ movement, isFinal: true })), unread, upTo, gone: null };
      },
      { last: scope.nodes.available()[0] },
    ),
  );
  if (!('outcome' in found)) return found;
  const height = found.readableFrom === null ? to : found.readableFrom - 1n;
  return { movements: [], unread: [], upTo: { height: height > to ? to : height }, gone: found.reason };
};
