import { Body, Controller, Header, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import type { PersonalField } from '../../../../aggregates/user/events';
import type { ErrorAnswer, Success, ValidationErrorAnswer } from '../../envelope';
import { operatorOf, opsOf } from '../../request/request-state';
import { changeOnce } from '../session/operator-context';
import { personalHits } from './hits';
import type { OpsOpened, OpsOpening, OpsPersonalField } from './open.dto';
import type { OpsPersonalHits, OpsPersonalSearch } from './search.dto';

const FIELDS: Readonly<Record<OpsPersonalField, PersonalField>> = {
  ...{ EXTERNAL_ID: 'externalUserId', DOCUMENT: 'document', NAME: 'name', BIRTH_DATE: 'birthDate' },
  ...{ PAYEE: 'payee', PAYER: 'payer' },
};

@Route('ops/v1/personal-data')
@Tags('Personal data')
@Response<ValidationErrorAnswer>(400, 'VALIDATION_ERROR')
@Response<ErrorAnswer>(403, 'ROLE_REQUIRED')
@Response<ErrorAnswer>(404, 'USER_NOT_FOUND or INTENT_NOT_FOUND')
export class OpsPersonalDataController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Opens one sealed value for a reason. The opening is recorded before it is answered. */
  @Post('open')
  @Security('operator', ['open'])
  public async open(@Header('Idempotency-Key') key: string, @Body() body: OpsOpening): Promise<Success<OpsOpened>> {
    const { of: userId, field, paymentId, reason } = body;
    return changeOnce<OpsOpened>(
      this.request,
      { key, reason },
      async (context) => {
        const which = { userId, field: FIELDS[field], ...(paymentId === undefined ? {} : { paymentId }) };
        const opened = await opsOf(this.request).commands.openPersonalData(
          { ...which, reason: context.reason ?? reason },
          context,
        );
        const position = opened.position?.commit.toString() ?? null;
        return { field, value: opened.value, isRepetition: false, position };
      },
      (opened) => ({ ...opened, value: null, isRepetition: true }),
    );
  }

  /** Finds users of every partner by a document or an e-mail. The search is recorded, the text only as a digest. */
  @Post('search')
  @Security('operator', ['export'])
  public async searchPersonalData(
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsPersonalSearch,
  ): Promise<Success<OpsPersonalHits>> {
    const { commands, query } = opsOf(this.request);
    const { operatorName } = operatorOf(this.request).operator;
    return changeOnce(this.request, { key, reason: body.reason }, async (context) => {
      const userIds = await commands.searchPersonalData({ operatorName, text: body.document }, context);
      return { hits: await personalHits(query, userIds) };
    });
  }
}
