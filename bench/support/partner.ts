import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../infra/project-root';
import type { BenchService } from './service';
import type { Site } from './site';

/** A partner with a handful of keys, one of them revoked, as an operator and the partner itself would make it. */
export interface BenchPartner {
  readonly partnerId: string;
  readonly apiKey: string;
  readonly hmacSecret: string;
  readonly revokedKey: string;
}

export const KEYS_PATH = '/api/v1/partners/me/api-keys';
/** Beside the first one. */
const FURTHER_KEYS = 4;
const COMMAND_TIMEOUT_MS = 60_000;

interface IssuedKey {
  readonly keyId: string;
  readonly apiKey: string;
}

export const createPartner = async (site: Site, { url }: BenchService): Promise<BenchPartner> => {
  const created = await ledger<Omit<BenchPartner, 'revokedKey'>>(site, ['partner', 'create', '--name', 'Bench']);
  let last: IssuedKey = { keyId: '', apiKey: '' };
  for (let count = 0; count < FURTHER_KEYS; count += 1)
    last = await post<IssuedKey>(`${url}${KEYS_PATH}`, created.apiKey);
  await post(`${url}${KEYS_PATH}/${last.keyId}/revoke`, created.apiKey);
  return { ...created, revokedKey: last.apiKey };
};

/** An API key of a partner that is there already. */
export const issueApiKey = async (site: Site, partnerId: string): Promise<string> =>
  (await ledger<IssuedKey>(site, ['keys', 'issue', partnerId])).apiKey;

/** Runs `ledger` and parses the JSON that it prints. */
export const ledger = async <Answer>(
  site: Site,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Answer> => {
  const program = path.join(projectRoot(), 'dist', 'src', 'bin', 'programs', 'ledger.js');
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: site.dataDir, ...environment };
  const options = { env, timeout: COMMAND_TIMEOUT_MS };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words, '--json'], options);
  return JSON.parse(stdout) as Answer;
};

/** Data of the service's answer; an error rejects. */
export const post = async <Data>(url: string, apiKey: string, body?: object, method = 'POST'): Promise<Data> => {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(url, { method, headers: { authorization: `Bearer ${apiKey}`, ...type }, ...sent });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { readonly data: Data }).data;
};
