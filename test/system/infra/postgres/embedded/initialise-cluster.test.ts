import fs from 'node:fs';
import path from 'node:path';
import { initialiseCluster } from '../../../../../infra/postgres/embedded/initialise-cluster';
import { temporaryDirectory } from '../../../../stores/postgres-cluster';

test('an initialisation that fails half-way leaves nothing that looks like a cluster, nor the password', async () => {
  const directory = temporaryDirectory();
  const initdb = path.join(directory, 'initdb');
  // Like initdb on a full disk: the directory is there, its end is not.
  const script = ['#!/bin/sh', 'data="$(echo "$1" | cut -d= -f2)"', 'mkdir "$data"', 'echo 18 > "$data/PG_VERSION"'];
  fs.writeFileSync(initdb, [...script, 'echo full >&2', 'exit 1'].join('\n'), { mode: 0o755 });
  const home = { directory, data: path.join(directory, 'data'), identity: null };
  await expect(initialiseCluster(home, { initdb, postgres: initdb }, 'secret')).rejects.toThrow(
    /cannot be made .* full/,
  );
  expect(fs.existsSync(home.data)).toBe(false);
  expect(fs.readdirSync(directory).sort()).toEqual(['data.new', 'initdb']);
  fs.rmSync(directory, { recursive: true });
});
