// The types of the client, from the OpenAPI document.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import generate, { astToString } from 'openapi-typescript';

const api = JSON.parse(readFileSync('src/http/generated/openapi.json', 'utf8'));
// Where there is nothing to send, nobody has to send nothing: the service takes an absent body for an empty one.
for (const { requestBody } of Object.values(api.paths).flatMap(Object.values)) {
  if (requestBody?.content['application/json']?.schema.$ref?.endsWith('/NoFields')) requestBody.required = false;
}
const types = astToString(await generate(api, { alphabetize: true }));
mkdirSync('packages/client/src/generated', { recursive: true });
writeFileSync('packages/client/src/generated/paths.ts', types);
