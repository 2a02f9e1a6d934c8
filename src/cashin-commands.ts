import { type CreateCashinIntentDeps, createCashinIntent } from '../commands/cashin/create-cashin-intent';
import { explainCashin } from '../commands/cashin/explain-cashin';
import { findOwnCashinQuote } from '../commands/cashin/quote/find-own-cashin-quote';
import { type IssueCashinQuoteDeps, issueCashinQuote } from '../commands/cashin/quote/issue-cashin-quote';
import type { UserCaller } from '../commands/handling/caller';
import type { Query } from '../read-models/table';
import { foldCashinIntent } from './reads/fold-cashin';
import { standingByRow, standingByStream } from './reads/user-standing';

type CashinPorts = Omit<IssueCashinQuoteDeps & CreateCashinIntentDeps, 'userStanding'> & { readonly query: Query };

export const cashinCommands = (ports: CashinPorts) => ({
  issueCashinQuote: issueCashinQuote({ ...ports, userStanding: standingByStream(ports.eventStore) }),
  /** From the stream; null without a quote. */
  getCashinQuote: async ({ user, quoteId }: { readonly user: UserCaller; readonly quoteId: string }) =>
    (await findOwnCashinQuote(ports.eventStore, user, quoteId))?.terms ?? null,
  createCashinIntent: createCashinIntent({ ...ports, userStanding: standingByRow(ports.query) }),
  /** From the stream, for when the read model lags. */
  foldCashinIntent: foldCashinIntent(ports.eventStore),
});

export const explainCashinWith = ({ eventStore, chargeProviders, cryptoDeliveries }: CashinPorts) =>
  explainCashin({
    eventStore,
    isChargeProviderThere: (name, mode) => chargeProviders.named(name, mode) !== null,
    isDeliveryProviderThere: (name, mode) => cryptoDeliveries.named(name, mode) !== null,
  });
