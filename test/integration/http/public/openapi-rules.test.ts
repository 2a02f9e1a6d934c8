import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const FILE = 'src/http/generated/openapi.json';
const EXAMPLES = /examples?$/;

test('openapi.json breaks no recommended rule of Redocly, and its examples match', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: readFileSync(FILE, 'utf8'), absoluteRef: FILE, config });
  const faults = problems.filter(({ severity, ruleId }) => severity === 'error' || EXAMPLES.test(ruleId));
  expect(faults.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});
