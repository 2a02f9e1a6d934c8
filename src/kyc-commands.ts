import type { Mode } from '../aggregates/partner/events';
import { rejection } from '../aggregates/rejection';
import { kycHealth } from '../commands/kyc/kyc-health';
import { reopenSession } from '../commands/kyc/reopen-session';
import { type StartSessionDeps, startSession } from '../commands/kyc/start-session';
import { syncSession } from '../commands/kyc/sync-session';
import { type LookUpDocumentDeps, lookUpDocument, verifyDocument } from '../commands/look-up-document';
import { findUserId } from '../commands/user/ids/find-user';
import { registerUser } from '../commands/user/register-user';
import type { Query } from '../read-models/table';
import { latestSessionNumber } from '../read-models/users/kyc-sessions';
import { hasNoKyc, userLookups } from './reads/lookups';

type KycPorts = Omit<StartSessionDeps, 'findUserId' | 'registerUser' | 'latestNumber'> &
  Omit<LookUpDocumentDeps, 'vault'> &
  Parameters<typeof registerUser>[0] & { readonly query: Query };

export const kycCommands = (ports: KycPorts) => ({
  startKycSession: whereThereIsKyc(
    ports.query,
    startSession({
      ...ports,
      findUserId: findUserId({ vault: ports.vault, ...userLookups(ports.query) }),
      registerUser: registerUser(ports),
      latestNumber: (userId) => latestSessionNumber(ports.query, userId),
    }),
  ),
  /** For callers that refresh; callbacks and polling use the same command. */
  syncKycSession: syncSession(ports),
  reopenKycSession: reopenSession(ports),
  kycHealth: whereThereIsKyc(ports.query, kycHealth(ports)),
  lookUpDocument: whereThereIsKyc(ports.query, lookUpDocument(ports)),
  verifyDocument: whereThereIsKyc(ports.query, verifyDocument(ports)),
});

type Asking<Input, Rest extends readonly unknown[], Answer> = (input: Input, ...rest: Rest) => Promise<Answer>;

const whereThereIsKyc =
  <Input extends { readonly partnerId: string; readonly mode: Mode }, Rest extends readonly unknown[], Answer>(
    query: Query,
    command: Asking<Input, Rest, Answer>,
  ): Asking<Input, Rest, Answer> =>
  async (input, ...rest) => {
    if (await hasNoKyc(query)(input)) throw rejection('PROVIDER_NOT_CONFIGURED', 'No KYC provider is configured');
    return command(input, ...rest);
  };
