import { Controller, Get, Queries, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { invalidField } from '../../../../aggregates/rejection';
import { listPayments } from '../../../../read-models/payments/payments';
import { type Page, page } from '../../envelope';
import { partnerReaderOf } from '../../request/request-state';
import { instantOf } from '../../request/shape/instant';
import { paymentAnswer } from './payment-answer';
import type { PartnerPayment, PaymentsQuery } from './payments.dto';

@Route('api/v1/partners/me/payments')
@Tags('Payments')
@Security('partner')
export class PartnerPaymentsController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** The payments of all users of the partner, newest first. Filters go together: all must hold. */
  @Get()
  public async listPartnerPayments(@Queries() query: PaymentsQuery): Promise<Page<PartnerPayment>> {
    const { status, kind, userId, reference, from, to, limit = 20, cursor } = query;
    const made = { from: instantOf('from', from), to: instantOf('to', to) };
    const asked = { kind, status, userId, reference, ...made, limit, cursor };
    const rows = await listPayments(partnerReaderOf(this.request), asked);
    if (rows === null) throw invalidField('cursor', 'is not the id of a payment');
    return page(rows, limit, ({ id }) => id, paymentAnswer);
  }
}
