import { Body, Controller, Get, Header, Path, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { rejection } from '../../../../aggregates/rejection';
import { type ErrorAnswer, type Success, success, type ValidationErrorAnswer } from '../../envelope';
import { operatorOf, opsOf } from '../../request/request-state';
import { changeOnce } from '../session/operator-context';
import type { OpsChanged, OpsReason } from '../work/changes.dto';
import { projectionsAnswer } from './projection-answer';
import type { OpsAcceptance, OpsProjections, OpsReplayed } from './projections.dto';

@Route('ops/v1/projections')
@Tags('Projections')
@Response<ValidationErrorAnswer>(400, 'VALIDATION_ERROR')
@Response<ErrorAnswer>(404, 'NOT_FOUND')
@Response<ErrorAnswer>(409, 'WRONG_STATE')
export class OpsProjectionsController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Each projection with its place in the log, its parked streams and its last rebuild. */
  @Get()
  @Security('operator')
  public async listProjections(): Promise<Success<OpsProjections>> {
    return success(await projectionsAnswer(opsOf(this.request)));
  }

  /** Builds the rows anew beside the live ones, compares them, and swaps if they are equal. */
  @Post('{id}/rebuild')
  @Security('operator', ['operate'])
  public async startRebuild(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsReason,
  ): Promise<Success<OpsChanged>> {
    return this.rebuild(id, key, body.reason, null);
  }

  /** Builds anew, and swaps if the differences are those that were shown. */
  @Post('{id}/rebuild/accept')
  @Security('operator', ['administer'])
  public async acceptDifferences(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsAcceptance,
  ): Promise<Success<OpsChanged>> {
    return this.rebuild(id, key, body.reason, body.digest);
  }

  /** Ends a running rebuild; the live rows stay as they are. */
  @Post('{id}/rebuild/cancel')
  @Security('operator', ['operate'])
  public async cancelRebuild(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsReason,
  ): Promise<Success<OpsChanged>> {
    return changeOnce(this.request, { key, reason: body.reason }, async (context) => ({
      isChanged: await opsOf(this.request).rebuilds.cancel(this.mustBeKnown(id), context),
    }));
  }

  /** Applies the events of parked streams, after their fault was mended. */
  @Post('{id}/replay')
  @Security('operator', ['administer'])
  public async replayParked(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsReason,
  ): Promise<Success<OpsReplayed[]>> {
    return changeOnce(this.request, { key, reason: body.reason }, async (context) => {
      const replayed = await opsOf(this.request).replayParked(this.mustBeKnown(id), context);
      return replayed.map(({ stream, events, error }) => ({ stream, events, error }));
    });
  }

  private mustBeKnown(name: string): string {
    if (opsOf(this.request).projections.includes(name)) return name;
    throw rejection('NOT_FOUND', 'No such projection');
  }

  private rebuild(id: string, key: string, reason: string, digest: string | null): Promise<Success<OpsChanged>> {
    return changeOnce(this.request, { key, reason }, async () => {
      const { operatorName } = operatorOf(this.request).operator;
      await opsOf(this.request).rebuilds.start({ projection: this.mustBeKnown(id), operatorName, digest });
      return { isChanged: true };
    });
  }
}
