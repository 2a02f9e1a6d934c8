import { Body, Controller, Delete, Get, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { rejection } from '../../../../aggregates/rejection';
import { findWebhookDestination } from '../../../../read-models/webhooks/webhook-destinations';
import { type ErrorAnswer, type Success, success } from '../../envelope';
import { ACCOUNTS, freshContextOf, readYourWrites, WEBHOOK_OUTBOX } from '../../request/command-context';
import { partnerOf, partnerReaderOf, stateOf } from '../../request/request-state';
import type { NoFields } from '../api-keys.dto';
import type { RequestedTest, WebhookConfig, WebhookConfigRequest } from './webhook-config.dto';

@Route('api/v1/partners/me/webhook-config')
@Tags('Webhooks')
@Security('partner', ['configure'])
export class WebhookConfigController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Registers the one destination of the partner in this mode, in place of any before it. */
  @Post()
  public async registerWebhook(@Body() body: WebhookConfigRequest): Promise<Success<WebhookConfig>> {
    const { deps } = stateOf(this.request);
    const { partnerId, mode } = partnerOf(this.request);
    const previous = await findWebhookDestination(partnerReaderOf(this.request));
    const { url, events = [], headers = {} } = body;
    const registered = await deps.registerDestination(
      { partnerId, mode, url, events, headers },
      freshContextOf(this.request),
    );
    await readYourWrites(this.request, ACCOUNTS, registered.position);
    return success({
      url: registered.url,
      events: [...registered.events],
      headers: masked(registered.headerNames),
      createdAt: previous?.created_at ?? registered.registeredAt,
      updatedAt: registered.registeredAt,
    });
  }

  /** The destination, or null when there is none. */
  @Get()
  @Security('partner', ['read'])
  public async getWebhook(): Promise<Success<WebhookConfig | null>> {
    const row = await findWebhookDestination(partnerReaderOf(this.request));
    if (row === null) return success(null);
    return success({
      url: row.url,
      events: [...row.events],
      headers: masked(row.header_names),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    });
  }

  /** Sends a signed WEBHOOK_TEST to the destination, whatever its filter says; retried and recorded like any other. */
  @Post('test')
  @Security('partner', ['deliver'])
  @Response<ErrorAnswer>(404, 'NOT_FOUND')
  public async testWebhook(@Body() _body: NoFields): Promise<Success<RequestedTest>> {
    const { deps } = stateOf(this.request);
    const { partnerId, mode } = partnerOf(this.request);
    if ((await findWebhookDestination(partnerReaderOf(this.request))) === null) {
      throw rejection('NOT_FOUND', 'No webhook destination is registered');
    }
    const { deliveryId, position } = await deps.requestWebhookTest({ partnerId, mode }, freshContextOf(this.request));
    await readYourWrites(this.request, WEBHOOK_OUTBOX, position);
    return success({ deliveryId, event: 'WEBHOOK_TEST' });
  }

  /** Removes the destination: nothing more is sent. Repeatable. */
  @Delete()
  public async removeWebhook(): Promise<Success<null>> {
    const { deps } = stateOf(this.request);
    const { partnerId, mode } = partnerOf(this.request);
    const { position } = await deps.removeDestination({ partnerId, mode }, freshContextOf(this.request));
    await readYourWrites(this.request, ACCOUNTS, position);
    return success(null);
  }
}

const masked = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, '***']));
