import { paymentIdIn, paymentPath } from '../../../packages/console/operators/frame/paths';
import { ProviderButton, ProviderRefused, refusedIn } from '../../../packages/console/operators/session/at-provider';
import { LinkShown, WithoutLink } from '../../../packages/console/operators/session/sign-in';
import { Failed, Loading, NoPage } from '../../../packages/console/parts/page';
import { Status, toneOf } from '../../../packages/console/parts/values/status';
import type { OpsLink } from '../../../packages/console/wire';
import { drawn, textIn } from './drawn';
import { time } from './sample-page';

const nothing = () => undefined;
const failed = (status: number, code: string) =>
  textIn(
    drawn(Failed, {
      failure: { status, code, message: 'It said so', requestId: 'req_1' },
      onRetry: nothing,
      missing: { id: 'bafyzzz', title: 'No such payment', todo: 'Check the id.' },
    }),
  );

describe('state of a page', () => {
  test('names the failure, the effect, the next step and the request', () => {
    const text = failed(500, 'INTERNAL');
    for (const shown of ['INTERNAL', 'It said so', 'Nothing was changed.', 'Try again', 'Request id', 'req_1'])
      expect(text).toContain(shown);
  });

  test.each([
    [403, 'ROLE_REQUIRED', 'An admin can change your role.'],
    [404, 'PAYMENT_NOT_FOUND', 'Check the id.'],
    [429, 'RATE_LIMITED', 'Wait a minute'],
    [503, 'SERVICE_UNAVAILABLE', 'one of its stores is down'],
    [0, 'UNREACHABLE', 'Check your connection'],
  ])('names the next step for %i %s', (status, code, todo) => {
    expect(failed(status, code)).toContain(todo);
  });

  test('offers no retry of a final failure', () => {
    expect(failed(403, 'ROLE_REQUIRED')).not.toContain('Try again');
    expect(failed(404, 'PAYMENT_NOT_FOUND')).not.toContain('Try again');
  });

  test('reports a loading or missing page', () => {
    expect(drawn(Loading, {}, 'pt-BR')).toBe('<output class="state">Carregando…</output>');
    expect(textIn(drawn(NoPage, {}))).toBe('There is no such page');
  });
});

describe('sign-in page', () => {
  const link: OpsLink = {
    ...{ environment: 'production', instance: 'lastro-1', expiresAt: time(0) },
    operator: { name: 'ana', role: 'approver', permissions: ['approve'] },
  };

  test('names the operator, the instance and the end of the link', () => {
    const text = textIn(drawn(LinkShown, { link, isBusy: false, onSignIn: nothing }));
    expect(text).toContain('You sign in as ana, approver.');
    expect(text).toContain('Instance lastro-1, production.');
    expect(text).toContain('28 Nov 2026, 10:15:00 GMT-3');
  });

  test('takes no second click during the first', () => {
    expect(drawn(LinkShown, { link, isBusy: true, onSignIn: nothing })).toContain('disabled');
  });

  test('offers the identity provider, and explains its refusal', () => {
    expect(textIn(drawn(ProviderButton, { host: 'id.example' }))).toBe('Sign in with id.example');
    const textOf = (hash: string) => textIn(drawn(ProviderRefused, { refused: refusedIn(hash) }));
    expect(textOf('#SIGN_IN_REFUSED.req-1')).toMatch(/was refused.*req-1/s);
    expect(textOf('#PROVIDER_FAILURE.req-1')).toContain('does not answer');
    for (const hash of ['', '#SIGN_IN_REFUSED', '#OTHER.req-1', `#PROVIDER_FAILURE.${'x'.repeat(65)}`])
      expect(textOf(hash)).toBe('');
  });

  test('explains how to make a link, and that a session ended', () => {
    expect(textIn(drawn(WithoutLink, { ending: 'ENDED' }))).toContain('Your session ended.');
    const text = textIn(drawn(WithoutLink, { ending: 'NONE' }));
    expect(text).toContain('ledger -- console login');
    expect(text).not.toContain('Your session ended.');
  });
});

test('draws each tone of a status in its own shape', () => {
  const tones = ['COMPLETED', 'PROCESSING', 'PENDING', 'FAILED', 'EXPIRED'].map(toneOf);
  const shapes = tones.map((tone) => textIn(drawn(Status, { tone, children: 'x' })));
  expect(new Set(shapes).size).toBe(5);
});

describe('address of a payment', () => {
  test('leads to the same id', () => {
    for (const id of ['bafy1', 'a/b?c#d', 'ção']) expect(paymentIdIn(paymentPath(id))).toBe(id);
  });

  test('is neither another page nor an unreadable path', () => {
    for (const path of ['/console/', '/console/payments/', '/console/payments/a/b', '/console/payments/%E0%A4%A'])
      expect(paymentIdIn(path)).toBeNull();
  });
});
