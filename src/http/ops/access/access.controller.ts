import { Body, Controller, Get, Header, Path, Post, Queries, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { type ErrorAnswer, type Success, success, type ValidationErrorAnswer } from '../../envelope';
import { operatorOf, opsOf } from '../../request/request-state';
import type { OpsTimeline } from '../payments/timeline.dto';
import { changeOnce } from '../session/operator-context';
import type { OpsChanged, OpsReason } from '../work/changes.dto';
import type { OpsAccessQuery, OpsConsoleSession, OpsListedOperator } from './access.dto';
import { accessAnswer, ownSessions, sessionNamed, shownSession } from './access-answer';

@Route('ops/v1')
@Tags('Access')
@Response<ValidationErrorAnswer>(400, 'VALIDATION_ERROR')
@Response<ErrorAnswer>(404, 'NOT_FOUND')
export class OpsAccessController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** The operators by name, also those that were revoked. */
  @Get('operators')
  @Security('operator')
  public async listOperators(): Promise<Success<OpsListedOperator[]>> {
    const all = await opsOf(this.request).listOperators();
    return success(
      all.map(({ operatorName: name, role, status, addedAt, addedBy }) => ({ name, role, status, addedAt, addedBy })),
    );
  }

  /** Revokes an operator's key, and ends the operator's sessions, at once and for ever. */
  @Post('operators/{id}/revoke')
  @Security('operator', ['administer'])
  @Response<ErrorAnswer>(409, 'WRONG_STATE')
  public async revokeOperator(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsReason,
  ): Promise<Success<OpsChanged>> {
    const by = operatorOf(this.request).operator.operatorName;
    return changeOnce(this.request, { key, reason: body.reason }, async (context) => {
      await opsOf(this.request).revokeOperator({ operatorName: id, by }, context);
      return { isChanged: true };
    });
  }

  /** The own sessions, and for an admin everybody's: the last used first. */
  @Get('sessions')
  @Security('operator')
  public async listSessions(): Promise<Success<OpsConsoleSession[]>> {
    const who = operatorOf(this.request);
    const sessions = await ownSessions(opsOf(this.request), who);
    return success(sessions.map((session) => shownSession(session, who)));
  }

  /** Ends a session: an own one, and as an admin anybody's. */
  @Post('sessions/{id}/end')
  @Security('operator')
  public async endSession(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsReason,
  ): Promise<Success<OpsChanged>> {
    const ops = opsOf(this.request);
    return changeOnce(this.request, { key, reason: body.reason }, async (context) => {
      const session = await sessionNamed(ops, operatorOf(this.request), id);
      await ops.signOut({ operator: session, session }, context);
      return { isChanged: true };
    });
  }

  /** Personal data that was opened or searched, and exports: by which operator, when and why. */
  @Get('access')
  @Security('operator')
  public async listAccess(@Queries() query: OpsAccessQuery): Promise<OpsTimeline> {
    return accessAnswer(opsOf(this.request), query);
  }
}
