import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { StoreNode } from './node';

/**
 * For `sh`. `$DATA` is the database of a node, which may run: what points into a file is copied before that file, which
 * only grows. `$COPY` is not there yet.
 */
export const BACK_UP = [
  'mkdir "$COPY" && cd "$DATA"',
  `find index -name '*.chk' -exec cp -p --parents {} "$COPY" ';'`,
  `find index -type f ! -name '*.chk' -exec cp -p --parents {} "$COPY" ';'`,
  'cp -p *.chk "$COPY"',
  'cp -p chunk-* "$COPY"',
];

/** For `sh`, while no node runs. A node ends its log where `truncate.chk` says. */
export const RESTORE = [
  'mv "$DATA" "$DATA.before"',
  'cp -pr "$COPY" "$DATA"',
  'cp -p "$DATA/chaser.chk" "$DATA/truncate.chk"',
];

const run = async (lines: readonly string[], { dataFolder }: StoreNode, copy: string): Promise<void> => {
  const env = { PATH: process.env['PATH'], DATA: dataFolder, COPY: copy };
  await promisify(execFile)('sh', ['-euc', lines.join('\n')], { env });
};

export const backUp = (node: StoreNode, copy: string): Promise<void> => run(BACK_UP, node, copy);

/** Every node begins again with the same copy. */
export const restore = async (nodes: readonly StoreNode[], copy: string): Promise<void> => {
  await Promise.all(nodes.map((node) => node.kill()));
  for (const node of nodes) await run(RESTORE, node, copy);
  for (const node of nodes) node.start();
};
