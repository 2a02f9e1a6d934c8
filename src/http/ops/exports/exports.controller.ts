import type { Readable } from 'node:stream';
import { Controller, Get, Produces, Query, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { csvFile } from '../../csv-file';
import type { ErrorAnswer, ValidationErrorAnswer } from '../../envelope';
import { operatorOf, opsOf } from '../../request/request-state';
import { operatorContextOf, reasonOf } from '../session/operator-context';

@Route('ops/v1/exports')
@Tags('Access')
@Security('operator', ['export'])
@Response<ValidationErrorAnswer>(400, 'VALIDATION_ERROR')
@Response<ErrorAnswer>(403, 'OTHER_ORIGIN')
export class OpsExportsController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /**
   * Every event up to a position, oldest first, as CSV (RFC 4180) with a line of names. Sealed values are masked. Two
   * events name the operator; the second one has the number of lines and the SHA-256 of the file.
   * @param reason Why, 3 to 500 characters
   * @param to The last position; without it the end of the log
   * @pattern to ^\d{1,20}$ must be a position
   */
  @Get('audit.csv')
  @Produces('text/csv')
  public async exportAudit(@Query() reason: string, @Query() to?: string): Promise<Readable> {
    const context = operatorContextOf(this.request, reasonOf(reason));
    const { name, text } = await opsOf(this.request).exportAudit({ ...this.who(), upTo: to ?? null }, context);
    return csvFile(this, this.request, name, text);
  }

  /**
   * A line for each payment that completed, came back or was refunded in a month of São Paulo, oldest first, as CSV. The
   * same position gives the same bytes.
   * @param reason Why, 3 to 500 characters
   * @param month The month
   * @pattern month ^\d{4}-(0[1-9]|1[0-2])$ must be a month such as 2026-11
   * @param partner The id of a partner; without it every partner
   * @param to The last position; without it the last one that the audit trail has
   * @pattern to ^\d{1,20}$ must be a position
   */
  @Get('payments.csv')
  @Produces('text/csv')
  @Response<ErrorAnswer>(404, 'NOT_FOUND')
  public async exportPayments(
    @Query() reason: string,
    @Query() month: string,
    @Query() partner?: string,
    @Query() to?: string,
  ): Promise<Readable> {
    const context = operatorContextOf(this.request, reasonOf(reason));
    const asked = { ...this.who(), upTo: to ?? null, month, partnerId: partner ?? null };
    const { name, text } = await opsOf(this.request).exportPayments(asked, context);
    return csvFile(this, this.request, name, text);
  }

  private who() {
    return { operatorName: operatorOf(this.request).operator.operatorName };
  }
}
