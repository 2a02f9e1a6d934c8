import { Controller, Get, Response, Route, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { type Success, success } from './envelope';
import type { HealthAnswer, LiveAnswer, NotReadyAnswer } from './health.dto';
import { STATUS_OF } from './problems';
import { stateOf } from './request-state';

@Route('health')
@Tags('Health')
export class HealthController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** How the service is, as one answer that is always 200. */
  @Get()
  public async getHealth(): Promise<Success<HealthAnswer>> {
    return health(this.request);
  }

  /** The process answers; nothing else is asked. */
  @Get('live')
  public getLiveness(): Success<LiveAnswer> {
    return success({ status: 'UP' });
  }

  /** Everything that the service depends on answers. */
  @Get('ready')
  @Response<NotReadyAnswer>(503, 'SERVICE_UNAVAILABLE')
  public async getReadiness(): Promise<Success<HealthAnswer> | NotReadyAnswer> {
    return readiness(this, this.request);
  }
}

@Route('api/v1/health')
@Tags('Health')
export class VersionedHealthController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** The same as `/health`. */
  @Get()
  public async getVersionedHealth(): Promise<Success<HealthAnswer>> {
    return health(this.request);
  }

  /** The same as `/health/live`. */
  @Get('live')
  public getVersionedLiveness(): Success<LiveAnswer> {
    return success({ status: 'UP' });
  }

  /** The same as `/health/ready`. */
  @Get('ready')
  @Response<NotReadyAnswer>(503, 'SERVICE_UNAVAILABLE')
  public async getVersionedReadiness(): Promise<Success<HealthAnswer> | NotReadyAnswer> {
    return readiness(this, this.request);
  }
}

const health = async (request: Request): Promise<Success<HealthAnswer>> => {
  const { ready, checks } = await stateOf(request).deps.readiness();
  return success({ status: ready ? 'UP' : 'DEGRADED', checks });
};

const readiness = async (controller: Controller, request: Request): Promise<Success<HealthAnswer> | NotReadyAnswer> => {
  const { deps, requestId } = stateOf(request);
  const { ready, checks } = await deps.readiness();
  if (ready) return success({ status: 'UP', checks });
  controller.setStatus(STATUS_OF.SERVICE_UNAVAILABLE);
  return { success: false, error: 'Not ready', code: 'SERVICE_UNAVAILABLE', requestId, checks };
};
