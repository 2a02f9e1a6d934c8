import { Body, Controller, Get, Header, Path, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { mayDo } from '../../../../aggregates/operator/permissions';
import { rejection } from '../../../../aggregates/rejection';
import type { CommandContext } from '../../../../commands/handling/context';
import {
  listOpenProposals,
  listTypesSince,
  type ProposalRow,
} from '../../../../read-models/operators/waiting/open-proposals';
import { type ErrorAnswer, type Success, success, type ValidationErrorAnswer } from '../../envelope';
import { operatorOf, opsOf } from '../../request/request-state';
import { changeOnce } from '../session/operator-context';
import type { OpsChanged } from '../work/changes.dto';
import type {
  OpsAtRevision,
  OpsDecided,
  OpsDecision,
  OpsOutcome,
  OpsProposal,
  OpsRefunding,
  OpsReleased,
} from './decisions.dto';
import { outcomeOf, proposedIn } from './outcome';
import { mustStandAt, paymentStream } from './standing';

@Route('ops/v1/payments')
@Tags('Decisions')
@Response<ValidationErrorAnswer>(400, 'VALIDATION_ERROR')
@Response<ErrorAnswer>(404, 'PAYMENT_NOT_FOUND')
@Response<ErrorAnswer>(409, 'CONCURRENT_OPERATION, WRONG_STATE')
export class OpsDecisionsController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Requests and sends nothing for a payment until its release. */
  @Post('{id}/hold')
  @Security('operator', ['operate'])
  public async holdPayment(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsAtRevision,
  ): Promise<Success<OpsChanged>> {
    return this.change(id, key, body, async (context) => ({
      isChanged: await opsOf(this.request).commands.holdPayment(id, context),
    }));
  }

  /** Lets a held payment go on where it was. */
  @Post('{id}/release')
  @Security('operator', ['operate'])
  public async releasePayment(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsAtRevision,
  ): Promise<Success<OpsReleased>> {
    return this.change(id, key, body, async (context) => {
      const { outcome } = await opsOf(this.request).commands.releasePayment(id, context);
      return { outcome };
    });
  }

  /** Decides the end of a step that no provider ends: the first of two decisions, or the second. */
  @Post('{id}/decide')
  @Security('operator', ['approve'])
  public async decidePayment(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsDecision,
  ): Promise<Success<OpsDecided>> {
    return this.change(id, key, body, (context) => this.say(id, body.outcome, context));
  }

  /** The decision that waits for a second one; null: none. */
  @Get('{id}/proposal')
  @Security('operator')
  public async getProposal(@Path() id: string): Promise<Success<OpsProposal | null>> {
    const { query } = opsOf(this.request);
    const stream = await paymentStream({ query }, id);
    const [row] = await listOpenProposals(query, stream, 1);
    return success(row === undefined ? null : await this.shown(row));
  }

  /** Gives the second decision to the open proposal, as it was shown. */
  @Post('{id}/second')
  @Security('operator', ['approve'])
  public async secondProposal(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsAtRevision,
  ): Promise<Success<OpsDecided>> {
    return this.change(id, key, body, async (context) => {
      const { query } = opsOf(this.request);
      const [row] = await listOpenProposals(query, await paymentStream({ query }, id), 1);
      if (row === undefined) throw rejection('WRONG_STATE', 'No proposal is open');
      return this.say(id, proposedIn(row), context);
    });
  }

  /** Withdraws the word that waits for a second one. */
  @Post('{id}/withdraw')
  @Security('operator', ['operate'])
  public async withdrawWord(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsAtRevision,
  ): Promise<Success<OpsChanged>> {
    return this.change(id, key, body, async (context) => ({
      isChanged: await opsOf(this.request).commands.withdrawWord({ paymentId: id, by: context.actor.id }, context),
    }));
  }

  /** Records that what a payment owes back in crypto was sent, by a transfer that its network shows as final. */
  @Post('{id}/refund')
  @Security('operator', ['operate'])
  public async recordRefund(
    @Path() id: string,
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsRefunding,
  ): Promise<Success<OpsChanged>> {
    const { network, transaction: txid, assetId, baseUnits: amountBaseUnits, to, transferredAt } = body;
    const gas = body.gasBaseUnits === undefined ? {} : { gasBaseUnits: body.gasBaseUnits };
    const transfer = { network, txid, assetId, amountBaseUnits, ...gas, to, transferredAt };
    const asked = { paymentId: id, transfer, reference: body.reference ?? null, due: body.due ?? null };
    return this.change(id, key, body, async (context) => ({
      isChanged: await opsOf(this.request).commands.recordRefund(asked, context),
    }));
  }

  private async say(id: string, given: OpsOutcome, context: CommandContext): Promise<OpsDecided> {
    const { operatorName: by, role } = operatorOf(this.request).operator;
    const said = { paymentId: id, outcome: outcomeOf(given), by, mayPropose: mayDo(role, 'operate') };
    return { decision: await opsOf(this.request).commands.decideStep(said, context) };
  }

  private async shown(row: ProposalRow): Promise<OpsProposal> {
    const { query } = opsOf(this.request);
    const changedSince = [...(await listTypesSince(query, row.stream, row.revision))];
    return {
      ...{ outcome: proposedIn(row), proposedBy: row.actor_id, proposedAt: row.at, reason: row.reason },
      ...{ changedSince, revision: row.revision + changedSince.length },
    };
  }

  private change<Data>(
    id: string,
    key: string,
    { reason, revision }: OpsAtRevision,
    run: (context: CommandContext) => Promise<Data>,
  ): Promise<Success<Data>> {
    const ops = opsOf(this.request);
    return changeOnce(this.request, { key, reason }, async (context) => {
      await mustStandAt(ops, await paymentStream(ops, id), revision);
      return run(context);
    });
  }
}
