import { Body, Controller, Get, Header, Post, Queries, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { MOST_REPLAYED } from '../../../../commands/webhook/replay-webhooks';
import { listReplayable, type ReplayFilter } from '../../../../read-models/webhooks/replayable';
import { type ErrorAnswer, type Success, success, type ValidationErrorAnswer } from '../../envelope';
import { opsOf } from '../../request/request-state';
import { instantOf } from '../../request/shape/instant';
import { changeOnce } from '../session/operator-context';
import type { OpsReplayCount, OpsReplayedWebhooks, OpsReplayFilter, OpsReplayMany } from './webhooks.dto';

@Route('ops/v1/webhooks/replay')
@Tags('Work')
@Security('operator', ['operate'])
@Response<ValidationErrorAnswer>(400, 'VALIDATION_ERROR')
export class OpsWebhooksController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** How many finished webhooks of a partner fit a filter. */
  @Get()
  public async countReplayable(@Queries() query: OpsReplayFilter): Promise<Success<OpsReplayCount>> {
    const found = await listReplayable(opsOf(this.request).query, filterOf(query), MOST_REPLAYED + 1);
    return success({ count: Math.min(found.length, MOST_REPLAYED), isMore: found.length > MOST_REPLAYED });
  }

  /** Sends finished webhooks again under their ids, the oldest first. */
  @Post()
  @Response<ErrorAnswer>(409, 'CONCURRENT_OPERATION')
  public async replayWebhooks(
    @Header('Idempotency-Key') key: string,
    @Body() body: OpsReplayMany,
  ): Promise<Success<OpsReplayedWebhooks>> {
    const asked = { ...filterOf(body), count: body.count };
    return changeOnce(this.request, { key, reason: body.reason }, async (context) => ({
      ...(await opsOf(this.request).replayWebhooks(asked, context)),
    }));
  }
}

const filterOf = ({ partner, mode, state, event, from, to }: OpsReplayFilter): ReplayFilter => ({
  ...{ partnerId: partner, mode, state, event: event ?? null },
  ...{ from: instantOf('from', from) ?? null, to: instantOf('to', to) ?? null },
});
