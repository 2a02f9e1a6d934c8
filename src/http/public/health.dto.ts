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

/** @example { "success": false, "error": "Not ready", "code": "SERVICE_UNAVAILABLE", "requestId": "5b2f0f0e-6a39-4d25-8a0e-3f4b7c1d2e90", "checks": { "postgres": { "ok": false, "detail": "does not answer" } } } */
export interface NotReadyAnswer {
  success: false;
  error: string;
  code: 'SERVICE_UNAVAILABLE';
  requestId: string;
  checks: { [name: string]: HealthCheck };
}
