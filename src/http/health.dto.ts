export interface HealthCheck {
  ok: boolean;
  detail: string;
}

/** @example { "status": "UP", "checks": { "postgres": { "ok": true, "detail": "answers" } } } */
export interface HealthAnswer {
  status: 'UP' | 'DEGRADED';
  checks: { [name: string]: HealthCheck };
}

/** @example { "status": "UP" } */
export interface LiveAnswer {
  status: 'UP';
}

export interface NotReadyAnswer {
  success: false;
  error: string;
  code: 'SERVICE_UNAVAILABLE';
  requestId: string;
  checks: { [name: string]: HealthCheck };
}
