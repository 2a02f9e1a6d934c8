import path from 'node:path';
import { InvalidArgumentError } from 'commander';
import { toDecimal } from '../../../../aggregates/money';
import type { ForOperator } from '../../../../commands/pair/losing/for-operator';
import { HOLDERS } from '../../../../commands/pair/losing/holders';
import type { HeldPayment } from '../../../../commands/pair/losing/open-payments';
import { acceptLoss, type LossEnded } from '../../../../infra/pair/losing/accept-loss';
import type { Forgotten } from '../../../../infra/pair/losing/forget-lost';
import { projectRoot } from '../../../../infra/project-root';
import { displayProgress } from '../../../../infra/projections/rebuild/progress';
import { rebuildProjection } from '../../../../infra/projections/rebuild/rebuild';
import { projections } from '../../../../projections/all';
import { mustSayWhy, type OperatorOptions, print } from '../operator';
import { onStores, type StoreTools } from './on-stores';

export type Heights = ReadonlyMap<string, bigint>;

export interface LossOptions extends OperatorOptions {
  readonly from?: Heights;
}

const HEIGHT = /^([a-z0-9-]+)=(\d{1,38})$/;

/** Parses each `--from <network>=<height>`. */
export const heightFrom = (text: string, before: Heights = new Map()): Heights => {
  const [, network, height] = HEIGHT.exec(text) ?? [];
  if (network === undefined || height === undefined)
    throw new InvalidArgumentError('The value must be <network>=<height>.');
  return new Map([...before, [network, BigInt(height)]]);
};

/** `ledger store attach --accept-loss`: after an interruption the same command continues. */
export const attachLoss = async (options: LossOptions): Promise<void> => {
  const reason = mustSayWhy('ledger store attach', options);
  const ended = await onStores((tools, actor) => {
    const asked = { actor, reason, from: options.from ?? new Map() };
    return acceptLoss({ ...tools, holders: HOLDERS, rebuildAll: () => rebuildAll(tools) }, asked);
  }, options);
  tell(options.json, ended);
};

/** Rebuilds one after the other, so that each has the whole machine. */
const rebuildAll = async ({ databaseUrl, store: eventStore, logger }: StoreTools): Promise<void> => {
  const readModelsFolder = path.join(projectRoot(), 'read-models');
  for (const projection of projections) {
    const onProgress = displayProgress(process.stderr, projection.name);
    const options = { databaseUrl, eventStore, projection, readModelsFolder, logger };
    await rebuildProjection(options, { fromStart: true, onProgress });
  }
};

const NOTHING: Forgotten = { cursors: new Map(), idempotencyKeys: [], leases: 0, callbacks: 0 };

const tell = (json: boolean | undefined, ended: LossEnded): void => {
  const { ledgerId: attached, lostSince, held, forgotten, unlogged } = ended;
  const payments = held.map(({ holder: { category: family }, id }) => ({ family, id }));
  const { cursors, idempotencyKeys, leases, callbacks } = forgotten ?? NOTHING;
  const readFrom = Object.fromEntries([...cursors].map(([network, height]) => [network, height.toString()]));
  const { lookUps, rights } = unlogged;
  const removed = { idempotencyKeys, leases, callbacks, lookUps };
  const lookFor = held.flatMap(lookForOf);
  print(json, { attached, lostSince, held: payments, lookFor, readFrom, removed, rights }, [
    ...payments.map(({ family, id }) => `held: ${family} ${id}`),
    ...lookFor.flatMap(lookForWords),
    ...Object.entries(readFrom).map(([network, height]) => `${network} is scanned again from ${height}`),
    ...idempotencyKeys.map((scope) => `removed: idempotency key ${scope}`),
    ...rights.map(({ kind, subject }) => `changed by a lost event; repeat the change: ${kind} ${subject}`),
    `Ledger ${attached} belongs to this PostgreSQL. ${wordsOf(lostSince, payments.length)} Services may start.`,
  ]);
};

type LookFor = ForOperator & { readonly family: string; readonly id: string };

const lookForOf = ({ holder: { category: family }, id, forOperator }: HeldPayment): readonly LookFor[] =>
  forOperator === null ? [] : [{ family, id, ...forOperator }];

const lookForWords = ({ family, id, returnedCents, dues }: LookFor): readonly string[] => [
  ...(returnedCents === null
    ? []
    : [`possibly resolved already: return of R$ ${toDecimal(BigInt(returnedCents), 2)} of ${family} ${id}`]),
  ...dues.map(
    ({ number, network, assetId, amountBaseUnits }) =>
      `possibly refunded already: due ${number} of ${family} ${id}, ${amountBaseUnits} base units of asset ${assetId} on ${network}`,
  ),
];

const wordsOf = (lostSince: string, held: number): string =>
  `The log may have lost events after ${lostSince}. ${held} payments are on hold until each is released.`;
