import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Authority } from './authority';

export interface NodePorts {
  readonly http: number;
  readonly replication: number;
}

export interface NodeOptions {
  readonly binary: string;
  /** Its data and logs, which outlive its processes. */
  readonly folder: string;
  readonly ports: NodePorts;
  /** All of them, itself included. */
  readonly cluster: readonly NodePorts[];
  readonly authority: Authority;
  readonly adminPassword: string;
}

/** One node as a process that can be killed, frozen and started again at the same ports. */
export interface StoreNode {
  readonly port: number;
  /** Its database. */
  readonly dataFolder: string;
  readonly start: () => void;
  /** SIGKILL; resolves when it is gone. It stays away until it is started. */
  readonly kill: () => Promise<void>;
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Ends it for good. */
  readonly stop: () => Promise<void>;
}

const HOST = '127.0.0.1';
const MIB = 1_048_576;
/** A former leader that must truncate its log ends by itself, with exit code 0: whoever runs nodes starts them again. */
const RESTART_MS = 500;

/** Small where the defaults are meant for a machine of its own. */
export const SMALL = [
  `--chunk-size=${32 * MIB}`,
  `--chunks-cache-size=${32 * MIB}`,
  `--stream-existence-filter-size=${MIB}`,
  '--max-mem-table-size=100000',
  '--worker-threads=2',
  '--reader-threads-count=2',
  '--stats-period-sec=3600',
];

const dataFolderOf = ({ folder }: NodeOptions): string => path.join(folder, 'data');

export const wordsOf = (options: NodeOptions): readonly string[] => {
  const { folder, ports, cluster, authority } = options;
  const others = cluster.filter(({ http }) => http !== ports.http);
  const alone = others.length === 0;
  return [
    ...[`--db=${dataFolderOf(options)}`, `--log=${path.join(folder, 'logs')}`],
    ...[`--node-ip=${HOST}`, `--node-port=${ports.http}`],
    ...[`--replication-ip=${HOST}`, `--replication-port=${ports.replication}`],
    `--certificate-file=${authority.certificateFile}`,
    `--certificate-private-key-file=${authority.privateKeyFile}`,
    `--trusted-root-certificates-path=${authority.trustedDirectory}`,
    `--cluster-size=${cluster.length}`,
    ...(alone
      ? []
      : ['--discover-via-dns=false', `--gossip-seed=${others.map(({ http }) => `${HOST}:${http}`).join(',')}`]),
    ...SMALL,
  ];
};

export const variablesOf = ({ adminPassword, folder }: NodeOptions): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: folder,
  EVENTSTORE_TELEMETRY_OPTOUT: 'true',
  EVENTSTORE_DEFAULT_ADMIN_PASSWORD: adminPassword,
  EVENTSTORE_DEFAULT_OPS_PASSWORD: adminPassword,
});

export const createNode = (options: NodeOptions): StoreNode => {
  mkdirSync(options.folder, { recursive: true });
  const output = openSync(path.join(options.folder, 'output.log'), 'a');
  let current: ChildProcess | null = null;
  let isWanted = false;
  const start = (): void => {
    isWanted = true;
    const child = spawn(options.binary, wordsOf(options), {
      env: variablesOf(options),
      stdio: ['ignore', output, output],
    });
    current = child;
    child.once('error', () => undefined);
    child.once('exit', () => {
      void pause(RESTART_MS).then(() => {
        if (isWanted && current === child) start();
      });
    });
  };
  const kill = async (): Promise<void> => {
    isWanted = false;
    const child = current;
    current = null;
    if (child === null || child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  };
  return {
    ...{ port: options.ports.http, dataFolder: dataFolderOf(options) },
    ...{ start, kill, stop: kill },
    freeze: () => void current?.kill('SIGSTOP'),
    thaw: () => void current?.kill('SIGCONT'),
  };
};
