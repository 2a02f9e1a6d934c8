import { Controller, Get, Route, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { type Success, success } from '../envelope';
import { stateOf } from '../request/request-state';
import type { CatalogAnswer } from './catalog.dto';
import { copyOfCatalog } from './catalog-answer';

@Route('api/v1/accepted-cryptos')
@Tags('Catalog')
export class CatalogController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Lists the accepted assets: the source of truth for assetId. */
  @Get()
  public acceptedCryptos(): Success<CatalogAnswer> {
    return success(copyOfCatalog(stateOf(this.request).deps.catalog));
  }
}

@Route('gateway-config-latest.json')
@Tags('Catalog')
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
