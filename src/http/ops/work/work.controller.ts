import { Body, Controller, Get, Header, Path, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { rejection } from '../../../../aggregates/rejection';
import { findDeliveryOwner } from '../../../../read-models/operators/waiting/waiting-people';
import { type ErrorAnswer, type Success, success, type ValidationErrorAnswer } from '../../envelope';
import { opsOf } from '../../request/request-state';
import { changeOnce } from '../session/operator-context';
import type { OpsAlert, OpsChanged, OpsClosing, OpsKycChange, OpsReason } from './changes.dto';
import type { OpsWork } from './work.dto';
import { workAnswer } from './work-answer';

@Route('ops/v1')
@Tags('Work')
@Response<ValidationErrorAnswer>(400, 'VALIDATION_ERROR')
@Response<ErrorAnswer>(404, 'NOT_FOUND')
export class OpsWorkController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Everything that waits for a person, the most urgent first: at most 100 of each kind. */
  @Get('work')
  @Security('operator')
  public async getWork(): Promise<Success<OpsWork>> {
    return success(await workAnswer(opsOf(this.request)));
  }

  /** Open alerts, by kind and subject. */
  @Get('alerts')
  @Security('operator')
  public async listAlerts(): Promise<Success<OpsAlert[]>> {
    const open = await opsOf(this.request).alerts.open();
    return success(open.map(({ kind, subject, says, facts, openedAt }) => ({ kind, subject, says, facts, openedAt })));
  }

  /** Closes an alert; the next sign of its cause opens it again. */
  @Post('alerts/close')
  @Security('operator', ['operate'])
  public async closeAlert(
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsClosing,
  ): Promise<Success<OpsChanged>> {
    const { kind, subject, reason } = body;
    return changeOnce(this.request, { key, reason }, async (context) => {
      const closed = await opsOf(this.request).alerts.close({ kind, subject }, context);
      if (closed === null) throw rejection('NOT_FOUND', 'No such alert is open');
      return { isChanged: true };
    });
  }

  /** Sets the KYC status of a user. */
  @Post('users/{id}/kyc')
  @Security('operator', ['operate'])
  public async changeKyc(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsKycChange,
  ): Promise<Success<OpsChanged>> {
    return changeOnce(this.request, { key, reason: body.reason }, async (context) => {
      const { commands } = opsOf(this.request);
      const { position } = await commands.changeKycStatus({ userId: id, status: body.status }, context);
      return { isChanged: position !== null };
    });
  }

  /** Sends a finished webhook again under its id. */
  @Post('webhooks/{id}/replay')
  @Security('operator', ['operate'])
  @Response<ErrorAnswer>(409, 'WRONG_STATE')
  public async replayWebhook(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsReason,
  ): Promise<Success<OpsChanged>> {
    return changeOnce(this.request, { key, reason: body.reason }, async (context) => {
      const { commands, query } = opsOf(this.request);
      const owner = await findDeliveryOwner(query, id);
      if (owner === null) throw rejection('NOT_FOUND', 'No such webhook');
      const { partner_id: partnerId, mode } = owner;
      const asked = { deliveryId: id, partnerId, mode, isUnsent: owner.status === 'UNSENT' };
      const { position } = await commands.replayWebhook(asked, context);
      return { isChanged: position !== null };
    });
  }
}
