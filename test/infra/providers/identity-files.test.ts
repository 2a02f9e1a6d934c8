import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readIdentity } from '../../../infra/providers/http/identity-files';
import { CERTIFICATE, CERTIFICATE_KEY } from '../webhooks/certificate';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lastro-test-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const at = (name: string, text?: string): string => {
  const file = path.join(folder, name);
  if (text !== undefined) fs.writeFileSync(file, text);
  return file;
};
const [certificateFile, keyFile] = [at('own.pem', CERTIFICATE), at('own.key', CERTIFICATE_KEY)];

test('reads a certificate, its key and the authority of the bank', () => {
  const own = { cert: CERTIFICATE, key: CERTIFICATE_KEY };
  expect(readIdentity('banco', { certificateFile, keyFile })).toEqual(own);
  expect(readIdentity('banco', { certificateFile, keyFile, authorityFile: certificateFile })).toEqual({
    ...{ ...own, ca: CERTIFICATE },
  });
});

test('refuses a file that is missing, and texts that are no certificate and its key', () => {
  const missing = at('missing.pem');
  expect(() => readIdentity('banco', { certificateFile, keyFile: missing })).toThrow(
    `banco: keyFile: ${missing} cannot be read`,
  );
  expect(() => readIdentity('banco', { certificateFile: keyFile, keyFile })).toThrow('banco: certificateFile, keyFile');
  expect(() => readIdentity('banco', { certificateFile, keyFile, authorityFile: keyFile })).toThrow(
    `banco: authorityFile: ${keyFile} is no PEM certificate`,
  );
});
