import { Controller, Get, Res, Route, Tags, type TsoaResponse } from '@tsoa/runtime';
import type { Request } from 'express';
import type { Readiness } from '../deps';
import { type Success, success } from '../envelope';
import { stateOf } from '../request/request-state';
import type { HealthAnswer, LiveAnswer, NotReadyAnswer } from './health.dto';
import { notReadyProblem } from './not-ready';

type NotReady = TsoaResponse<503, NotReadyAnswer, { 'Retry-After': string }>;

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

  /**
   * Checks that every dependency of the service answers.
   * @param notReady SERVICE_UNAVAILABLE
   */
  @Get('ready')
  public async getReadiness(@Res() notReady: NotReady): Promise<Success<HealthAnswer>> {
    return readiness(this.request, notReady);
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

  /**
   * The same as `/health/ready`.
   * @param notReady SERVICE_UNAVAILABLE
   */
  @Get('ready')
  public async getVersionedReadiness(@Res() notReady: NotReady): Promise<Success<HealthAnswer>> {
    return readiness(this.request, notReady);
  }
}

const health = async (request: Request): Promise<Success<HealthAnswer>> => {
  return success(shown(await stateOf(request).deps.readiness()));
};

/** DEGRADED is ready but not UP: a check failed that no other process would do better. */
const shown = ({ checks }: Readiness): HealthAnswer => ({
  status: Object.values(checks).every(({ ok }) => ok) ? 'UP' : 'DEGRADED',
  checks,
});

const readiness = async (request: Request, notReady: NotReady): Promise<Success<HealthAnswer>> => {
  const { deps, requestId } = stateOf(request);
  const { ready, checks } = await deps.readiness();
  if (ready) return success(shown({ ready, checks }));
  const { status, body, headers } = notReadyProblem(requestId, checks);
  // The return value is ignored: the answer has been sent.
  return notReady(status, body, headers) as Success<HealthAnswer>;
};
