import type { Operator } from '../../../aggregates/operator/operators';
import type { CommandContext } from '../../../commands/handling/context';
import type { From, SignedIn } from '../../../commands/operator/console/sign-in';
import type { SignInLink } from '../../../commands/operator/console/sign-in-link';
import type { SignedOut } from '../../../commands/operator/console/sign-out';
import type { Asset } from '../../../commands/ports/chains/catalog';
import type { Clock } from '../../../commands/ports/clock';
import type { EventStore } from '../../../commands/ports/event-store';
import type { DepositRow } from '../../../read-models/matching/deposits';
import type { Query } from '../../../read-models/table';
import type { DepositItem, ShownDeposit } from '../../reads/deposits/shown-deposit';
import type { SearchAnswer } from '../../reads/search/search';
import type { StandingAlert } from '../../reads/work/troubled';
import type { Service } from '../../service';
import type { OpsPlace, OpsSession } from './session/session.dto';

/** Reads and changes that the command line has as well. */
export type OpsCommands = Pick<
  Service,
  | ('explain' | 'openPersonalData' | 'holdPayment' | 'releasePayment' | 'decideStep' | 'recordRefund')
  | ('assignDeposit' | 'refundDeposit' | 'writeOffDeposit' | 'withdrawProposal' | 'changeKycStatus' | 'replayWebhook')
>;

export interface OpsAlerts {
  readonly open: () => Promise<readonly StandingAlert[]>;
  /** Null: no such alert is open. */
  readonly close: (kind: string, subject: string, because: string) => Promise<StandingAlert | null>;
}

export interface OpsDeposits {
  readonly item: (row: DepositRow) => Promise<DepositItem>;
  /** Refuses NOT_FOUND. */
  readonly shown: (depositId: string) => Promise<ShownDeposit>;
}

/** The ports of the operators' door; the partners' door has none of them. */
export interface OpsDeps {
  readonly commands: OpsCommands;
  readonly alerts: OpsAlerts;
  readonly deposits: OpsDeposits;
  readonly clock: Pick<Clock, 'now'>;
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
  /** Null for a session that is over; a poll does not use it. */
  readonly findSession: (token: string, isPoll: boolean) => Promise<Omit<SignedIn, 'token'> | null>;
  /** Refuses LINK_NOT_VALID. */
  readonly lookAtLink: (token: string) => Promise<SignInLink>;
  /** Refuses LINK_NOT_VALID. */
  readonly signIn: (token: string, from: From) => Promise<SignedIn>;
  readonly signOut: (signedIn: SignedOut, context: CommandContext) => Promise<void>;
  /** Counts a request that was refused on the door, by its code. */
  readonly refused: (code: OpsRefusal) => void;
  /** Empty where the console was not built. */
  readonly files: ConsoleFiles;
}

export const OPS_REFUSALS = ['UNAUTHORIZED', 'ROLE_REQUIRED', 'OTHER_ORIGIN', 'LINK_NOT_VALID'] as const;

export type OpsRefusal = (typeof OPS_REFUSALS)[number];

export interface ConsoleFile {
  readonly content: Buffer;
  /** The same, compressed; null where the build left none. */
  readonly brotli: Buffer | null;
}

/** By their path below `/console/`, such as `index.html` and `assets/operators-4F2K.js`. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>;

export interface SessionCookie {
  readonly name: string;
  readonly isSecure: boolean;
}
