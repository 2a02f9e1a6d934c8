import fs from 'node:fs';

const ESTABLISHED = '01';

interface Line {
  readonly remotePort: number;
  readonly inode: string;
}

/** Of Linux's table of TCP sockets: those that are established. */
export const linesOf = (table: string): readonly Line[] =>
  table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[3] === ESTABLISHED)
    .map((columns) => ({
      remotePort: Number.parseInt(columns[2]?.split(':')[1] ?? '', 16),
      inode: columns[9] ?? '',
    }));

const socketsOf = (pid: number): ReadonlySet<string> => {
  const folder = `/proc/${pid}/fd`;
  const inodeOf = (name: string): string | undefined => {
    try {
      return /^socket:\[(\d+)\]$/.exec(fs.readlinkSync(`${folder}/${name}`))?.[1];
    } catch {
      return undefined;
    }
  };
  return new Set(fs.readdirSync(folder).flatMap((name) => inodeOf(name) ?? []));
};

/** TCP connections of one process to any of the ports; null where the system does not tell. */
export const countConnections = (pid: number, ports: readonly number[]): number | null => {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].filter((file) => fs.existsSync(file));
  if (tables.length === 0) return null;
  const own = socketsOf(pid);
  return tables
    .flatMap((file) => linesOf(fs.readFileSync(file, 'utf8')))
    .filter(({ remotePort, inode }) => ports.includes(remotePort) && own.has(inode)).length;
};
