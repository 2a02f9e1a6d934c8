import { Body, Controller, Get, Header, Path, Post, Queries, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { type ErrorAnswer, type Page, type Success, success, type ValidationErrorAnswer } from '../../envelope';
import { opsOf } from '../../request/request-state';
import { changeOnce } from '../session/operator-context';
import type { OpsChanged, OpsReason } from '../work/changes.dto';
import { userAnswer, usersAnswer } from './user-answer';
import type { OpsShownUser, OpsUser, OpsUsersQuery } from './users.dto';

@Route('ops/v1/users')
@Tags('People')
@Response<ValidationErrorAnswer>(400, 'VALIDATION_ERROR')
@Response<ErrorAnswer>(404, 'USER_NOT_FOUND')
export class OpsUsersController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** The users of a partner, newest first. */
  @Get()
  @Security('operator')
  public async listUsers(@Queries() query: OpsUsersQuery): Promise<Page<OpsUser>> {
    return usersAnswer(opsOf(this.request), query);
  }

  /** A user with KYC sessions, and every decision and opening of personal data. */
  @Get('{id}')
  @Security('operator')
  public async getUser(@Path() id: string): Promise<Success<OpsShownUser>> {
    return success(await userAnswer(opsOf(this.request), id));
  }

  /** Refuses the user new payments and ends the user's tokens. */
  @Post('{id}/block')
  @Security('operator', ['operate'])
  public async blockUser(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsReason,
  ): Promise<Success<OpsChanged>> {
    return this.changeBlock('BlockUser', id, key, body);
  }

  /** Lets a blocked user pay again. */
  @Post('{id}/unblock')
  @Security('operator', ['operate'])
  public async unblockUser(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsReason,
  ): Promise<Success<OpsChanged>> {
    return this.changeBlock('UnblockUser', id, key, body);
  }

  /** Erases the personal data of a user for ever. Refused while a payment of the user is open. */
  @Post('{id}/erase')
  @Security('operator', ['administer'])
  @Response<ErrorAnswer>(409, 'WRONG_STATE')
  public async eraseUser(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsReason,
  ): Promise<Success<OpsChanged>> {
    return changeOnce(this.request, { key, reason: body.reason }, async (context) => {
      const { commands } = opsOf(this.request);
      await commands.eraseSubject({ userId: id, reason: context.reason ?? '' }, context);
      return { isChanged: true };
    });
  }

  private changeBlock(
    change: 'BlockUser' | 'UnblockUser',
    userId: string,
    key: string,
    body: OpsReason,
  ): Promise<Success<OpsChanged>> {
    return changeOnce(this.request, { key, reason: body.reason }, async (context) => {
      const { commands } = opsOf(this.request);
      const { position } = await commands.blockUser({ userId, change, reason: context.reason ?? '' }, context);
      return { isChanged: position !== null };
    });
  }
}
