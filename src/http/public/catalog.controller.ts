import { Controller, Get, Response, Route, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { type ErrorAnswer, type RateLimitAnswer, type Success, success } from '../envelope';
import { stateOf } from '../request/request-state';
import type { CatalogAnswer } from './catalog.dto';
import { copyOfCatalog } from './catalog-answer';

@Route('api/v1/accepted-cryptos')
@Tags('Catalog')
@Response<RateLimitAnswer>(429, 'RATE_LIMITED')
@Response<ErrorAnswer>(500, 'INTERNAL')
export class CatalogController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** What is accepted: the source of truth for assetId. */
  @Get()
  public acceptedCryptos(): Success<CatalogAnswer> {
    return success(copyOfCatalog(stateOf(this.request).deps.catalog));
  }
}

@Route('gateway-config-latest.json')
@Tags('Catalog')
@Response<RateLimitAnswer>(429, 'RATE_LIMITED')
@Response<ErrorAnswer>(500, 'INTERNAL')
export class CatalogFileController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** The same catalog as a file, without an envelope. */
  @Get()
  public gatewayConfig(): CatalogAnswer {
    return copyOfCatalog(stateOf(this.request).deps.catalog);
  }
}
