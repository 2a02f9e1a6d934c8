import { listWhole, listWindows } from '../../../commands/payout/list-whole';
import { halvesOf, type Window } from '../../../commands/payout/windows';
import { failed } from '../../doubles/scripted-provider';

const HOUR = { fromMs: 0, toMs: 3_600_000 };

const told = async (ask: (window: Window) => boolean) => {
  const asked: Window[] = [];
  const answers: boolean[] = [];
  const list = async (window: Window) => {
    asked.push(window);
    return ask(window) ? ({ ok: true, value: [] } as const) : failed('REJECTED');
  };
  for await (const { ok } of listWhole(list, HOUR)) answers.push(ok);
  return { asked, answers };
};

test('asks once for a window that the provider lists', async () => {
  expect(await told(() => true)).toEqual({ asked: [HOUR], answers: [true] });
});

test('halves a window with too many payments, without a gap', async () => {
  const { asked, answers } = await told((window) => window !== HOUR);
  expect({ asked, answers }).toEqual({ asked: [HOUR, ...(halvesOf(HOUR) ?? [])], answers: [true, true] });
});

test('reports a refusal when a provider refuses every window', async () => {
  const { answers } = await told(() => false);
  expect(answers.length).toBeGreaterThan(0);
  expect(answers).not.toContain(true);
});

test('reports a single refused minute as refused, and lists the others', async () => {
  const full = { fromMs: 0, toMs: 56_250 };
  const asked: Window[] = [];
  const list = async (window: Window) => {
    asked.push(window);
    return window.fromMs === full.fromMs ? failed('REJECTED') : ({ ok: true, value: [] } as const);
  };
  const refused: Window[] = [];
  let nextMs = HOUR.fromMs;
  for await (const { window, answer } of listWindows(list, HOUR)) {
    expect(window.fromMs).toBe(nextMs);
    nextMs = window.toMs;
    if (!answer.ok) refused.push(window);
  }
  expect([refused, nextMs]).toEqual([[full], HOUR.toMs]);
  expect(asked.every(({ fromMs, toMs }) => toMs - fromMs >= full.toMs)).toBe(true);
});
