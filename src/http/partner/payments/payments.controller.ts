import type { Readable } from 'node:stream';
import { Controller, Get, Path, Produces, Queries, Query, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { invalidField } from '../../../../aggregates/rejection';
import { findAnyPayment, listPayments } from '../../../../read-models/payments/payments';
import { csvFile } from '../../csv-file';
import { type ErrorAnswer, type Page, page, type Success, success } from '../../envelope';
import { receiptUrlOf } from '../../receipts/receipt-pages';
import { partnerReaderOf, stateOf } from '../../request/request-state';
import { instantOf } from '../../request/shape/instant';
import { surfaceRefusal } from '../../surface-refusal';
import { paymentAnswer } from './payment-answer';
import type { PartnerPayment, PaymentsQuery, ShownPayment } from './payments.dto';
import { csvOfMonth } from './payments-csv';

@Route('api/v1/partners/me')
@Tags('Payments')
@Security('partner', ['read'])
export class PartnerPaymentsController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** The payments of all users of the partner, newest first. Filters go together: all must hold. */
  @Get('payments')
  public async listPartnerPayments(@Queries() query: PaymentsQuery): Promise<Page<PartnerPayment>> {
    const { status, kind, userId, reference, from, to, limit = 20, cursor } = query;
    const made = { from: instantOf('from', from), to: instantOf('to', to) };
    const asked = { kind, status, userId, reference, ...made, limit, cursor };
    const rows = await listPayments(partnerReaderOf(this.request), asked);
    if (rows === null) throw invalidField('cursor', 'is not the id of a payment');
    return page(rows, limit, ({ id }) => id, paymentAnswer);
  }

  /** Returns a payment with its timeline and the address of its receipt. */
  @Get('payments/{paymentId}')
  @Response<ErrorAnswer>(404, 'PAYMENT_NOT_FOUND')
  public async getPartnerPayment(@Path() paymentId: string): Promise<Success<ShownPayment>> {
    const { deps } = stateOf(this.request);
    const found = await findAnyPayment(partnerReaderOf(this.request), paymentId);
    if (found === null) throw surfaceRefusal('PAYMENT_NOT_FOUND', 'No such payment');
    const receipt = await deps.receiptPages.find(found.id);
    const receiptUrl = receipt === null ? null : receiptUrlOf(deps, found.id);
    return success({ payment: paymentAnswer(found), receiptUrl });
  }

  /**
   * The payments that were made in a month of São Paulo, newest first, as CSV (RFC 4180) with a line of names.
   * @param month The month
   * @pattern month ^\d{4}-(0[1-9]|1[0-2])$ must be a month such as 2026-11
   */
  @Get('payments.csv')
  @Produces('text/csv')
  public async exportPayments(@Query() month: string): Promise<Readable> {
    const lines = await csvOfMonth(partnerReaderOf(this.request), month);
    return csvFile(this, this.request, `payments-${month}.csv`, lines);
  }
}
