import { Body, Controller, Path, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { rejection } from '../../../aggregates/rejection';
import { type ErrorAnswer, type Success, success } from '../envelope';
import { partnerOf, stateOf } from '../request/request-state';
import type { DecidedSessionAnswer, DecideSessionRequest } from './sandbox.dto';

@Route('api/v1/sandbox/kyc/sessions')
@Tags('Sandbox')
@Security('partner', ['sandbox'])
export class SandboxKycController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Lets the simulated KYC provider decide an open session, or take an approval back. It calls back, and is asked. */
  @Post('{sessionId}/decide')
  @Response<ErrorAnswer>(404, 'SESSION_NOT_FOUND')
  @Response<ErrorAnswer>(409, 'WRONG_STATE')
  @Response<ErrorAnswer>(502, 'PROVIDER_FAILURE')
  public async decideSession(
    @Path() sessionId: string,
    @Body() body: DecideSessionRequest,
  ): Promise<Success<DecidedSessionAnswer>> {
    const { partnerId, mode } = partnerOf(this.request);
    const { deps } = stateOf(this.request);
    const { decision, reason } = body;
    if (!(await deps.decideSandboxSession({ partnerId, mode, sessionId, decision, reason })))
      throw rejection('SESSION_NOT_FOUND', 'No such KYC session');
    return success({ sessionId, decision });
  }
}
