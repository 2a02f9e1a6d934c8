import { trace } from '@opentelemetry/api';
import { START } from '../../../aggregates/events';
import { rejection } from '../../../aggregates/rejection';
import type { EventStore } from '../../../commands/ports/event-store';
import { createApiTracing } from '../../../infra/tracing/api-tracing';
import { observedAppend } from '../../../infra/tracing/observed-append';
import { mustTrace, openTracing } from '../../../infra/tracing/open-tracing';
import { tracedProviders } from '../../../infra/tracing/traced-providers';
import { NO_TRACING } from '../../../infra/tracing/tracing';
import { openMemoryTracing } from '../../doubles/memory-tracing';
import { askedFor, offering, payout, scriptedProvider } from '../../doubles/scripted-provider';

const opened = () => {
  const { spans, close } = openMemoryTracing();
  return { spans, close, tracing: createApiTracing(trace.getTracer('lastro')) };
};

describe('a span', () => {
  test('is a child of the running span, also across awaited calls', async () => {
    const { spans, close, tracing } = opened();
    const inner = () => tracing.span({ name: 'append', facts: {} }, async () => 1);
    await tracing.span({ name: 'command', facts: { a: 1 } }, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      await Promise.all([inner(), inner()]);
    });
    await inner();
    close();
    expect(spans.map(({ name, parent, isEnded }) => [name, parent, isEnded])).toEqual([
      ['command', null, true],
      ['append', 'command', true],
      ['append', 'command', true],
      ['append', null, true],
    ]);
  });

  test('describes a fault by its kind, never by its text, which may contain personal data', async () => {
    const { spans, close, tracing } = opened();
    const fault = new TypeError('ana@example.com is no number');
    await expect(tracing.span({ name: 'work', facts: {} }, () => Promise.reject(fault))).rejects.toBe(fault);
    close();
    expect(spans[0]).toMatchObject({ isError: true, isEnded: true, facts: { 'error.type': 'TypeError' } });
    expect(JSON.stringify(spans)).not.toContain('ana@');
  });

  test('is a root for a request, in spite of a running span', async () => {
    const { spans, close, tracing } = opened();
    await tracing.span({ name: 'other', facts: {} }, async () => {
      tracing.request?.(() => undefined)({ method: 'GET', route: '/docs', status: 200, requestId: 'r' });
    });
    close();
    expect(spans.map(({ name, parent }) => [name, parent])).toEqual([
      ['other', null],
      ['GET /docs', null],
    ]);
  });

  test('has no error when a rule refuses', async () => {
    const { spans, close, tracing } = opened();
    const refused = rejection('QUOTE_EXPIRED', 'no');
    await expect(tracing.span({ name: 'work', facts: {} }, () => Promise.reject(refused))).rejects.toBe(refused);
    close();
    expect(spans[0]).toMatchObject({ isError: false, isEnded: true, facts: { 'lastro.refused': 'QUOTE_EXPIRED' } });
  });
});

describe('an append', () => {
  const append: EventStore['append'] = async () => ({ outcome: 'appended', revision: 0, position: START });

  test('has the category of its stream, and its duration', async () => {
    const { spans, close, tracing } = opened();
    const took: number[] = [];
    const seen = observedAppend(append, tracing, (durationMs) => void took.push(durationMs));
    expect(await seen('user-2b1c', 'no_stream', [])).toMatchObject({ outcome: 'appended' });
    close();
    const facts = { 'lastro.category': 'user', 'lastro.events': 0, 'lastro.outcome': 'appended' };
    expect(spans).toEqual([{ name: 'append', parent: null, facts, isError: false, isEnded: true }]);
    expect(took).toEqual([expect.any(Number)]);
  });

  test('has a duration when it fails, and fails unchanged', async () => {
    const took: number[] = [];
    const away = new Error('away');
    const seen = observedAppend(
      () => Promise.reject(away),
      NO_TRACING,
      (durationMs) => void took.push(durationMs),
    );
    await expect(seen('user-2b1c', 'no_stream', [])).rejects.toBe(away);
    expect(took).toHaveLength(1);
  });
});

describe('calls to a provider', () => {
  const context = { requestId: 'r', partnerId: 'p', mode: 'sandbox', deadlineMs: 0 } as const;

  test('are traced with provider, question and outcome', async () => {
    const { spans, close, tracing } = opened();
    const { provider } = scriptedProvider({ get: [payout('SETTLED')] });
    const providers = tracedProviders(offering(provider), tracing);
    const named = providers.named(provider.name, provider.mode);
    expect(await named?.get(context, askedFor('key-of-the-payout'))).toMatchObject({ ok: true });
    close();
    expect(named).toBe(providers.named(provider.name, provider.mode));
    expect(spans).toEqual([
      expect.objectContaining({
        name: 'provider get',
        facts: {
          ...{ 'lastro.provider': provider.name, 'lastro.mode': provider.mode },
          'lastro.outcome': 'OK',
        },
      }),
    ]);
    expect(JSON.stringify(spans)).not.toContain('key-of-the-payout');
  });

  test('are not traced without a provider', () => {
    const { close, tracing } = opened();
    const nobody = tracedProviders({ choose: () => null, named: () => null }, tracing);
    expect([nobody.choose('live', { kind: 'PIX_KEY' }), nobody.named('x', 'live')]).toEqual([null, null]);
    close();
  });
});

describe('the SDK for traces', () => {
  const missing = () => {
    throw new Error("Cannot find module '@opentelemetry/sdk-node'\nRequire stack: ...");
  };
  const REFUSAL =
    /^OTEL_\* is set, and @opentelemetry\/sdk-node cannot be loaded \((?:Error: )?Cannot find module [^\n]*$/;

  test('is not loaded when nothing is configured', async () => {
    const { tracing, close } = await openTracing(false, missing);
    expect(tracing).toBe(NO_TRACING);
    await close();
    expect(() => mustTrace(false, missing)).not.toThrow();
  });

  test('is required when something is configured: the start is refused with one clear line', async () => {
    await expect(openTracing(true, missing)).rejects.toThrow(REFUSAL);
    expect(() => mustTrace(true, missing)).toThrow(REFUSAL);
    // As it is where the tests run.
    expect(() => mustTrace(true)).toThrow(REFUSAL);
  });

  test('is started, and flushed at the end; a failed flush stops nothing', async () => {
    const calls: string[] = [];
    const shutdown = async () => {
      calls.push('shutdown');
      throw new Error('the collector is away');
    };
    const { close } = await openTracing(true, () => ({ start: () => void calls.push('start'), shutdown }));
    await close();
    expect(calls).toEqual(['start', 'shutdown']);
  });
});
