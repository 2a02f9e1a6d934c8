import { patiently } from '../../../packages/console/parts/frame/patient';

const askedWith = async (method: string, statuses: readonly number[]) => {
  const left = [...statuses];
  const rests: number[] = [];
  const ask = patiently({
    send: () => Promise.resolve(new Response(null, { status: left.shift() ?? 500, headers: { 'retry-after': '3' } })),
    rest: (ms) => Promise.resolve(void rests.push(ms)),
  });
  const { status } = await ask(new Request('http://lastro.example/', { method }));
  return { status, rests, left };
};

describe('A request of the console', () => {
  test('repeats a read that a busy service refuses, after the named delay', async () => {
    expect(await askedWith('GET', [503, 200])).toEqual({ status: 200, rests: [3_000], left: [] });
  });

  test('shows the refusal after two repeats', async () => {
    expect(await askedWith('GET', [503, 503, 503, 200])).toEqual({ status: 503, rests: [3_000, 3_000], left: [200] });
  });

  test('never repeats a change', async () => {
    expect(await askedWith('POST', [503, 200])).toEqual({ status: 503, rests: [], left: [200] });
  });

  test('returns every other refusal at once', async () => {
    expect(await askedWith('GET', [404, 200])).toEqual({ status: 404, rests: [], left: [200] });
  });
});
