export type StepName = 'KEY' | 'USER' | 'PAYMENT' | 'WEBHOOK' | 'DELIVERY';

const call = (origin: string, method: string, path: string, body?: object): string =>
  [
    `curl -X ${method} ${origin}/api/v1${path}`,
    "-H 'Authorization: Bearer '$API_KEY",
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`]),
  ].join(' \\\n  ');

/** Requests to copy; the key is in a variable, since it is shown once. */
export const requestsAt = (origin: string): Readonly<Record<StepName, string>> => ({
  KEY: `API_KEY=...\n${call(origin, 'GET', '/partners/me/api-keys')}`,
  USER: call(origin, 'POST', '/users', { externalUserId: 'customer-17' }),
  PAYMENT: call(origin, 'POST', '/auth/token', { uid: 'customer-17' }),
  WEBHOOK: call(origin, 'POST', '/partners/me/webhook-config', { url: 'https://partner.example/webhooks' }),
  DELIVERY: call(origin, 'POST', '/partners/me/webhook-config/test'),
});
