import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { signedHeaders } from '../../../infra/callbacks/schemes/own';
import type { Instance } from './instance';
import { CALLBACK_SCHEME } from './requests/doors';
import type { Authorize } from './requests/requests';
import { signRequest } from './requests/sign-request';

/** A partner proves itself with its key and with signatures in turn; the sandbox's providers by the secret of theirs. */
export const credentialsOf = ({ partner, userToken, dataDir }: Instance): Authorize => {
  const secret = fs.readFileSync(path.join(dataDir, 'secrets', 'sandbox-callbacks'), 'utf8');
  let turn = 0;
  return (scheme, request) => {
    if (scheme === CALLBACK_SCHEME) return signedHeaders(secret, bytesOf(request.body), Date.now());
    if (scheme === 'user') return { authorization: `Bearer ${userToken}` };
    if (scheme !== 'partner') return null;
    turn += 1;
    if (turn % 2 === 0) return { authorization: `Bearer ${partner.apiKey}` };
    return { authorization: signRequest(partner, request, randomUUID(), Date.now()) };
  };
};

const bytesOf = (body: string | Buffer | null): Buffer =>
  typeof body === 'string' ? Buffer.from(body) : (body ?? Buffer.alloc(0));
