import { Body, Controller, Delete, Get, Post, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { rejection } from '../../../../aggregates/rejection';
import {
  type ErrorAnswer,
  type RateLimitAnswer,
  type Success,
  success,
  type ValidationErrorAnswer,
} from '../../envelope';
import { operatorOf, opsOf } from '../../request/request-state';
import { clearSession, fromOf, setFlow, setSession } from './cookie';
import { operatorContextOf } from './operator-context';
import { mustBeOwnPage } from './own-page';
import { reportingRefusals } from './refusals';
import type { OpsLink, OpsLinkRequest, OpsSession, OpsSignInStart, OpsSignInWays } from './session.dto';
import { linkAnswer, sessionAnswer } from './session-answer';

@Route('ops/v1/session')
@Tags('Session')
@Response<ValidationErrorAnswer>(400, 'VALIDATION_ERROR')
@Response<RateLimitAnswer>(429, 'RATE_LIMITED')
export class OpsSessionController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Says who would sign in with a link. The link stays as it is. */
  @Post('look')
  @Response<ErrorAnswer>(403, 'OTHER_ORIGIN')
  @Response<ErrorAnswer>(422, 'LINK_NOT_VALID')
  public async lookAtLink(@Body() body: OpsLinkRequest): Promise<Success<OpsLink>> {
    const ops = opsOf(this.request);
    return reportingRefusals(this.request, async () => {
      mustBeOwnPage(this.request, ops.origin);
      return success(linkAnswer(ops, await ops.lookAtLink(body.token)));
    });
  }

  /** Signs in with a link, which works once. The answer sets the cookie of the session. */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorAnswer>(403, 'OTHER_ORIGIN')
  @Response<ErrorAnswer>(422, 'LINK_NOT_VALID')
  public async signIn(@Body() body: OpsLinkRequest): Promise<Success<OpsSession>> {
    const ops = opsOf(this.request);
    return reportingRefusals(this.request, async () => {
      mustBeOwnPage(this.request, ops.origin);
      const { token, ...signedIn } = await ops.signIn(body.token, fromOf(this.request));
      setSession(this.request, ops.cookie, token);
      this.setStatus(201);
      return success(sessionAnswer(ops, signedIn));
    });
  }

  /** The ways to sign in. */
  @Get('ways')
  public listWays(): Success<OpsSignInWays> {
    return success({ identityProvider: opsOf(this.request).identity?.host ?? null });
  }

  /** Begins a sign-in at the identity provider, which this browser finishes at `/console/oidc` within ten minutes. */
  @Post('oidc')
  @Response<ErrorAnswer>(403, 'OTHER_ORIGIN')
  @Response<ErrorAnswer>(404, 'NOT_FOUND')
  @Response<ErrorAnswer>(502, 'PROVIDER_FAILURE')
  public async beginAtProvider(): Promise<Success<OpsSignInStart>> {
    const { identity, origin, cookie } = opsOf(this.request);
    return reportingRefusals(this.request, async () => {
      mustBeOwnPage(this.request, origin);
      if (identity === null) throw rejection('NOT_FOUND', 'The service has no identity provider');
      const { url, flowToken } = await identity.begin();
      setFlow(this.request, cookie, flowToken);
      return success({ url });
    });
  }

  /** The operator who asks, with the permissions of the role. */
  @Get()
  @Security('operator')
  public getSession(): Success<OpsSession> {
    return success(sessionAnswer(opsOf(this.request), operatorOf(this.request)));
  }

  /** Ends the session. */
  @Delete()
  @Security('operator')
  @Response<ErrorAnswer>(409, 'WRONG_STATE')
  public async signOut(): Promise<Success<null>> {
    const ops = opsOf(this.request);
    const { operator, session } = operatorOf(this.request);
    if (session === null) throw rejection('WRONG_STATE', 'An operator key has no session to end');
    await ops.signOut({ operator, session }, operatorContextOf(this.request));
    clearSession(this.request, ops.cookie);
    return success(null);
  }
}
