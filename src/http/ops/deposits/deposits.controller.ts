import { Body, Controller, Get, Header, Path, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { mayDo } from '../../../../aggregates/operator/permissions';
import type { Resolution, Resolving } from '../../../../commands/deposit/resolving/resolving';
import type { CommandContext } from '../../../../commands/handling/context';
import { type ErrorAnswer, type Success, success, type ValidationErrorAnswer } from '../../envelope';
import { operatorOf, opsOf } from '../../request/request-state';
import type { OpsAtRevision } from '../decisions/decisions.dto';
import { mustStandAt } from '../decisions/standing';
import { changeOnce } from '../session/operator-context';
import type { OpsChanged } from '../work/changes.dto';
import { depositAnswer, depositStream, depositsAnswer } from './deposit-answer';
import type { OpsAssigning, OpsDeposits, OpsResolved, OpsReturning, OpsShownDeposit } from './deposits.dto';

@Route('ops/v1/deposits')
@Tags('Deposits')
@Response<ValidationErrorAnswer>(400, 'VALIDATION_ERROR')
@Response<ErrorAnswer>(404, 'NOT_FOUND')
@Response<ErrorAnswer>(409, 'CONCURRENT_OPERATION, DEPOSIT_TAKEN, WRONG_STATE')
export class OpsDepositsController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Deposits that no payment took, each with the payments that it may be meant for. */
  @Get()
  @Security('operator')
  public async listDeposits(): Promise<Success<OpsDeposits>> {
    return success(await depositsAnswer(opsOf(this.request)));
  }

  /** A deposit with the memos and movements of its transaction. */
  @Get('{id}')
  @Security('operator')
  public async getDeposit(@Path() id: string): Promise<Success<OpsShownDeposit>> {
    return success(await depositAnswer(opsOf(this.request), id));
  }

  /**
   * Lets a deposit pay an intent. Above the limit the first decision is a proposal, and another operator gives the
   * second.
   */
  @Post('{id}/assign')
  @Security('operator', ['approve'])
  public async assignDeposit(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsAssigning,
  ): Promise<Success<OpsResolved>> {
    const { commands } = opsOf(this.request);
    return this.resolve(id, key, body, async (resolving, context) => {
      const { resolution } = await commands.assignDeposit({ ...resolving, intentId: body.intentId }, context);
      return resolution;
    });
  }

  /** Records that a transaction of ours has given a deposit back whole. */
  @Post('{id}/refund')
  @Security('operator', ['approve'])
  public async refundDeposit(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsReturning,
  ): Promise<Success<OpsResolved>> {
    const { transaction: txid, to, reference } = body;
    const asked = {
      txid,
      ...(to === undefined ? {} : { to }),
      ...(reference === undefined ? {} : { reference }),
    };
    return this.resolve(id, key, body, (resolving, context) =>
      opsOf(this.request).commands.refundDeposit({ ...asked, ...resolving }, context),
    );
  }

  /** Takes a deposit out of the inbox for ever. */
  @Post('{id}/write-off')
  @Security('operator', ['approve'])
  public async writeOffDeposit(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsAtRevision,
  ): Promise<Success<OpsResolved>> {
    return this.resolve(id, key, body, (resolving, context) =>
      opsOf(this.request).commands.writeOffDeposit(resolving, context),
    );
  }

  /** Withdraws what an operator has proposed about a deposit. */
  @Post('{id}/withdraw')
  @Security('operator', ['operate'])
  public async withdrawProposal(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsAtRevision,
  ): Promise<Success<OpsChanged>> {
    const ops = opsOf(this.request);
    return changeOnce(this.request, { key, reason: body.reason }, async (context) => {
      await mustStandAt(ops, depositStream(id), body.revision);
      const word = { operator: context.actor.id, reason: context.reason ?? '' };
      return { isChanged: await ops.commands.withdrawProposal({ depositId: id, ...word }, context) };
    });
  }

  private resolve(
    depositId: string,
    key: string,
    { reason, revision }: OpsAtRevision,
    run: (resolving: Resolving, context: CommandContext) => Promise<Resolution>,
  ): Promise<Success<OpsResolved>> {
    const { operatorName: operator, role } = operatorOf(this.request).operator;
    const word = { operator, isNamed: true, mayPropose: mayDo(role, 'operate') };
    return changeOnce(this.request, { key, reason }, async (context) => {
      await mustStandAt(opsOf(this.request), depositStream(depositId), revision);
      return { resolution: await run({ depositId, ...word, reason: context.reason ?? '' }, context) };
    });
  }
}
