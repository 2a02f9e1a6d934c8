import { benchConfirmLatency } from './chains/confirm-latency';
import { benchDustBlock } from './chains/dust-block';
import { benchIdleRequests } from './chains/idle-requests';
import { benchJudge } from './chains/judge';
import { benchScanSolana } from './chains/scan-solana';
import { benchScanStellar } from './chains/scan-stellar';
import { benchScanTron } from './chains/scan-tron';
import { benchScanXrpl } from './chains/scan-xrpl';
import { benchConsoleBuild } from './console/console-build';
import { benchConsoleFirst } from './console/console-first';
import { benchConsoleSize } from './console/console-size';
import { benchExport } from './console/export';
import { benchLive } from './console/live';
import { benchOpenConsoles } from './console/open-consoles';
import { benchOpsPayments } from './console/ops-payments';
import { benchOpsSearch } from './console/ops-search';
import { benchOpsTimeline } from './console/ops-timeline';
import { benchOpsWork } from './console/ops-work';
import { benchCallbackIntake } from './doors/callback-intake';
import { benchCashinIntent } from './doors/cashin-intent';
import { benchCreateIntent } from './doors/create-intent';
import { benchCredentialTiming } from './doors/credential-timing';
import { benchKycSession } from './doors/kyc-session';
import { benchLists } from './doors/lists';
import { benchMetricsCost } from './doors/metrics-cost';
import { benchPriceAge, benchQuoteOverhead } from './doors/quotes';
import { benchGetIntent, benchListKeysByApiKey, benchListKeysBySignature } from './doors/reads';
import { benchHostileLogin } from './doors/wallet-login-hostile';
import { benchWebhooks } from './doors/webhooks';
import { benchWithdrawRace } from './doors/withdraw-race';
import type { Bench, Figure } from './figures';
import { benchIdleMemory } from './idle-rss';
import { benchAppend } from './ledger/append';
import { benchAppendTwoProcesses } from './ledger/append-two-processes';
import { benchExpiry } from './ledger/expiry';
import { benchForeign } from './ledger/foreign';
import { benchInbox } from './ledger/inbox';
import { benchInterleavings } from './ledger/interleavings';
import { benchMatch } from './ledger/match';
import { benchDispatch, benchPayoutDispatch } from './ledger/payout-dispatch';
import { benchProjectionLag } from './ledger/projection-lag';
import { benchReadAll } from './ledger/read-all';
import { benchReadLarge } from './ledger/read-large';
import { benchRebuild } from './ledger/rebuild';
import { benchLoadDeciders } from './load-deciders';
import { benchProviderIdleMemory } from './provider-idle-rss';
import { benchStart } from './start';
import { benchWatchersMemory } from './watchers-rss';

type Benchmarks = { readonly [name: string]: (bench: Bench) => Promise<readonly Figure[]> };

const CONSOLE: Benchmarks = {
  'ops-search': benchOpsSearch,
  'ops-payments': benchOpsPayments,
  'ops-timeline': benchOpsTimeline,
  'ops-work': benchOpsWork,
  export: benchExport,
  'console-size': benchConsoleSize,
  'console-build': benchConsoleBuild,
  live: benchLive,
  'console-first': benchConsoleFirst,
  'create-intent-consoles': benchOpenConsoles,
};

/** By name, which is also that of its main figure; in the order of a whole run. */
export const BENCHMARKS: Benchmarks = {
  append: benchAppend,
  'append-two-processes': benchAppendTwoProcesses,
  'read-all': benchReadAll,
  'read-large': benchReadLarge,
  'create-intent': benchCreateIntent,
  'kyc-session': benchKycSession,
  'cashin-intent': benchCashinIntent,
  'callback-intake': benchCallbackIntake,
  'withdraw-race': benchWithdrawRace,
  'payout-dispatch': benchPayoutDispatch,
  dispatch: benchDispatch,
  'quote-overhead': benchQuoteOverhead,
  'price-age': benchPriceAge,
  'metrics-cost': benchMetricsCost,
  'get-intent-jwt': benchGetIntent,
  'list-keys-apikey': benchListKeysByApiKey,
  'list-keys-hmac': benchListKeysBySignature,
  'credential-timing': benchCredentialTiming,
  rebuild: benchRebuild,
  'projection-lag': benchProjectionLag,
  'idle-rss': benchIdleMemory,
  'provider-idle-rss': benchProviderIdleMemory,
  'watchers-rss': benchWatchersMemory,
  start: benchStart,
  'load-deciders': benchLoadDeciders,
  judge: benchJudge,
  'dust-block': benchDustBlock,
  'confirm-latency': benchConfirmLatency,
  match: benchMatch,
  inbox: benchInbox,
  'idle-requests': benchIdleRequests,
  'scan-solana': benchScanSolana,
  'scan-stellar': benchScanStellar,
  'scan-tron': benchScanTron,
  'scan-xrpl': benchScanXrpl,
  'wallet-login-hostile': benchHostileLogin,
  webhooks: benchWebhooks,
  expiry: benchExpiry,
  lists: benchLists,
  foreign: benchForeign,
  interleavings: benchInterleavings,
  ...CONSOLE,
};

/** Benchmarks that `--only` names together. */
export const GROUPS = { console: Object.keys(CONSOLE) } as const;
