// The types of the client and of the console, each from its OpenAPI document.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import generate, { astToString } from 'openapi-typescript';

const TYPES = [
  ['src/http/generated/openapi.json', 'packages/client/src/generated/paths.ts'],
  ['src/http/generated/ops-openapi.json', 'packages/console/generated/ops-api.ts'],
  ['src/http/generated/openapi.json', 'packages/console/generated/partners-api.ts'],
];

for (const [document, file] of TYPES) {
  const api = JSON.parse(readFileSync(document, 'utf8'));
  // When there is nothing to send, the body may be absent: the service takes an absent body for an empty one.
  for (const { requestBody } of Object.values(api.paths).flatMap(Object.values)) {
    if (requestBody?.content['application/json']?.schema.$ref?.endsWith('/NoFields')) requestBody.required = false;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, astToString(await generate(api, { alphabetize: true })));
}
