// The types of the client, from the OpenAPI document.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import generate, { astToString } from 'openapi-typescript';

const api = JSON.parse(readFileSync('src/http/generated/openapi.json', 'utf8'));
const types = astToString(await generate(api, { alphabetize: true }));
mkdirSync('src/client/generated', { recursive: true });
writeFileSync('src/client/generated/paths.ts', types);
