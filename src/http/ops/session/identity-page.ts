import type { NextFunction, Request, Response, Router } from 'express';
import { opsOf, stateOf } from '../../request/request-state';
import { answerInTime } from '../../shared/answer-problem';
import { clearFlow, flowTokenOf, fromOf, setSession } from './cookie';
import { codeOf, reportingRefusals } from './refusals';

/** The redirect URL that the identity provider knows, below OPS_PUBLIC_URL. */
export const IDENTITY_PATH = '/console/oidc';

/** Ends a sign-in at the identity provider: the browser goes to the console, with a session or with a refusal. */
export const addIdentityPage = (pages: Pick<Router, 'get'>): void => {
  pages.get(IDENTITY_PATH, answerInTime(IDENTITY_PATH), finishSignIn);
};

const SHOWN: readonly (string | null)[] = ['SIGN_IN_REFUSED', 'PROVIDER_FAILURE'];

const finishSignIn = async (request: Request, response: Response, next: NextFunction): Promise<void> => {
  const { identity, cookie } = opsOf(request);
  if (identity === null) {
    next();
    return;
  }
  const flowToken = flowTokenOf(request, cookie);
  const finish = () => identity.finish(flowToken, queryOf(request), fromOf(request));
  try {
    const { token } = await reportingRefusals(request, finish);
    setSession(request, cookie, token);
    leaveFor('/console/', { request, response });
  } catch (error) {
    const code = codeOf(error);
    if (!SHOWN.includes(code)) throw error;
    leaveFor(`/console/#${code}.${stateOf(request).requestId}`, { request, response });
  }
};

const queryOf = ({ originalUrl }: Request): string => {
  const start = originalUrl.indexOf('?');
  return start < 0 ? '' : originalUrl.slice(start);
};

const leaveFor = (
  address: string,
  { request, response }: { readonly request: Request; readonly response: Response },
): void => {
  if (response.headersSent) return;
  clearFlow(request, opsOf(request).cookie);
  response.redirect(303, address);
};
