import { Controller, Get, Path, Queries, Query, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { type ErrorAnswer, type Success, success } from '../../envelope';
import { opsOf, stateOf } from '../../request/request-state';
import { explanationAnswer } from './explanation-answer';
import type { OpsPayments, OpsPaymentsQuery } from './list.dto';
import { listAnswer } from './list-answer';
import type { OpsPayment } from './payment.dto';
import { paymentAnswer } from './payment-answer';
import type { OpsExplanation, OpsTimeline, OpsTimelineQuery } from './timeline.dto';
import { pageOfEvents } from './timeline-answer';

@Route('ops/v1/payments')
@Tags('Payments')
@Security('operator')
@Response<ErrorAnswer>(404, 'PAYMENT_NOT_FOUND')
export class OpsPaymentsController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Payments of every partner and kind, newest first. Filters go together: all must hold. */
  @Get()
  public async listPayments(@Queries() query: OpsPaymentsQuery): Promise<OpsPayments> {
    return listAnswer(opsOf(this.request), query);
  }

  /**
   * A payment of any partner and kind, with all money that moved for it. Personal data is masked.
   * @param at A position of the log or a time: answers with what was known then
   */
  @Get('{id}')
  public async getPayment(@Path() id: string, @Query() at?: string): Promise<Success<OpsPayment>> {
    return success(await paymentAnswer(stateOf(this.request).deps, opsOf(this.request), id, at));
  }

  /** Every event of the payment, its quote, deposits and webhooks, and the KYC decision before it. */
  @Get('{id}/timeline')
  public async getTimeline(@Path() id: string, @Queries() query: OpsTimelineQuery): Promise<OpsTimeline> {
    return pageOfEvents(opsOf(this.request), id, query);
  }

  /**
   * Why the payment is in its state, what holds it, and what would move it.
   * @param at A position of the log or a time: explains the state of then, without what held it
   */
  @Get('{id}/explanation')
  public async getExplanation(@Path() id: string, @Query() at?: string): Promise<Success<OpsExplanation>> {
    return success(await explanationAnswer(opsOf(this.request), id, at));
  }
}
