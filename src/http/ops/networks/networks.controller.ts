import { Body, Controller, Get, Header, Path, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { rejection } from '../../../../aggregates/rejection';
import type { CommandContext } from '../../../../commands/handling/context';
import { type ErrorAnswer, type Success, success, type ValidationErrorAnswer } from '../../envelope';
import { opsOf } from '../../request/request-state';
import type { OpsCommands } from '../ops-deps';
import { changeOnce } from '../session/operator-context';
import type { OpsChanged } from '../work/changes.dto';
import { networkAnswer } from './network-answer';
import type {
  OpsAcceptFinality,
  OpsGiveUpDeposit,
  OpsGiveUpTransaction,
  OpsNetwork,
  OpsResumeAsset,
  OpsSkipGap,
} from './networks.dto';

@Route('ops/v1/networks')
@Tags('Networks')
@Response<ValidationErrorAnswer>(400, 'VALIDATION_ERROR')
@Response<ErrorAnswer>(404, 'NOT_FOUND')
@Response<ErrorAnswer>(409, 'WRONG_STATE')
export class OpsNetworksController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Each network with the place of its watcher, and what is in question. */
  @Get()
  @Security('operator')
  public async listNetworks(): Promise<Success<OpsNetwork[]>> {
    return success((await opsOf(this.request).networks()).map(networkAnswer));
  }

  /** Goes on after final history has changed. */
  @Post('{id}/accept')
  @Security('operator', ['operate'])
  public async acceptFinality(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsAcceptFinality,
  ): Promise<Success<OpsChanged>> {
    const fromHeight = BigInt(body.fromHeight);
    return this.decide(id, key, body.reason, ({ acceptFinality }, reason, context) =>
      acceptFinality({ network: id, fromHeight, reason }, context),
    );
  }

  /** Goes on behind history that is lost. Payments in it are not seen. */
  @Post('{id}/skip-gap')
  @Security('operator', ['administer'])
  public async skipGap(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsSkipGap,
  ): Promise<Success<OpsChanged>> {
    const toHeight = BigInt(body.toHeight);
    return this.decide(id, key, body.reason, ({ acceptGap }, reason, context) =>
      acceptGap({ network: id, toHeight, reason }, context),
    );
  }

  /** Goes on without a deposit that cannot be judged. */
  @Post('{id}/give-up-deposit')
  @Security('operator', ['operate'])
  public async giveUpDeposit(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsGiveUpDeposit,
  ): Promise<Success<OpsChanged>> {
    const { depositId } = body;
    return this.decide(id, key, body.reason, ({ giveUpDeposit }, reason, context) =>
      giveUpDeposit({ network: id, depositId, reason }, context),
    );
  }

  /** Goes on without a transaction that cannot be read. */
  @Post('{id}/give-up-transaction')
  @Security('operator', ['operate'])
  public async giveUpTransaction(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsGiveUpTransaction,
  ): Promise<Success<OpsChanged>> {
    const { transaction: txid } = body;
    return this.decide(id, key, body.reason, ({ giveUpTransaction }, reason, context) =>
      giveUpTransaction({ network: id, txid, reason }, context),
    );
  }

  /** Lets a halted asset take new payments again. */
  @Post('{id}/resume-asset')
  @Security('operator', ['operate'])
  public async resumeAsset(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsResumeAsset,
  ): Promise<Success<OpsChanged>> {
    const { assetId } = body;
    return this.decide(id, key, body.reason, ({ resumeAsset }, _reason, context) =>
      resumeAsset({ network: id, assetId }, context),
    );
  }

  /** Refuses NOT_FOUND. */
  private decide(
    network: string,
    key: string,
    given: string,
    run: (commands: OpsCommands, reason: string, context: CommandContext) => Promise<unknown>,
  ): Promise<Success<OpsChanged>> {
    const { commands, networks } = opsOf(this.request);
    return changeOnce(this.request, { key, reason: given }, async (context) => {
      if (!(await networks()).some((row) => row.network === network)) throw rejection('NOT_FOUND', 'No such network');
      await run(commands, context.reason ?? given, context);
      return { isChanged: true };
    });
  }
}
