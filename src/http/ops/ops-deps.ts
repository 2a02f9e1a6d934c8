import type { Operator } from '../../../aggregates/operator/operators';
import type { CommandContext } from '../../../commands/handling/context';
import type { IdentitySignIn } from '../../../commands/operator/console/identity-sign-in';
import type { From, SignedIn } from '../../../commands/operator/console/sign-in';
import type { SignInLink } from '../../../commands/operator/console/sign-in-link';
import type { SignedOut } from '../../../commands/operator/console/sign-out';
import type { Asset } from '../../../commands/ports/chains/catalog';
import type { Clock } from '../../../commands/ports/clock';
import type { ConsoleSession } from '../../../commands/ports/console-sessions';
import type { EventStore } from '../../../commands/ports/event-store';
import type { ReplayedWebhooks, ReplayWebhooks } from '../../../commands/webhook/replay-webhooks';
import type { DepositRow } from '../../../read-models/matching/deposits';
import type { Query } from '../../../read-models/table';
import type { DepositItem, ShownDeposit } from '../../reads/deposits/shown-deposit';
import type { AskedExport, AskedPayments, ExportedFile } from '../../reads/exports/export-files';
import type { NetworkRow } from '../../reads/networks/network-rows';
import type { ShownPartner } from '../../reads/people/shown-partner';
import type { SearchAnswer } from '../../reads/search/search';
import type { StandingAlert } from '../../reads/work/troubled';
import type { Service } from '../../service';
import type { OpsDifference, OpsRebuildJob, OpsRebuildProgress } from './projections/projections.dto';
import type { OpsPlace, OpsSession } from './session/session.dto';

/** Reads and changes that the command line has as well. */
export type OpsCommands = Pick<
  Service,
  | ('explain' | 'openPersonalData' | 'holdPayment' | 'releasePayment' | 'decideStep' | 'withdrawWord')
  | (
      | 'recordRefund'
      | 'assignDeposit'
      | 'refundDeposit'
      | 'writeOffDeposit'
      | 'withdrawProposal'
      | 'changeKycStatus'
      | 'replayWebhook'
    )
  | ('searchPersonalData' | 'blockUser' | 'eraseSubject' | 'changePartnerStanding' | 'revokeApiKey')
  | ('acceptFinality' | 'acceptGap' | 'giveUpDeposit' | 'giveUpTransaction' | 'resumeAsset')
>;

export interface OpsAlerts {
  readonly open: () => Promise<readonly StandingAlert[]>;
  /** Null: no such alert is open. */
  readonly close: (
    alert: Pick<StandingAlert, 'kind' | 'subject'>,
    context: CommandContext,
  ) => Promise<Pick<StandingAlert, 'kind'> | null>;
}

export interface Replayed {
  readonly stream: string;
  readonly events: number;
  readonly error: string | null;
}

/** As the rebuild's table has it. */
export interface RebuildJobRow {
  readonly projection: string;
  readonly state: OpsRebuildJob['state'];
  readonly operatorName: string;
  readonly startedAt: string;
  readonly progress: OpsRebuildProgress | null;
  readonly differences: readonly OpsDifference[] | null;
  readonly digest: string | null;
  readonly error: string | null;
}

export interface OpsRebuilds {
  readonly list: () => Promise<readonly RebuildJobRow[]>;
  /** A digest accepts exactly these differences. Refuses WRONG_STATE while the projection is being rebuilt. */
  readonly start: (asked: {
    readonly projection: string;
    readonly operatorName: string;
    readonly digest: string | null;
  }) => Promise<void>;
  /** False: there was no running rebuild. */
  readonly cancel: (projection: string, context: CommandContext) => Promise<boolean>;
}

export interface OpsDeposits {
  readonly item: (row: DepositRow) => Promise<DepositItem>;
  /** Refuses NOT_FOUND. */
  readonly shown: (depositId: string) => Promise<ShownDeposit>;
}

/** The ports of the operators' routes; the partners' application has none of them. */
export interface OpsDeps {
  readonly commands: OpsCommands;
  readonly alerts: OpsAlerts;
  readonly deposits: OpsDeposits;
  /** Refuses NOT_FOUND. */
  readonly shownPartner: (partnerId: string) => Promise<ShownPartner>;
  /** Their names. */
  readonly projections: readonly string[];
  readonly rebuilds: OpsRebuilds;
  /** Streams that still fail stay parked. */
  readonly replayParked: (projection: string, context: CommandContext) => Promise<readonly Replayed[]>;
  readonly replayWebhooks: (asked: ReplayWebhooks, context: CommandContext) => Promise<ReplayedWebhooks>;
  readonly exportAudit: (asked: AskedExport, context: CommandContext) => Promise<ExportedFile>;
  readonly exportPayments: (asked: AskedPayments, context: CommandContext) => Promise<ExportedFile>;
  readonly head: EventStore['head'];
  readonly networks: () => Promise<readonly NetworkRow[]>;
  readonly clock: Pick<Clock, 'now' | 'iso'>;
  readonly readStream: EventStore['readStream'];
  readonly place: Readonly<OpsPlace> & { readonly modes: Readonly<OpsSession['modes']> };
  readonly cookie: SessionCookie;
  /** The origin of the console's pages; null: only what the browser itself calls the same origin. */
  readonly origin: string | null;
  /** On the first page alone. */
  readonly search: (text: string, limit: number) => Promise<SearchAnswer>;
  /** Across partners, read only. */
  readonly query: Query;
  readonly assets: readonly Pick<Asset, 'assetId' | 'symbol' | 'decimals'>[];
  readonly operatorOfKey: (operatorKey: string) => Promise<Operator | null>;
  /** Null for an ended session; a poll does not count as a use. */
  readonly findSession: (token: string, isPoll: boolean) => Promise<Omit<SignedIn, 'token'> | null>;
  /** Refuses LINK_NOT_VALID. */
  readonly lookAtLink: (token: string) => Promise<SignInLink>;
  /** Refuses LINK_NOT_VALID. */
  readonly signIn: (token: string, from: From) => Promise<SignedIn>;
  /** Null without an identity provider. */
  readonly identity: IdentitySignIn | null;
  /** Null: of every operator. */
  readonly listSessions: (operatorName: string | null) => Promise<readonly ConsoleSession[]>;
  readonly listOperators: () => Promise<readonly Operator[]>;
  /** Refuses NOT_FOUND, and WRONG_STATE for the last admin. */
  readonly revokeOperator: (
    asked: { readonly operatorName: string; readonly by: string },
    context: CommandContext,
  ) => Promise<void>;
  readonly signOut: (signedIn: SignedOut, context: CommandContext) => Promise<void>;
  /** Counts a refused request of an operator by its code. */
  readonly refused: (code: OpsRefusal) => void;
  /** Empty where the console was not built. */
  readonly files: ConsoleFiles;
}

export const OPS_REFUSALS = [
  ...(['UNAUTHORIZED', 'ROLE_REQUIRED', 'OTHER_ORIGIN', 'LINK_NOT_VALID'] as const),
  ...(['SIGN_IN_REFUSED', 'PROVIDER_FAILURE'] as const),
] as const;

export type OpsRefusal = (typeof OPS_REFUSALS)[number];

export interface ConsoleFile {
  readonly content: Buffer;
  /** The same, compressed; null when the build has none. */
  readonly brotli: Buffer | null;
}

/** By their path below `/console/`, such as `index.html` and `assets/operators-4F2K.js`. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>;

export interface SessionCookie {
  readonly name: string;
  readonly isSecure: boolean;
}
