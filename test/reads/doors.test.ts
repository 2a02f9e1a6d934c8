import fs from 'node:fs';
import path from 'node:path';
import { DOOR_PROJECTIONS, projections } from '../../projections/all';

const READS = path.join(__dirname, '../../src/reads');

/** Files that look up the caller. */
const DOORS = ['credentials.ts', 'signers.ts'];

test('waits in readiness for every projection whose rows authenticate a caller', () => {
  const text = DOORS.map((file) => fs.readFileSync(path.join(READS, file), 'utf8')).join('\n');
  const files = [...text.matchAll(/read-models\/[\w-]+\/([\w-]+)'/g)].map(([, file = '']) => file.replaceAll('-', '_'));
  const owners = projections.filter(({ tables }) => tables.some(({ name }) => files.includes(name)));
  expect(owners.length).toBeGreaterThan(0);
  expect(owners.map(({ name }) => name).filter((name) => !DOOR_PROJECTIONS.has(name))).toEqual([]);
});
