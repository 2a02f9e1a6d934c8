import { decideAttach } from '../../../../commands/pair/attach';
import { QUIET_MS } from '../../../../commands/pair/decision';
import { bind } from '../../../../infra/pair/bind';
import { mustSayWhy, print } from '../operator';
import { actorIn } from './actor';
import { beside } from './alone';
import { attachLoss, type LossOptions } from './attach-loss';
import { inPlaces } from './places';
import { prepareDatabase } from './prepare';

type AttachOptions = LossOptions & { readonly acceptLoss?: boolean };

/** `ledger store attach`: a refusal is said as a start says it, and exits with 1. */
export const attachStore = (options: AttachOptions): Promise<void> =>
  options.acceptLoss === true ? attachLoss(options) : attach(options);

const attach = async (options: AttachOptions): Promise<void> => {
  const reason = mustSayWhy('ledger store attach', options);
  const { ledgerId } = await inPlaces(async (places, logger) => {
    if (places.eventStoreUrl === undefined) {
      throw new Error('Log and rows are one database: after a restore give `ledger store attach --accept-loss`');
    }
    const actor = await actorIn(places, logger, options);
    await prepareDatabase(places.databaseUrl, logger);
    process.stderr.write(`attaching takes ${QUIET_MS / 1_000} s\n`);
    return beside(places, logger, (tools) =>
      bind(tools, (look, { ledgerId: id, at }) => decideAttach(look, { id, at, actor, reason })),
    );
  });
  const lines = [`Ledger ${ledgerId} belongs to this PostgreSQL. Services may start.`];
  print(options.json, { attached: ledgerId }, lines);
};
