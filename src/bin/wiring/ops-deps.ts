import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { signInLinks } from '../../../commands/handling/sign-in-links';
import { revokeOperator } from '../../../commands/operator/change-operator';
import { closeAlert } from '../../../commands/operator/console/close-alert';
import { identitySignIn } from '../../../commands/operator/console/identity-sign-in';
import { findSession } from '../../../commands/operator/console/sessions';
import { signIn } from '../../../commands/operator/console/sign-in';
import { type KeptLink, lookAtLink } from '../../../commands/operator/console/sign-in-link';
import { signOut } from '../../../commands/operator/console/sign-out';
import { findOperator, listOperators } from '../../../commands/operator/find-operator';
import type { Network } from '../../../commands/ports/chains/catalog';
import { MOST_REPLAYED, replayWebhooks } from '../../../commands/webhook/replay-webhooks';
import { alertRows } from '../../../infra/alerts/alert-rows';
import { listWatched } from '../../../infra/chains/stores/watched-networks';
import { createConsoleSessions } from '../../../infra/http/console-sessions';
import { projectRoot } from '../../../infra/project-root';
import type { RebuildJobs } from '../../../infra/projections/rebuild/rebuild-jobs';
import type { DepositRow } from '../../../read-models/matching/deposits';
import type { Query } from '../../../read-models/table';
import { listReplayable } from '../../../read-models/webhooks/replayable';
import type { Config } from '../../config';
import type { HttpLogger } from '../../http/deps';
import type { ConsoleFile, ConsoleFiles, OpsDeps, SessionCookie } from '../../http/ops/ops-deps';
import { depositItem, type ShownDepositDeps, shownDeposit } from '../../reads/deposits/shown-deposit';
import { type ExportDeps, exportAudit, exportPayments } from '../../reads/exports/export-files';
import { networkRows } from '../../reads/networks/network-rows';
import { shownPartner } from '../../reads/people/shown-partner';
import { search } from '../../reads/search/search';
import type { Service } from '../../service';
import type { Adapters } from './adapters';
import type { Observing } from './observing';
import { identityProviderOf } from './operators/identity';
import { projectionPorts } from './rebuilds';
import { searchDeps } from './search';

export interface OpsDepsOptions {
  readonly config: Config;
  readonly adapters: Adapters;
  readonly service: Service;
  readonly logger: Logger;
  readonly observing: Observing;
  readonly standingLinks: ReadonlyMap<string, KeptLink>;
  readonly rebuilds: RebuildJobs;
}

/** Deps of the operators' routes; null when the process has none. */
export const createOpsDeps = (options: OpsDepsOptions): OpsDeps | null => {
  const { config, adapters, service, logger, observing, standingLinks, rebuilds } = options;
  const { operatorsQuery: query, ports, pool, offer } = adapters;
  if (query === null) return null;
  const sessions = createConsoleSessions(pool);
  const deps = { ...ports, sessions, links: signInLinks(ports, 'console-link', standingLinks) };
  const provider = identityProviderOf(config, ports, logger);
  return {
    ...{ query, ...waitingOn(ports, query, offer.networks), commands: service, assets: offer.catalog.assets },
    ...{ ...projectionPorts(adapters, rebuilds, logger), head: () => ports.eventStore.head() },
    search: (text, limit) => search({ ...searchDeps(adapters), query }, text, { partnerId: null, limit, after: null }),
    place: {
      ...{ environment: config.NODE_ENV, instance: config.INSTANCE_ID },
      modes: [...new Set(offer.networks.map(({ mode }) => mode))].sort(),
    },
    cookie: cookieOf(config),
    origin: config.OPS_PUBLIC_URL ?? null,
    operatorOfKey: (operatorKey) => findOperator(ports.eventStore, operatorKey),
    findSession: findSession(deps),
    lookAtLink: lookAtLink(deps),
    signIn: signIn(deps),
    signOut: signOut(deps),
    identity: provider && identitySignIn({ ...deps, provider, identityDigest: adapters.identityDigest }),
    listSessions: sessions.list,
    listOperators: () => listOperators(ports.eventStore),
    revokeOperator: revokeOperator(ports),
    refused: (code) => observing.metrics?.work.operatorRefused(code),
    files: readConsoleFiles(path.join(projectRoot(), 'dist', 'console'), logger),
  };
};

export const waitingOn = (
  ports: ShownDepositDeps & ExportDeps,
  query: Query,
  offered: readonly Pick<Network, 'name' | 'mode'>[],
) => {
  const rows = alertRows(ports.query);
  return {
    alerts: {
      open: rows.open,
      close: closeAlert({ ...ports, alerts: rows }),
    },
    deposits: {
      item: (row: DepositRow) => depositItem(ports, row),
      shown: (depositId: string) => shownDeposit(ports, depositId),
    },
    shownPartner: (partnerId: string) => shownPartner(ports.query, partnerId),
    networks: async () => networkRows(offered, await listWatched(ports.query)),
    clock: ports.clock,
    readStream: ports.eventStore.readStream,
    replayWebhooks: replayWebhooks({
      ...ports,
      listReplayable: (asked) => listReplayable(query, asked, MOST_REPLAYED),
    }),
    exportAudit: exportAudit({ ...ports, query }),
    exportPayments: exportPayments({ ...ports, query }),
  };
};

/** The configuration decides, not the socket: a proxy on the same machine looks like loopback. */
export const cookieOf = ({ OPS_PUBLIC_URL, INSTANCE_ID }: Pick<Config, 'OPS_PUBLIC_URL' | 'INSTANCE_ID'>) => {
  const isSecure = OPS_PUBLIC_URL?.startsWith('https://') === true;
  return { name: `${isSecure ? '__Host-' : ''}lastro-ops-${INSTANCE_ID}`, isSecure } satisfies SessionCookie;
};

const BROTLI = '.br';

/** Empty, and said so, where the console was not built. */
export const readConsoleFiles = (
  folder: string,
  logger: Pick<HttpLogger, 'warn'>,
  address = '/console',
): ConsoleFiles => {
  if (!existsSync(path.join(folder, 'index.html'))) {
    logger.warn({ folder }, `the console is not built: ${address} answers 404`);
    return new Map();
  }
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(BROTLI))
    .map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(names.map((file) => [path.relative(folder, file).replaceAll(path.sep, '/'), readFile(file)]));
};

const readFile = (file: string): ConsoleFile => ({
  content: readFileSync(file),
  brotli: existsSync(`${file}${BROTLI}`) ? readFileSync(`${file}${BROTLI}`) : null,
});
